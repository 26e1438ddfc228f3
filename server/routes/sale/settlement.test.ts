import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Settlement, Statement } from '#src/wire/settlement.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

const PERIOD = { start_date: '2026-06-30T22:00:00.000Z', end_date: '2026-07-31T22:00:00.000Z' }
const IN_JULY = '2026-07-10T12:00:00Z'

let app: TestApp
let admin: SignedIn
let buyer: { project_id: string; wallet_address: string }
afterEach(() => app.close())
beforeEach(async () => {
  app = await openTestApp()
  admin = await app.signIn('admin')
  await addProject(app.db, { id: 'AURA' })
  buyer = { project_id: 'AURA', wallet_address: someAddress() }
  await addWallet(app.db, buyer)
})

const buy = (payment_usd_amount: string, created_at = IN_JULY) =>
  addTransaction(app.db, { ...buyer, payment_usd_amount, status: 'completed', created_at })

const setTerms = (fee: string, liquidity: string) =>
  app.db
    .updateTable('projects')
    .set({
      fee_enabled: true,
      fee_percentage: fee,
      liquidity_split_enabled: true,
      liquidity_split_percentage: liquidity,
    })
    .where('id', '=', 'AURA')
    .execute()

const termsFrom = (at: string, fee: string) =>
  sql`insert into project_terms (project_id, valid_from, fee_enabled, fee_percentage,
      liquidity_split_enabled, liquidity_split_percentage, staking_enabled, staking_apy,
      staking_rewards_active, default_referral_payout_percentage, banners_enabled,
      banners_desktop_aspect_ratio, banners_mobile_aspect_ratio)
    values ('AURA', ${at}, true, ${fee}, false, 0, false, 0, false, 0, false, '16:5', '4:3')`.execute(
    app.db,
  )

async function settlement(): Promise<Settlement> {
  const query = new URLSearchParams({ ...PERIOD, projects: 'AURA' })
  const { status, body: json } = await app.call('GET', `/settlement/summary?${query.toString()}`, {
    as: admin,
  })
  expect(status).toBe(200)
  return json.AURA
}

test('the rounding line closes the cents that the rounded lines lack', async () => {
  await sql`delete from project_terms`.execute(app.db)
  await setTerms('0.025', '0.2')
  await buy('0.11')
  // Fees 0.00275 and liquidity 0.02145 leave 0.0858: rounded, 0.11 - 0.00 - 0.02 would be 0.09.
  expect(await settlement()).toMatchObject({
    gross_usd: '0.11',
    fees_usd: '0.00',
    liquidity_usd: '0.02',
    remaining_usd: '0.09',
    rounding_usd: '0.00',
    terms_since: null,
  })
  await buy('0.11')
  // Twice: 0.0055, 0.0429 and 0.1716; 0.22 - 0.01 - 0.04 = 0.17.
  expect(await settlement()).toMatchObject({ fees_usd: '0.01', remaining_usd: '0.17' })
  await setTerms('0.5', '0.5')
  await buy('0.01')
  // 0.23 halved is 0.115, and again 0.0575: 0.23 - 0.12 - 0.06 = 0.05, but 0.06 remain.
  expect(await settlement()).toMatchObject({
    gross_usd: '0.23',
    fees_usd: '0.12',
    liquidity_usd: '0.06',
    remaining_usd: '0.06',
    rounding_usd: '0.01',
  })
})

test('each purchase is settled at the terms of its time, and before their history at the present ones', async () => {
  await sql`delete from project_terms`.execute(app.db)
  await setTerms('0.5', '0')
  await termsFrom('2026-07-10T00:00:00Z', '0.1')
  await termsFrom('2026-07-20T00:00:00Z', '0.2')
  await buy('100', '2026-07-09T23:59:59.999Z')
  await buy('100', '2026-07-10T00:00:00.000Z')
  await buy('100', '2026-07-20T00:00:00.000Z')
  expect(await settlement()).toMatchObject({
    fees_usd: '80.00',
    terms_since: '2026-07-10T00:00:00.000Z',
    applied_terms: [
      { from: PERIOD.start_date, fee: '0.5', liquidity: '0' },
      { from: '2026-07-10T00:00:00.000Z', fee: '0.1', liquidity: '0' },
      { from: '2026-07-20T00:00:00.000Z', fee: '0.2', liquidity: '0' },
    ],
  })
})

test.each([
  ['an empty range', PERIOD.start_date, PERIOD.start_date],
  ['all times that can be written', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'],
])('%s has a settlement', async (_name, start_date, end_date) => {
  await buy('10')
  const query = new URLSearchParams({ start_date, end_date, projects: 'AURA' })
  const { status, body } = await app.call('GET', `/settlement/summary?${query.toString()}`, {
    as: admin,
  })
  expect(status).toBe(200)
  expect(body.AURA.gross_usd).toBe(start_date === end_date ? '0.00' : '10.00')
})

test('refunded purchases are no part of what came in', async () => {
  await buy('10')
  const { id } = await buy('20')
  await sql`update transactions set status = 'refunded' where id = ${id}`.execute(app.db)
  expect(await settlement()).toMatchObject({
    gross_usd: '10.00',
    purchases: 1,
    refunded_usd: '20.00',
    refunded_purchases: 1,
  })
})

const save = (as: SignedIn, body: object = {}) =>
  app.call('POST', '/settlement/statements', {
    as,
    body: { ...PERIOD, project_id: 'AURA', tz: 'Europe/Berlin', ...body },
  })

async function statements(query = ''): Promise<Statement[]> {
  const path = `/settlement/statements?projects=AURA${query}`
  return (await app.call('GET', path, { as: admin })).body.results
}

test('a statement keeps its figures when the sale goes on, and is found by its period', async () => {
  await buy('10')
  const { status, body: json } = await save(admin)
  expect(status).toBe(201)
  await buy('32')
  expect(await statements()).toEqual([json])
  expect(json).toMatchObject({
    ...PERIOD,
    created_by: admin.user.email,
    tz: 'Europe/Berlin',
    figures: { gross_usd: '10.00' },
  })
  expect((await settlement()).gross_usd).toBe('42.00')
  const period = `&${new URLSearchParams(PERIOD).toString()}`
  expect(await statements(period)).toHaveLength(1)
  expect(await statements('&start_date=2026-07-01T00:00:00Z')).toEqual([])
  await expect(sql`update settlement_statements set tz = 'UTC'`.execute(app.db)).rejects.toThrow(
    'append-only',
  )
})

test('saving a statement is recorded, and a repeated request saves one', async () => {
  const request = {
    as: admin,
    headers: { 'idempotency-key': 'once' },
    body: { ...PERIOD, project_id: 'AURA', tz: 'Europe/Berlin' },
  }
  const [first, second] = [
    await app.call('POST', '/settlement/statements', request),
    await app.call('POST', '/settlement/statements', request),
  ]
  expect(second.body).toEqual(first.body)
  expect(await statements()).toHaveLength(1)
  const { rows } =
    await sql`select object_id from audit_log where action = 'statement.save'`.execute(app.db)
  expect(rows).toEqual([{ object_id: first.body.id }])
})

test('statements of a project are numbered, also when several are saved at once', async () => {
  await addProject(app.db, { id: 'NOVA' })
  const saved = await Promise.all([save(admin), save(admin), save(admin)])
  expect(saved.map(({ body }) => body.number).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  expect((await save(admin, { project_id: 'NOVA' })).body.number).toBe(1)
  expect((await save(admin)).body.number).toBe(4)
  expect((await statements()).map(({ number }) => number)).toContain(4)
  const { rows } = await sql<{ number: number }>`
    select (after->>'number')::int as number from audit_log
    where action = 'statement.save' and project_id = 'AURA' order by 1`.execute(app.db)
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4])
})

test('a period that is not over is saved only when that is confirmed', async () => {
  const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
  const refused = await save(admin, { end_date: later(3_600_000) })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(/^Path: body.end_date, Message: The period is not over\./)
  const body = { end_date: later(3_600_000), confirm_open_period: true }
  expect((await save(admin, body)).status).toBe(201)
  // A rolling period ends now, by the clock of a device.
  expect((await save(admin, { end_date: later(1000) })).status).toBe(201)
})

test('a purchase that is voided later shows in the difference, not in the statement', async () => {
  await buy('10')
  const { id } = await buy('20')
  const { body } = await save(admin)
  await sql`update transactions set voided_at = now(), void_reason = 'A test', voided_by = 'x'
    where id = ${id}`.execute(app.db)
  expect(await settlement()).toMatchObject({ gross_usd: '10.00', purchases: 1 })
  expect(await settlement()).toMatchObject({ refunded_usd: '0.00', refunded_purchases: 0 })
  expect(await statements()).toEqual([body])
  expect(body.figures).toMatchObject({ gross_usd: '30.00', purchases: 2 })
})

test.each([
  [{ end_date: PERIOD.start_date }, 'end_date'],
  [{ tz: 'Mars/Olympus' }, 'tz'],
  [{ start_date: 'yesterday' }, 'start_date'],
  [{ note: 'x' }, 'note'],
])('a statement with %o names the field', async (body, field) => {
  const { status, body: json } = await save(admin, body)
  expect(status).toBe(400)
  expect(JSON.stringify(json)).toContain(field)
})

test('roles without money and other projects have no settlement', async () => {
  const marketing = await app.signIn('marketing', ['AURA'])
  expect((await save(marketing)).status).toBe(403)
  const other = await app.signIn('client', [])
  expect((await save(other)).status).toBe(404)
})
