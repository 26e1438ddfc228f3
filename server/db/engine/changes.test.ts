import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addIngestKey,
  addLead,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'
import { deleteOldChanges, findReplayed, readChanges, readPosition } from './changes.ts'

let t: TestApp
let admin: SignedIn
let key: string
let position: string
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
  for (const id of ['AURA', 'HELIX']) await addProject(t.db, { id })
  key = (await addIngestKey(t.db, 'AURA')).key
})
afterAll(() => t.close())
beforeEach(async () => {
  position = await readPosition(t.db)
})

/** What has changed since the last call, as `project kind`. */
async function changed(): Promise<string[]> {
  const read = await readChanges(t.db, position)
  position = read.position
  return read.changes.map(({ projectId, kind }) => `${projectId} ${kind}`).toSorted()
}

const ADDRESS = someAddress()
const ingest = (event: object) => async () => {
  const common = { occurred_at: '2026-11-02T10:00:00.000Z' }
  const body = { events: [{ ...common, ...event }] }
  const answer = await t.call('POST', '/ingest/AURA/events', { as: key, body })
  expect(answer.body.results).toMatchObject([{ outcome: 'taken' }])
}
const purchase = (id: string, status: string, more: object = {}) =>
  ingest({
    id,
    kind: 'transaction',
    transaction_id: 'p1',
    wallet_address: ADDRESS,
    status,
    created_at: '2026-11-02T09:00:00.000Z',
    payment_token_name: 'ETH',
    payment_token_amount: '1.5',
    payment_usd_amount: '4500.25',
    ...more,
  })
const post =
  (path: string, body: object, status = 201) =>
  async () => {
    const answer = await t.call('POST', path, { as: admin, body })
    expect(answer.status).toBe(status)
  }

const CODE = {
  project_id: 'AURA',
  code: 'SPRING',
  percentage: 10,
  start_date: null,
  end_date: null,
  max_uses: null,
  tokens_come_from_stage_tokens: 0,
}

// In order: some need what earlier ones have written.
test.each<[string, () => Promise<unknown>, string[]]>([
  ['a registration', ingest({ id: 'w1', kind: 'wallet', wallet_address: ADDRESS }), ['wallets']],
  ['a pending purchase', purchase('e1', 'pending'), ['transactions']],
  [
    'a completed purchase',
    purchase('e2', 'completed', { occurred_at: '2026-11-02T10:00:01.000Z' }),
    ['transactions', 'wallets'],
  ],
  [
    'a change of status',
    purchase('e3', 'refunded', { occurred_at: '2026-11-02T10:00:02.000Z' }),
    ['transactions', 'wallets'],
  ],
  [
    'a bonus',
    ingest({
      id: 'b1',
      kind: 'bonus_transaction',
      transaction_id: 'p1',
      wallet_address: ADDRESS,
      type: 'rank',
      identifier: 'x1',
      bonus_token_amount: '5',
    }),
    ['transactions'],
  ],
  [
    'a referral payout',
    ingest({ id: 'r1', kind: 'referral_payout', wallet_address: ADDRESS, amount_before_gas: '5' }),
    ['transactions'],
  ],
  ['a lead', ingest({ id: 'l1', kind: 'lead', lead_id: 'l1', email: 'a@lead.example' }), ['leads']],
  [
    'a credit',
    post(`/wallets/AURA/${ADDRESS}/transactions/manual`, { tokens: '10', reason: 'a gift' }),
    ['manual_transactions', 'wallets'],
  ],
  [
    'a credit that waits for approval',
    async () => {
      const setLimit = (credit_approval_over: string | null) =>
        t.db
          .updateTable('projects')
          .set({ credit_approval_over })
          .where('id', '=', 'AURA')
          .execute()
      await setLimit('10')
      const credit = { tokens: '10', reason: 'a second gift' }
      await post(`/wallets/AURA/${ADDRESS}/transactions/manual`, credit, 202)()
      await setLimit(null)
    },
    ['manual_transactions'],
  ],
  [
    'a request for a credit that is taken back',
    post('/approvals/1/cancel', {}, 200),
    ['manual_transactions'],
  ],
  ['a bonus code', post('/bonus-codes', CODE), ['bonus_codes']],
  [
    'a bonus code that is disabled',
    async () => {
      const { id } = await addBonusCode(t.db, { project_id: 'AURA', disabled: false })
      await changed()
      await post(`/bonus-codes/AURA/${id}/disable`, {}, 200)()
    },
    ['bonus_codes'],
  ],
])('%s is a change', async (_what, write, kinds) => {
  await write()
  expect(await changed()).toEqual(kinds.map((kind) => `AURA ${kind}`))
  expect(await changed()).toEqual([])
})

test('an event that comes again, and an update that changes nothing, are no changes', async () => {
  await addLead(t.db, { project_id: 'AURA' })
  await changed()
  const event = { id: 'w1', kind: 'wallet', wallet_address: ADDRESS }
  const body = { events: [{ ...event, occurred_at: '2026-11-02T10:00:00.000Z' }] }
  await t.call('POST', '/ingest/AURA/events', { as: key, body })
  for (const table of ['leads', 'wallets', 'transactions', 'bonus_codes'])
    await sql`update ${sql.table(table)} set created_at = created_at`.execute(t.db)
  expect(await changed()).toEqual([])
})

test('a deleted row is a change', async () => {
  const { id } = await addLead(t.db, { project_id: 'HELIX' })
  await changed()
  await t.db.deleteFrom('leads').where('id', '=', id).execute()
  expect(await changed()).toEqual(['HELIX leads'])
})

test('a transaction has one row for each project and kind, however many rows it writes', async () => {
  await t.db.transaction().execute(async (tx) => {
    for (const project_id of ['AURA', 'HELIX', 'AURA']) {
      const { wallet_address } = await addWallet(tx, { project_id })
      await addTransaction(tx, { project_id, wallet_address })
    }
  })
  const { changes } = await readChanges(t.db, position)
  expect(await changed()).toEqual([
    'AURA transactions',
    'AURA wallets',
    'HELIX transactions',
    'HELIX wallets',
  ])
  const ids = changes.flatMap(({ transactions }) => transactions)
  expect([ids.length, new Set(ids).size]).toEqual([4, 1])
  expect(await findReplayed(t.db, [...ids, '1'])).toEqual(new Set(ids))
})

test('only changes of the last minutes stay', async () => {
  await addLead(t.db, { project_id: 'AURA' })
  await sql`insert into changes (project_id, kind, at)
    values ('HELIX', 'leads', clock_timestamp() - interval '4 minutes')`.execute(t.db)
  await deleteOldChanges(t.db)
  expect(await changed()).toEqual(['AURA leads'])
})
