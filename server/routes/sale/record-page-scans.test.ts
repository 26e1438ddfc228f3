import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addProject } from '#tests/support/server/builders.ts'
import { openTestDatabase, type TestDatabase } from '#tests/support/server/database.ts'

const WALLETS = 6000
const TABLES = [
  'transactions',
  'status_changes',
  'wallets',
  'bonus_transactions',
  'referral_payouts',
  'manual_transactions',
  'leads',
  'audit_log',
]
const WALLET = `0x${'7'.padStart(40, '0')}`

let database: TestDatabase
let app: TestApp
let staff: SignedIn

beforeAll(async () => {
  database = await openTestDatabase({ isOwn: true })
  const { db } = database
  await addProject(db, { id: 'AURA' })
  // Without triggers, for speed: no sum is read here.
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    const address = (n: string) => `'0x' || lpad((${n})::text, 40, '0')`
    const at = (n: string) => `timestamptz '2026-11-01' + (${n}) * interval '1 second'`
    const owned = `select 'AURA', ${address('n')}, ${at('n')}`
    const rows = `from generate_series(1, ${WALLETS}) as n`
    for (const statement of [
      `insert into wallets (project_id, wallet_address, created_at, referred_by)
        ${owned}, ${address('1 + n % 1000')} ${rows}`,
      `insert into transactions (project_id, wallet_address, created_at, updated_at, status,
          payment_token_name, payment_token_amount, payment_usd_amount, tokens_bought, type)
        ${owned}, ${at('n')}, 'completed', 'ETH', 1, 1, 1, 'blockchain'
        ${rows}, generate_series(1, 3)`,
      `insert into status_changes (transaction_id, at, status)
        select id, created_at, 'completed' from transactions`,
      `insert into bonus_transactions (project_id, wallet_address, created_at, transaction_id,
          bonus_token_amount, identifier, type) ${owned}, n, 1, 'x', 'rank' ${rows}`,
      `insert into referral_payouts (project_id, wallet_address, created_at, transaction_id,
          amount_before_gas) ${owned}, n, 1 ${rows}`,
      `insert into manual_transactions (project_id, wallet_address, created_at, updated_at,
          transaction_id, tokens, authorizer) ${owned}, ${at('n')}, n, 1, 'a' ${rows}`,
      `insert into leads (project_id, wallet_address, created_at, updated_at, email)
        ${owned}, ${at('n')}, n || '@b.example' ${rows}`,
      `insert into audit_log (project_id, object_id, created_at, action, object_type, before, after)
        ${owned}, 'wallet.update', 'wallet', '{"min_referral_spend": null}',
          '{"min_referral_spend": 5}' ${rows}`,
      'analyze',
    ])
      await sql.raw(statement).execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  app = await openTestApp({ db })
  staff = await app.signIn('user', ['AURA'])
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** How often each table was read as a whole until now. */
async function scans(): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, seq_scan as count from pg_stat_user_tables
    where relname = any(${TABLES}::text[]) order by relname`.execute(database.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test.each([
  ['the page of a wallet', `/wallets/AURA/${WALLET}`],
  ['the first page of its timeline', `/wallets/AURA/${WALLET}/timeline`],
  ['a later page of its timeline', `/wallets/AURA/${WALLET}/timeline?page=2&limit=3`],
  ['the page of a purchase', '/transactions/AURA/7'],
])('%s reads no table as a whole', async (_what, path) => {
  const before = await scans()
  expect(Object.keys(before)).toHaveLength(TABLES.length)
  const { status } = await app.call('GET', path, { as: staff })
  expect(status).toBe(200)
  expect(await scans()).toEqual(before)
})

test('a credit of a purchase reads no table as a whole', async () => {
  const id = 3 * WALLETS
  const address = `0x${String(WALLETS).padStart(40, '0')}`
  const before = await scans()
  const { status } = await app.call('POST', `/wallets/AURA/${address}/transactions/manual`, {
    as: staff,
    body: { reason: 'by hand', tokens: '1', transaction_id: String(id) },
  })
  expect(status).toBe(201)
  expect(await scans()).toEqual(before)
})

test('the count of whole reads notices one', async () => {
  const before = await scans()
  await sql`select count(*) from transactions where type = 'none'`.execute(database.db)
  expect(await scans()).not.toEqual(before)
})
