import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { chance } from '#server/demo/random.ts'
import { inDatabaseOf, startApi, type ApiProcess } from '#tests/support/server/api-process.ts'
import { addIngestKey, addProject, addUser } from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const KILLS = byExtent({ change: 2, long: 100 })
const SENDERS = 12
const WALLETS = Array.from({ length: 5 }, (_, n) => `0x${String(n + 1).padStart(40, '0')}`)

let folder: string
let api: ApiProcess | undefined
let cluster: Cluster | undefined
afterEach(async () => {
  await api?.kill()
  cluster?.remove()
  cluster = undefined
  rmSync(folder, { recursive: true, force: true })
})

interface Purchase {
  id: string
  usd: string
  isAnswered: boolean
}

async function send(url: string, key: string, purchase: Purchase): Promise<void> {
  const { id, usd } = purchase
  const at = new Date(Date.now() - 1000).toISOString()
  const event = {
    id,
    kind: 'transaction',
    occurred_at: at,
    created_at: at,
    transaction_id: id,
    status: 'completed',
    wallet_address: WALLETS[id.length % WALLETS.length],
    payment_token_name: 'ETH',
    payment_token_amount: '1',
    payment_usd_amount: usd,
  }
  const response = await fetch(`${url}/v1/ingest/AURA/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  })
  const text = await response.text()
  // A purchase whose answer was lost was stored, or was not.
  if (response.status !== 200 || !/"(?:taken|repeated)"/.test(text))
    throw new Error(`${response.status} ${text}`)
  purchase.isAnswered = true
}

const databases = ['the embedded database', 'PostgreSQL'] as const

test.each(whyNoPostgres() === null ? databases : databases.slice(0, 1))(
  `kill -9 of the server on %s while many send single purchases, ${KILLS} times: each answered one is stored once`,
  async (name) => {
    folder = mkdtempSync(path.join(tmpdir(), 'saleroom-crash-ingest-'))
    cluster = name === 'PostgreSQL' ? await startCluster() : undefined
    const url = cluster?.url
    const within = async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
      if (url === undefined) return inDatabaseOf(folder, work)
      const { db, close } = openPostgres(url)
      const result = await work(db)
      await close()
      return result
    }
    const key = await within(async (db) => {
      await migrate(db)
      await addUser(db, { email: 'operator@saleroom.example', role: 'admin' })
      await addProject(db, { id: 'AURA' })
      return (await addIngestKey(db, 'AURA')).key
    })
    const random = chance(`crash of ingestion, ${name}`)
    const purchases: Purchase[] = []
    const answered = () => purchases.filter(({ isAnswered }) => isAnswered).length
    for (let round = 0; round <= KILLS; round++) {
      const running = await startApi({
        SALEROOM_DATA: folder,
        SALEROOM_DEMO: '0',
        SALEROOM_SECRET: 'a secret of these tests, long enough',
        ...(url === undefined ? {} : { DATABASE_URL: url }),
      })
      api = running
      // Every unanswered purchase is sent again, and some of the answered ones.
      const again = purchases.filter((one) => !one.isAnswered || random.happens(0.1))
      await Promise.all(again.map((one) => send(running.url, key, one)))
      if (round === KILLS) break
      const sender = async () => {
        for (;;) {
          const usd = `${random.whole(1, 900)}.000000000000000001`
          const purchase = { id: random.hex(random.whole(8, 12)), usd, isAnswered: false }
          purchases.push(purchase)
          try {
            await send(running.url, key, purchase)
          } catch (error) {
            // The killed server closes its connections. Any other error is a failure.
            if (!(error instanceof TypeError)) throw error
            return
          }
        }
      }
      const target = answered() + random.whole(5, 60)
      const senders = Array.from({ length: SENDERS }, sender)
      while (answered() < target) await pause(2)
      await running.kill()
      await Promise.all(senders)
    }
    expect(await api?.stop()).toBe(0)
    expect(purchases.every(({ isAnswered }) => isAnswered)).toBe(true)

    await within(async (db) => {
      const { rows } = await sql<{ id: string; usd: string }>`
        select source_id as id, payment_usd_amount::text as usd from transactions
        order by source_id collate "C"`.execute(db)
      const expected = purchases.map(({ id, usd }) => ({ id, usd }))
      expect(rows).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      expect(await checkProject(db, 'AURA')).toEqual([])
      // Counted in the transaction that stored them.
      const counted = await db.selectFrom('ingest_keys').select('taken_count').execute()
      expect(counted).toEqual([{ taken_count: purchases.length }])
    })
  },
)
