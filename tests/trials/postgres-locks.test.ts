import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '#server/db/engine/error-code.ts'
import { openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate, MIGRATIONS } from '#server/db/migrations/migrate.ts'
import { lockPurchaseOf } from '#server/db/records/transaction-details.ts'
import {
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'
import { startCluster, whyNoPostgres, type Cluster } from '#tests/support/server/postgres.ts'
import { until } from '#tests/support/server/until.ts'

const OWNER = { projectId: 'AURA', walletAddress: someAddress() }
const WALLET = { project_id: OWNER.projectId, wallet_address: OWNER.walletAddress }

describe.runIf(whyNoPostgres() === null)('transactions that meet', () => {
  let cluster: Cluster
  let database: OpenDatabase
  let db: Db

  beforeAll(async () => {
    cluster = await startCluster({ settings: ['fsync=off'] })
    database = openPostgres(cluster.url)
    db = database.db
  })
  afterAll(async () => {
    await database?.close()
    cluster?.remove()
  })
  beforeEach(async () => {
    await sql`drop schema public cascade`.execute(db)
    await sql`create schema public`.execute(db)
  })

  async function isWaiting() {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
  }

  test.each([
    ['019-history', 'wallets', 'transactions'],
    ['019-history', 'transactions', 'wallets'],
    ['019-history', 'leads', 'bonus_codes'],
    ['019-history', 'referral_payouts', 'bonus_transactions'],
    ['023-changes', 'leads', 'wallets'],
    ['023-changes', 'bonus_codes', 'transactions'],
    ['026-code-effects', 'bonus_transactions', 'bonus_codes'],
    ['026-code-effects', 'wallets', 'transactions'],
    ['026-code-effects', 'bonus_transactions', 'wallets'],
    ['029-second-factors', 'users', 'sessions'],
    ['029-second-factors', 'wallets', 'projects'],
    ['029-second-factors', 'transactions', 'users'],
    ['029-second-factors', 'projects', 'manual_transactions'],
    ['038-events-without-rule', 'users', 'alert_events'],
    ['038-events-without-rule', 'alert_events', 'users'],
    ['040-correction-triggers', 'wallets', 'audit_log'],
    ['040-correction-triggers', 'transactions', 'alert_events'],
    ['040-correction-triggers', 'manual_transactions', 'wallets'],
  ])(
    'the migration %s lets a transaction of the earlier version finish that writes %s, then %s',
    async (step, first, second) => {
      await migrate(
        db,
        MIGRATIONS.filter(({ name }) => name < step),
      )
      const writer = await db.startTransaction().execute()
      const write = (table: string) =>
        sql`update ${sql.table(table)} set created_at = created_at`.execute(writer)
      await write(first)
      const migrating = migrate(db)
      await until(isWaiting)
      await write(second)
      await writer.commit().execute()
      expect(await migrating).toContain(step)
    },
  )

  test('ingestion that a migration meets waits before it holds anything', async () => {
    await migrate(
      db,
      MIGRATIONS.filter(({ name }) => name < '019'),
    )
    await sql`insert into projects (id, created_at, updated_at)
      values ('AURA', now(), now())`.execute(db)
    const writer = await db.startTransaction().execute()
    await sql`select lock_project_sales('AURA')`.execute(writer)
    const migrating = migrate(db)
    await until(isWaiting)
    const { rows } = await sql`
      select from pg_locks where relation = 'transactions'::regclass`.execute(writer)
    expect(rows).toEqual([])
    await writer.commit().execute()
    expect(await migrating).toContain('019-history')
  })

  test('a purchase stays with its wallet until its credit is stored', async () => {
    await migrate(db)
    await addProject(db, { id: 'AURA' })
    const other = { ...WALLET, wallet_address: someAddress() }
    for (const wallet of [WALLET, other]) await addWallet(db, wallet)
    const { id } = await addTransaction(db, { ...WALLET, status: 'failed' })
    const credit = await db.startTransaction().execute()
    expect(await lockPurchaseOf(credit, id, OWNER)).toBeDefined()
    const move = () =>
      db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '100ms'`.execute(tx)
        await tx.updateTable('transactions').set(other).where('id', '=', id).execute()
      })
    const failure: unknown = await move().catch((error: unknown) => error)
    expect(codeOf(failure)).toBe('55P03')
    await credit.commit().execute()
    await move()
    expect(await lockPurchaseOf(db, id, OWNER)).toBeUndefined()
  })
})
