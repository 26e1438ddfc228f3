import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/db/migrations/migrate.ts'
import { chance } from '#server/demo/random.ts'
import {
  signInAt,
  startApi,
  type ApiProcess,
  type Caller,
  inDatabaseOf,
} from '#tests/support/server/api-process.ts'
import { addProject, addUser, addWallet, TEST_PASSWORD } from '#tests/support/server/builders.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const KILLS = byExtent({ change: 1, long: 100 })
const SENDERS = 4
const EMAIL = 'operator@saleroom.example'
const WALLET = '0x00000000000000000000000000000000000000d1'

const random = chance('crash of the api')
let folder: string
let api: ApiProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'saleroom-crash-api-'))
  await inDatabaseOf(folder, async (db) => {
    await migrate(db)
    await addUser(db, { email: EMAIL, role: 'admin' })
    await addProject(db, { id: 'AURA' })
    await addWallet(db, { project_id: 'AURA', wallet_address: WALLET })
  })
})
afterAll(async () => {
  await api?.kill()
  rmSync(folder, { recursive: true, force: true })
})

interface Credit {
  key: string
  tokens: string
  /** Null until the server has responded. */
  recordId: string | null
}

async function send(caller: Caller, credit: Credit): Promise<void> {
  const { key, tokens } = credit
  const { status, body } = await caller.post(
    `/wallets/AURA/${WALLET}/transactions/manual`,
    { reason: 'crash test', tokens },
    { 'idempotency-key': key },
  )
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  // The contract's response to a credit.
  const { id } = body as { id: string }
  if (credit.recordId !== null && credit.recordId !== id)
    throw new Error(`${key} got the record ${credit.recordId}, then ${id}`)
  credit.recordId = id
}

test(`kill -9 of the server during writes, ${KILLS} times: no credit is lost or repeated`, async () => {
  const credits: Credit[] = []
  const env = {
    SALEROOM_DATA: folder,
    SALEROOM_DEMO: '0',
    SALEROOM_SECRET: 'a secret of these tests, long enough',
  }
  for (let round = 0; round <= KILLS; round++) {
    const running = await startApi(env)
    api = running
    const caller = await signInAt(running.url, EMAIL, TEST_PASSWORD)
    // Every unanswered credit is sent again, and some of the answered ones.
    const again = credits.filter(({ recordId }) => recordId === null || random.happens(0.05))
    for (const credit of again) await send(caller, credit)
    if (round === KILLS) break
    const sender = async () => {
      for (;;) {
        const credit: Credit = {
          key: `crash-${credits.length}-${random.hex(8)}`,
          tokens: `${random.whole(1, 999)}.000000000000000001`,
          recordId: null,
        }
        credits.push(credit)
        try {
          await send(caller, credit)
        } catch (error) {
          // The killed server closes its connections. Any other error is a failure.
          if (!(error instanceof TypeError)) throw error
          return
        }
      }
    }
    const answered = () => credits.filter(({ recordId }) => recordId !== null).length
    const target = answered() + random.whole(3, 25)
    const senders = Array.from({ length: SENDERS }, sender)
    while (answered() < target) await pause(2)
    await running.kill()
    await Promise.all(senders)
  }
  expect(await api?.stop()).toBe(0)
  expect(credits.every(({ recordId }) => recordId !== null)).toBe(true)

  await inDatabaseOf(folder, async (db) => {
    const { rows } = await sql<{ id: string; tokens: string }>`
        select id::text, trim_scale(tokens)::text as tokens from manual_transactions
        order by manual_transactions.id`.execute(db)
    const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id)
    const expected = credits
      .map(({ recordId, tokens }) => ({ id: recordId ?? '', tokens }))
      .toSorted(byId)
    expect(rows).toEqual(expected)
    // Each credit has one entry in the audit log.
    const { rows: audited } = await sql<{ n: number }>`
        select count(*) as n from audit_log where object_type = 'manual_transaction'`.execute(db)
    expect(audited[0]?.n).toBe(rows.length)
  })
})
