import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { sumTime } from '#server/db/figures/analytics-time.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { checkProject } from '#server/db/rollups/check.ts'
import { rebuildProject } from '#server/db/rollups/rebuild.ts'
import { chance, type Chance } from '#server/demo/random.ts'
import { addProject, addWallet } from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { byExtent } from '#tests/support/server/test-extent.ts'

const WRITERS = 7
const CHANGES_PER_WRITER = byExtent({ change: 15, long: 1500 })
const PROJECTS = ['AURA', 'HELIX']
// Few, so that writers compete for the same wallets.
const WALLETS = Array.from({ length: 6 }, (_, n) => `0x${String(n).padStart(40, '0')}`)
const FOREVER = { start: 0, end: Date.parse('2100-01-01T00:00:00Z') }

const missing = whyNoPostgres()

describe.runIf(missing === null)('concurrent writers', () => {
  let cluster: Cluster
  let database: OpenDatabase
  let db: Db

  beforeAll(async () => {
    cluster = await startCluster({ settings: ['fsync=off'] })
    database = openPostgres(cluster.url)
    db = database.db
    await migrate(db)
    for (const id of PROJECTS) {
      await addProject(db, { id })
      for (const wallet_address of WALLETS) await addWallet(db, { project_id: id, wallet_address })
    }
  })
  afterAll(async () => {
    await database?.close()
    cluster?.remove()
  })

  async function change(random: Chance): Promise<void> {
    const project = random.pick(PROJECTS)
    const some = sql`id in (select id from transactions where project_id = ${project}
      order by md5(id::text || ${random.hex(4)}) limit ${random.whole(1, 3)})`
    await inTransaction(db, async (tx) => {
      if (random.happens(0.6)) {
        // Out of chronological order, with several wallets in one statement in random order.
        const rows = Array.from({ length: random.whole(1, 4) }, () => ({
          project_id: project,
          wallet_address: random.pick(WALLETS),
          payment_token_name: random.pick(['ETH', 'BTC']),
          payment_token_amount: '1',
          payment_usd_amount: `${random.whole(1, 999)}.000000000000000001`,
          status: random.pick<'completed' | 'pending'>(['completed', 'completed', 'pending']),
          created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(random.next() * 2e10)),
          updated_at: new Date('2026-11-01'),
          country: random.pick(['DE', null]),
        }))
        await tx.insertInto('transactions').values(rows).execute()
      } else if (random.happens(0.7)) {
        const status = random.pick(['completed', 'refunded', 'failed'])
        await sql`update transactions set status = ${status} where ${some}`.execute(tx)
      } else if (random.happens(0.5)) {
        await sql`update transactions set created_at = created_at - interval '3 days' where ${some}`.execute(
          tx,
        )
      } else {
        await sql`delete from transactions where ${some}`.execute(tx)
      }
    })
  }

  /** Compares the sums with the rows in one snapshot while the writers continue. */
  async function compareOnce(): Promise<void> {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ project_id: string; n: number; amount: string; kept: string }>`
          select project_id, count(*) as n, sum(payment_usd_amount) as amount,
            (select sum(amount) from time_rollups r where r.project_id = t.project_id
              and source = 'p' and level = 'q') as kept
          from transactions t where status = 'completed' group by 1`.execute(tx)
        for (const { n, amount, kept } of rows) expect({ n, kept }).toEqual({ n, kept: amount })
      })
  }

  test('every snapshot is consistent, and so is the final state', async () => {
    const stop = new AbortController()
    let comparisons = 0
    const writers = Array.from({ length: WRITERS }, async (_, n) => {
      const random = chance(`writer ${n}`)
      for (let i = 0; i < CHANGES_PER_WRITER; i++) await change(random)
    })
    const watch = async () => {
      while (!stop.signal.aborted) {
        await compareOnce()
        comparisons += 1
      }
    }
    const watching = watch()
    // A rebuild at the same time changes nothing.
    await rebuildProject(db, 'AURA')
    await Promise.all(writers)
    stop.abort()
    await watching
    expect(comparisons).toBeGreaterThan(3)
    for (const project of PROJECTS) expect(await checkProject(db, project)).toEqual([])
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from transactions where status = 'completed'`.execute(db)
    const sums = await sumTime(db, 'p', PROJECTS, FOREVER)
    expect(sums.reduce((total, { n }) => total + n, 0)).toBe(rows[0]?.n)
  })
})
