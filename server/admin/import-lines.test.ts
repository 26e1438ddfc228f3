import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, someAddress } from '#tests/support/server/builders.ts'
import { importLines } from './import-lines.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
  await addProject(t.db, { id: 'AURA' })
})
afterAll(() => t.close())

const purchase = (transaction_id: string, more = {}) => ({
  kind: 'transaction',
  project_id: 'AURA',
  transaction_id,
  wallet_address: someAddress(),
  status: 'completed',
  created_at: '2025-03-01T10:00:00Z',
  payment_token_name: 'ETH',
  payment_token_amount: '1',
  payment_usd_amount: '0.000000000000000001',
  ...more,
})
const take = (cells: Record<string, string>[], isWritten = true) =>
  importLines(
    { db: t.db, now: t.clock.now(), operator: 'command line (ann)' },
    JSON.stringify(cells.map((one, at) => ({ line: at + 2, cells: one }))),
    isWritten,
  )
const count = async (table: 'transactions' | 'audit_log' | 'notices') =>
  (await t.db.selectFrom(table).select('id').execute()).length

test('a dry run changes nothing; an import takes each line once and is in the audit log', async () => {
  const lines = [purchase('t1'), purchase('t2'), purchase('t3', { payment_usd_amount: '1e3' })]
  const tried = await take(lines, false)
  expect(tried).toMatchObject({ taken: 2, refused: [{ line: 4, field: 'payment_usd_amount' }] })
  expect([await count('transactions'), await count('audit_log')]).toEqual([0, 0])
  const undated = await take([purchase('t4', { created_at: '1 March' })], false)
  expect(undated.refused).toMatchObject([{ line: 2, field: 'created_at' }])

  expect(await take(lines.slice(0, 1))).toMatchObject({ taken: 1, repeated: 0 })
  expect(await take(lines)).toMatchObject({ taken: 1, repeated: 1 })
  expect(await take(lines)).toMatchObject({ taken: 0, repeated: 2 })
  expect([await count('transactions'), await count('notices')]).toEqual([2, 0])
  const records = await t.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'project_id', 'after'])
    .orderBy('id')
    .execute()
  const record = { actor: 'command line (ann)', action: 'history.import', project_id: 'AURA' }
  expect(records).toEqual([
    { ...record, after: { taken: 1, begins_at: '2025-03-01T10:00:00.000Z' } },
    { ...record, after: { taken: 1, begins_at: null } },
  ])
})

test('the order of the columns does not matter', async () => {
  const payout = {
    kind: 'referral_payout',
    project_id: 'AURA',
    wallet_address: someAddress(),
    occurred_at: '2025-03-02T10:00:00Z',
    amount_before_gas: '5',
  }
  expect(await take([payout])).toMatchObject({ taken: 1, repeated: 0 })
  const turned = Object.fromEntries(Object.entries(payout).toReversed())
  expect(await take([turned])).toMatchObject({ taken: 0, repeated: 1 })
})

test('a corrected line is taken only with a later occurred_at', async () => {
  const first = purchase('corrected', { occurred_at: '' })
  const otherwise = { ...first, payment_usd_amount: '2' }
  const reason = expect.stringContaining('use a later occurred_at')
  const refused = [{ line: 3, field: 'created_at', reason }]
  expect(await take([first, otherwise], false)).toMatchObject({ taken: 1, refused })
  await take([first])
  expect(await take([first, otherwise])).toMatchObject({ taken: 0, repeated: 1, refused })
  const newer = { ...otherwise, occurred_at: '2025-03-01T10:00:01Z' }
  expect(await take([newer, { ...first, status: 'refunded' }])).toMatchObject({ taken: 2 })
  const row = await t.db
    .selectFrom('transactions')
    .select(['payment_usd_amount', 'status'])
    .where('wallet_address', '=', first.wallet_address)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ payment_usd_amount: '2.000000000000000000', status: 'completed' })
})

test('a line without a project is refused, and the other lines are taken', async () => {
  const { project_id: _none, ...unnamed } = purchase('unnamed')
  expect(await take([unnamed, purchase('named'), { ...unnamed, project_id: '' }])).toMatchObject({
    taken: 1,
    refused: [
      { line: 2, field: 'project_id', reason: 'Must be named' },
      { line: 4, field: 'project_id', reason: 'Must be named' },
    ],
  })
})

test('a line of an unknown project is refused, and the other lines are taken', async () => {
  const lines = [purchase('here'), purchase('nowhere', { project_id: 'ARUA' })]
  expect(await take([...lines, purchase('there')])).toMatchObject({
    taken: 2,
    refused: [{ line: 3, field: 'project_id', reason: 'There is no project ARUA' }],
  })
})
