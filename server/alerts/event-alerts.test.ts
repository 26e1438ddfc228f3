import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ingest } from '#server/db/ingest/ingest.ts'
import { addRule, eventsOf } from '#tests/support/calls/alerts.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addChain,
  addIngestKey,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
  someProjectId,
  TEST_PASSWORD,
} from '#tests/support/server/builders.ts'
import { evaluateAlerts } from './evaluator.ts'

// Alerts that are written in the transaction of their cause.

let t: TestApp
let staff: SignedIn
let project: string
let key: string
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-11-20T12:00:00.000Z')
  project = someProjectId()
  await addProject(t.db, { id: project })
  key = (await addIngestKey(t.db, project)).key
  staff = await t.signIn('client', [project])
})

let last = 0
const purchase = (usd: string, more: object = {}) => {
  last += 1
  return {
    id: `e${last}`,
    kind: 'transaction',
    occurred_at: '2026-11-20T11:30:00.000Z',
    transaction_id: `t${last}`,
    wallet_address: someAddress(),
    status: 'completed',
    created_at: '2026-11-20T11:00:00.000Z',
    payment_token_name: 'ETH',
    payment_token_amount: '1.5',
    payment_usd_amount: usd,
    ...more,
  }
}
async function send(...events: object[]): Promise<void> {
  const { body } = await t.call('POST', `/ingest/${project}/events`, { as: key, body: { events } })
  expect(body.results.every(({ outcome }: { outcome: string }) => outcome === 'taken')).toBe(true)
}
const events = (as = staff) => eventsOf(t.db, as.user.id)
const watchPurchases = (as = staff, fields: object = {}) =>
  addRule(t.db, as.user.id, { kind: 'purchase_over', threshold: '5000', ...fields })

test('a completed purchase of more than the limit causes an alert, one of the limit none', async () => {
  const id = await watchPurchases()
  await send(purchase('5000'), purchase('5000.000000000000000001', { stage_name: 'Stage 5' }))
  expect(await events()).toEqual([
    {
      rule_id: id,
      kind: 'purchase_over',
      project_id: project,
      key: expect.stringMatching(/^\d+$/),
      at: new Date('2026-11-20T11:00:00.000Z'),
      data: {
        transaction_id: expect.any(String),
        usd: '5000.000000000000000001',
        stage_name: 'Stage 5',
        country: null,
        utm_source: null,
        utm_medium: null,
      },
    },
  ])
})

test('a purchase causes an alert when it becomes completed, and once', async () => {
  await watchPurchases()
  const own = { transaction_id: 'own' }
  const at = (minute: number) => ({
    ...own,
    occurred_at: `2026-11-20T11:${String(minute)}:00.000Z`,
  })
  await send(purchase('9000', { ...at(30), status: 'pending' }))
  expect(await events()).toEqual([])
  await send(purchase('9000', at(31)))
  expect(await events()).toHaveLength(1)
  await send(purchase('9000', { ...at(32), status: 'failed' }))
  await send(purchase('9000', at(33)))
  expect(await events()).toHaveLength(1)
})

test('a purchase at an unusual price causes an alert when it arrives, and once', async () => {
  const id = await addRule(t.db, staff.user.id, { kind: 'price_unusual' })
  const usual = { tokens_bought: '100', stage_name: 'Stage 5' }
  await send(...Array.from({ length: 5 }, () => purchase('10', usual)))
  const forged = { ...usual, tokens_bought: '10000000', transaction_id: 'forged' }
  // An end without tokens is no danger.
  await send(purchase('1', { ...forged, status: 'failed' }))
  expect(await events()).toEqual([])
  const at = (minute: number) => ({ ...forged, occurred_at: `2026-11-20T11:${minute}:00.000Z` })
  await send(purchase('1', { ...at(31), status: 'pending' }))
  await send(purchase('1', at(32)))
  expect(await events()).toEqual([
    {
      rule_id: id,
      kind: 'price_unusual',
      project_id: project,
      key: expect.stringMatching(/^price:\d+$/),
      at: new Date('2026-11-20T11:00:00.000Z'),
      data: expect.objectContaining({
        usd: '1.000000000000000000',
        tokens: '10000000.000000000000000000',
        key_name: 'site',
      }),
    },
  ])
  const preview = await t.call('POST', '/alerts/preview', {
    as: staff,
    body: { kind: 'price_unusual', project_id: null, channels: [], enabled: 1 },
  })
  expect(preview.body).toMatchObject({ fired: 1, examples: ['2026-11-20T11:00:00.000Z'] })
})

test('several rules and several people each have their own alert', async () => {
  const other = await t.signIn('user', [project])
  await watchPurchases()
  await watchPurchases(staff, { threshold: '1000', project_id: project })
  await watchPurchases(staff, { threshold: '9000' })
  await watchPurchases(other)
  await send(purchase('6000'))
  expect([(await events()).length, (await events(other)).length]).toEqual([2, 1])
})

test('nobody has an alert that is off, about another project, or that the person may not see', async () => {
  const elsewhere = await addProject(t.db)
  const people = {
    off: await t.signIn('client', [project]),
    elsewhere: await t.signIn('client', [project, elsewhere.id]),
    stranger: await t.signIn('client'),
    marketing: await t.signIn('marketing', [project]),
    disabled: await t.signIn('client', [project], { disabled_at: t.clock.now() }),
    admin: await t.signIn('admin'),
  }
  await watchPurchases(people.off, { enabled: 0 })
  await watchPurchases(people.elsewhere, { project_id: elsewhere.id })
  for (const one of ['stranger', 'marketing', 'disabled', 'admin'] as const)
    await watchPurchases(people[one])
  await watchPurchases(people.stranger, { project_id: project })
  await send(purchase('6000'))
  const counts = Object.entries(people).map(async ([name, one]) => [
    name,
    (await events(one)).length,
  ])
  expect(Object.fromEntries(await Promise.all(counts))).toEqual({
    off: 0,
    elsewhere: 0,
    stranger: 0,
    marketing: 0,
    disabled: 0,
    admin: 1,
  })
})

test('an import causes no alert', async () => {
  await watchPurchases()
  const batch = { projectId: project, now: t.clock.now(), isImported: true }
  const { results } = await ingest(t.db, { ...batch, events: [purchase('9000')] })
  expect(results).toMatchObject([{ outcome: 'taken' }])
  expect(await events()).toEqual([])
})

test('a batch that fails causes no alert', async () => {
  await watchPurchases()
  const batch = { projectId: project, now: t.clock.now(), events: [purchase('9000')] }
  const failing = ingest(t.db, batch, async (db, work) =>
    db.transaction().execute(async (tx) => {
      await work(tx)
      throw new Error('stopped')
    }),
  )
  await expect(failing).rejects.toThrow('stopped')
  expect(await events()).toEqual([])
})

test('a purchase of an archived project causes no alert', async () => {
  await watchPurchases()
  const archived_at = t.clock.now()
  await t.db.updateTable('projects').set({ archived_at }).where('id', '=', project).execute()
  await ingest(t.db, { projectId: project, now: archived_at, events: [purchase('9000')] })
  expect(await events()).toEqual([])
})

async function credit(wallet: string, tokens: string, as: SignedIn): Promise<void> {
  const path = `/wallets/${project}/${wallet}/transactions/manual`
  const body = { reason: 'a good reason', tokens }
  expect((await t.call('POST', path, { as, body })).status).toBe(201)
}

test('a credit over the limit by somebody else causes an alert, an own one none', async () => {
  const other = await t.signIn('user', [project])
  for (const one of [staff, other])
    await addRule(t.db, one.user.id, { kind: 'credit_over', threshold: '100000' })
  const { wallet_address: wallet } = await addWallet(t.db, { project_id: project })
  await credit(wallet, '100000', other)
  await credit(wallet, '100000.5', other)
  expect(await events(other)).toEqual([])
  expect(await events()).toMatchObject([
    {
      kind: 'credit_over',
      project_id: project,
      at: t.clock.now(),
      data: { wallet_address: wallet, by: other.user.email, tokens: '100000.500000000000000000' },
    },
  ])
})

test('a rule that is changed to credits misses none with the number of a purchase', async () => {
  const id = await watchPurchases()
  await send(purchase('5001'))
  const [fired] = await events()
  await sql`select setval(pg_get_serial_sequence('manual_transactions', 'id'), ${fired?.key}, false)`.execute(
    t.db,
  )
  await t.db.updateTable('alert_rules').set({ kind: 'credit_over' }).where('id', '=', id).execute()
  const { wallet_address: wallet } = await addWallet(t.db, { project_id: project })
  await credit(wallet, '6000', await t.signIn('user', [project]))
  expect((await events()).map(({ kind }) => kind).toSorted()).toEqual([
    'credit_over',
    'purchase_over',
  ])
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const NEWER_FIREFOX = FIREFOX.replaceAll('130', '131')
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/18.0 Safari/605.1'

async function logIn(userAgent: string, at: string): Promise<string> {
  t.clock.set(at)
  const body = { email: staff.user.email, password: TEST_PASSWORD }
  const headers = { 'user-agent': userAgent }
  const answer = await t.call('POST', '/auth/login', { body, headers })
  expect(answer.status).toBe(200)
  return answer.body.tokens.access.token
}

test('a sign-in from a browser and system that was not used for 90 days causes an alert; the first none', async () => {
  await addRule(t.db, staff.user.id, { kind: 'new_device' })
  await logIn(FIREFOX, '2026-11-20T12:00:00.000Z')
  await logIn(NEWER_FIREFOX, '2026-11-20T12:01:00.000Z')
  expect(await events()).toEqual([])
  await logIn(SAFARI, '2026-11-20T12:02:00.000Z')
  await logIn(SAFARI, '2026-11-20T12:03:00.000Z')
  await logIn('curl/8.5.0', '2026-11-20T12:04:00.000Z')
  await logIn('curl/8.5.0', '2026-11-20T12:05:00.000Z')
  // A millisecond more than 90 days after the last use, and 90 days.
  await logIn(FIREFOX, '2027-02-18T12:01:00.001Z')
  const token = await logIn(SAFARI, '2027-02-18T12:03:00.000Z')
  expect(await events()).toMatchObject([
    { at: new Date('2026-11-20T12:02:00.000Z'), data: { device: 'Safari on macOS' } },
    { at: new Date('2026-11-20T12:04:00.000Z'), data: { device: null }, project_id: null },
    { at: new Date('2027-02-18T12:01:00.001Z'), data: { device: 'Firefox on Linux' } },
  ])
  // The preview reads the same history.
  const body = { kind: 'new_device', project_id: null, channels: [], enabled: 1 }
  const preview = await t.call('POST', '/alerts/preview', { as: token, body })
  expect(preview.body).toEqual({ fired: 1, examples: ['2027-02-18T12:01:00.001Z'] })
})

test('without a rule, sign-ins, credits and purchases cause nothing but the mail of a new device', async () => {
  await logIn(FIREFOX, '2026-11-20T12:00:00.000Z')
  await logIn(SAFARI, '2026-11-20T12:01:00.000Z')
  await send(purchase('9000'))
  expect(await events()).toMatchObject([
    {
      kind: 'account',
      project_id: null,
      at: new Date('2026-11-20T12:01:00.000Z'),
      data: { is: 'new_device', device: 'Safari on macOS', ip: '127.0.0.1', country: null },
    },
  ])
})

test('every refused event is counted by five minutes, also those that are not kept', async () => {
  const refuse = async (n: number) => {
    const bad = Array.from({ length: n }, () => ({ kind: 'nothing' }))
    const body = { events: bad }
    const answer = await t.call('POST', `/ingest/${project}/events`, { as: key, body })
    expect(answer.body.results).toHaveLength(n)
  }
  t.clock.set('2026-11-20T12:04:59.999Z')
  await refuse(60)
  await refuse(1)
  t.clock.set('2026-11-20T12:05:00.000Z')
  await refuse(2)
  const counts = await t.db
    .selectFrom('ingest_refusal_counts')
    .select(['bucket', 'n'])
    .where('project_id', '=', project)
    .orderBy('bucket')
    .execute()
  expect(counts).toEqual([
    { bucket: new Date('2026-11-20T12:00:00.000Z'), n: 61 },
    { bucket: new Date('2026-11-20T12:05:00.000Z'), n: 2 },
  ])
})

const minutesAgo = (minutes: number) => new Date(t.clock.now().getTime() - minutes * 60_000)
async function evaluate(): Promise<void> {
  await t.db.deleteFrom('alert_evaluation').execute()
  await t.db
    .insertInto('alert_evaluation')
    .values({ evaluated_until: minutesAgo(60) })
    .execute()
  await evaluateAlerts({ db: t.db, clock: t.clock, log: (line) => expect(line).toBe('') })
}

test('a purchase that differs from its chain is one alert, and the earlier ones of a day are one', async () => {
  await addChain(t.db, { project_id: project })
  const { wallet_address } = await addWallet(t.db, { project_id: project })
  await addRule(t.db, staff.user.id, { kind: 'purchase_unproven' })
  const differ = async (created_at: Date, differs_at: Date, fields: object = {}) => {
    const own = { project_id: project, wallet_address, created_at, ...fields }
    const { id } = await addTransaction(t.db, own)
    const found = { reason: 'too_little' as const, differs_at }
    await t.db.updateTable('proofs').set(found).where('transaction_id', '=', id).execute()
    return id
  }
  const fresh = await differ(minutesAgo(70), minutesAgo(10))
  await differ(minutesAgo(70), minutesAgo(10), {
    voided_at: minutesAgo(5),
    voided_by: 'x',
    void_reason: 'x',
  })
  for (let n = 0; n < 40; n++) await differ(minutesAgo(5000 + n), minutesAgo(30 - n / 4))
  await differ(minutesAgo(5000), minutesAgo(1))
  await evaluate()
  await evaluate()
  expect(await events()).toMatchObject([
    // Those of the first quarter of an hour.
    { key: `proofs:${project}:2026-11-20`, at: minutesAgo(15), data: { late: 40 } },
    {
      key: `proof:${fresh}`,
      at: minutesAgo(10),
      data: { transaction_id: String(fresh), usd: '100.000000000000000000', reason: 'too_little' },
    },
  ])
})

test('a payment without a purchase is an alert after its minutes, if it is still open then', async () => {
  await addRule(t.db, staff.user.id, { kind: 'payment_unmatched', threshold: '30' })
  let place = 0
  const pay = (at: Date, found_at: Date, fields: object = {}) =>
    t.db
      .insertInto('chain_payments')
      .values({
        project_id: project,
        chain_id: 1,
        transaction_hash: '0xaa',
        log_index: 0,
        block: 1,
        at,
        found_at,
        payer: '0xbb',
        receiver: '0xcc',
        token: 'USDT',
        amount: '12.5',
        place: place++,
        ...fields,
      })
      .execute()
  await pay(minutesAgo(31), minutesAgo(31))
  await pay(minutesAgo(29), minutesAgo(29))
  await pay(minutesAgo(40), minutesAgo(6))
  await pay(minutesAgo(50), minutesAgo(50), { state: 'dismissed' })
  for (let n = 0; n < 20; n++) await pay(minutesAgo(9000), minutesAgo(20))
  await evaluate()
  await evaluate()
  const data = { amount: '12.5', token: 'USDT', payer: '0xbb' }
  expect(await events()).toMatchObject([
    { at: minutesAgo(6), data },
    { at: minutesAgo(5), data: { late: 20 } },
    { at: minutesAgo(1), data },
  ])
  t.clock.advance(60_000)
  await evaluate()
  expect(await events()).toHaveLength(4)
})
