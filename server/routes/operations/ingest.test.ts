import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runIngestKeysCommand } from '#server/admin/ingest-keys.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addBonusCode, addIngestKey, addProject } from '#tests/support/server/builders.ts'

let t: TestApp
let key: string
let project: string

const context = () => ({ db: t.db, now: t.clock.now(), operator: 'tests' })
const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`

const send = (events: unknown, as: string | null = key, to = project) =>
  t.call('POST', `/ingest/${to}/events`, { as, body: { events } })

const wallet = (id: string, n: number, more = {}) => ({
  id,
  kind: 'wallet',
  occurred_at: '2026-11-01T10:00:00.000Z',
  wallet_address: address(n),
  ...more,
})

const purchase = (id: string, source: string, n: number, more = {}) => ({
  id,
  kind: 'transaction',
  occurred_at: '2026-11-02T10:00:00.000Z',
  transaction_id: source,
  wallet_address: address(n),
  status: 'completed',
  created_at: '2026-11-02T09:00:00.000Z',
  payment_token_name: 'ETH',
  payment_token_amount: '1.5',
  payment_usd_amount: '4500.25',
  ...more,
})

const one = async (query: string) => {
  const { rows } = await sql.raw<Record<string, unknown>>(query).execute(t.db)
  return rows[0]
}

beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  project = `P${randomBytes(4).toString('hex')}`
  await addProject(t.db, { id: project })
  key = (await addIngestKey(t.db, project)).key
})

describe('the key', () => {
  it('gives access to the events of its project only', async () => {
    await addProject(t.db, { id: `${project}-2` })
    const staff = await t.signIn('admin')
    expect((await send([wallet('w1', 1)])).status).toBe(200)
    expect((await send([wallet('w2', 1)], null)).status).toBe(401)
    expect((await send([wallet('w2', 1)], 'ingest_unknown')).status).toBe(401)
    expect((await send([wallet('w2', 1)], staff.token)).status).toBe(401)
    expect((await send([wallet('w2', 1)], key, `${project}-2`)).status).toBe(404)
    for (const other of ['NONE', 'N'.repeat(101)])
      expect((await send([wallet('w2', 1)], key, other)).status).toBe(404)
    expect((await t.call('GET', '/projects/names', { as: key })).status).toBe(401)
  })

  it('is stored as a hash, with its last use, and ends when revoked', async () => {
    const output = await runIngestKeysCommand(context(), ['list'])
    expect(output).toContain(`…${key.slice(-4)}  last used never`)
    expect(output).not.toContain(key)
    await send([wallet('w1', 1)])
    expect(await runIngestKeysCommand(context(), ['list'])).toContain('last used 2026-11-20')
    const row = await one(`select id from ingest_keys where project_id = '${project}'`)
    await runIngestKeysCommand(context(), ['revoke', String(row?.['id'])])
    expect((await send([wallet('w2', 1)])).status).toBe(401)
    await expect(runIngestKeysCommand(context(), ['revoke', '999999'])).rejects.toThrow('no key')
    await expect(runIngestKeysCommand(context(), ['create', 'NONE'])).rejects.toThrow('no project')
  })

  it('is limited to 600,000 events a minute, with a call as at least one', async () => {
    const row = await one(`select id from ingest_keys where project_id = '${project}'`)
    const counter = `ingest-events:${String(row?.['id'])}`
    const ends = new Date(t.clock.now().getTime() + 30_000)
    await t.db
      .insertInto('rate_counters')
      .values({ key: counter, count: 599_997, window_ends_at: ends })
      .execute()
    expect((await send([wallet('w1', 1), wallet('w2', 2)])).status).toBe(200)
    expect((await send('no events')).status).toBe(400)
    expect(await one(`select count from rate_counters where key = '${counter}'`)).toEqual({
      count: 600_000,
    })
    const response = await send([wallet('w3', 3)])
    expect([response.status, response.headers['retry-after']]).toEqual([429, '30'])
    expect(response.body.message).toContain('600,000 events a minute')
  })

  it('takes a hundred purchases at once, each in a request of its own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => send([purchase(`p${n}`, `t${n}`, n % 7)])),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.map(({ body }) => body.results[0])).toEqual(
      answers.map((_, n) => ({ id: `p${n}`, outcome: 'taken' })),
    )
    expect(
      await one(`select count(*)::integer as n from transactions where project_id = '${project}'`),
    ).toEqual({ n: 100 })
  })
})

describe('a batch', () => {
  it('is validated event by event, with the field and the reason', async () => {
    const { status, body } = await send([
      wallet('good', 1),
      wallet('bad-address', 1, { wallet_address: '0x1' }),
      wallet('future', 1, { occurred_at: '2026-11-20T12:06:00.000Z' }),
      wallet('old', 1, { occurred_at: '1999-01-01T00:00:00.000Z' }),
      wallet('nul', 1, { country: 'D\0E' }),
      wallet('half', 1, { country: 'D\uD800' }),
      wallet('extra', 1, { colour: 'red' }),
      purchase('float', 't1', 1, { payment_usd_amount: 12.5 }),
      { ...wallet('kind', 1), kind: 'party' },
      { kind: 'wallet' },
      'nonsense',
      wallet('good', 2),
    ])
    expect(status).toBe(200)
    expect(
      body.results.map(({ id, outcome, field }: Record<string, unknown>) => [id, outcome, field]),
    ).toEqual([
      ['good', 'taken', undefined],
      ['bad-address', 'refused', 'wallet_address'],
      ['future', 'refused', 'occurred_at'],
      ['old', 'refused', 'occurred_at'],
      ['nul', 'refused', 'country'],
      ['half', 'refused', 'country'],
      ['extra', 'refused', 'colour'],
      ['float', 'refused', 'payment_usd_amount'],
      ['kind', 'refused', 'kind'],
      [null, 'refused', 'id'],
      [null, 'refused', 'event'],
      ['good', 'repeated', undefined],
    ])
  })

  it.each([
    ['2009-01-01T00:00:00.000Z', 'taken'],
    ['2008-12-31T23:59:59.999Z', 'refused'],
    ['2026-11-20T12:05:00.000Z', 'taken'],
    ['2026-11-20T12:05:00.001Z', 'refused'],
  ])('an event of %s, by a clock of noon, is %s', async (occurred_at, outcome) => {
    const { body } = await send([wallet('w', 1, { occurred_at })])
    expect(body.results).toMatchObject([{ id: 'w', outcome }])
  })

  it('is refused a source or referrer above the maximum length', async () => {
    const [source, referrer] = ['s'.repeat(160), 'r'.repeat(500)]
    const { body } = await send([
      purchase('e1', 't1', 1, { utm_source: source, referrer }),
      purchase('e2', 't2', 1, { utm_source: `${source}a` }),
      purchase('e3', 't3', 1, { referrer: `${referrer}a` }),
    ])
    expect(body.results).toEqual([
      { id: 'e1', outcome: 'taken' },
      {
        id: 'e2',
        outcome: 'refused',
        field: 'utm_source',
        reason: 'Must be at most 160 characters',
      },
      { id: 'e3', outcome: 'refused', field: 'referrer', reason: 'Must be at most 500 characters' },
    ])
  })

  it('names the first unknown field, and truncates a long id', async () => {
    const { body } = await send([
      wallet('w', 1, { colour: 'red', size: 'big' }),
      wallet('x'.repeat(200), 1),
    ])
    expect(body.results).toEqual([
      { id: 'w', outcome: 'refused', field: 'colour', reason: 'Unknown field' },
      {
        id: 'x'.repeat(128),
        outcome: 'refused',
        field: 'id',
        reason: 'Must be 1 to 128 visible ASCII characters',
      },
    ])
  })

  it('must hold 1 to 1,000 events', async () => {
    expect((await send([])).status).toBe(400)
    expect((await send(Array.from({ length: 1001 }, () => 1))).status).toBe(400)
    expect((await send('x')).status).toBe(400)
    expect((await t.call('POST', `/ingest/${project}/events`, { as: key })).status).toBe(400)
  })

  it('that is too large gets a hint to send fewer events', async () => {
    const { status, body } = await send([wallet('w', 1, { referrer: 'x'.repeat(2_000_000) })])
    expect([status, body.message]).toEqual([
      413,
      'The body must be at most 2 MB: send fewer events at once',
    ])
  })

  it('that is sent again has no effect', async () => {
    const events = [
      wallet('w', 1),
      purchase('p', 't', 1),
      {
        id: 'r',
        kind: 'referral_payout',
        occurred_at: '2026-11-02T11:00:00.000Z',
        wallet_address: address(2),
        amount_before_gas: '10.5',
      },
    ]
    await send(events)
    const again = await send(events)
    expect(again.body.results.map((result: { outcome: string }) => result.outcome)).toEqual([
      'repeated',
      'repeated',
      'repeated',
    ])
    expect(
      await one(`select count(*) n from referral_payouts where project_id = '${project}'`),
    ).toEqual({ n: 1 })
  })

  it('can be sent again with a corrected event', async () => {
    await send([wallet('w', 1, { wallet_address: '0x1' })])
    const { body } = await send([wallet('w', 1)])
    expect(body.results).toEqual([{ id: 'w', outcome: 'taken' }])
  })
})

describe('purchases', () => {
  it('follow their newest event, independent of the order of arrival', async () => {
    const steps = [
      purchase('e1', 't', 1, { status: 'pending', occurred_at: '2026-11-02T09:00:00.000Z' }),
      purchase('e2', 't', 1, { status: 'processing', occurred_at: '2026-11-02T09:01:00.000Z' }),
      purchase('e3', 't', 1, { status: 'completed', occurred_at: '2026-11-02T09:02:00.000Z' }),
      purchase('e4', 't', 1, { status: 'refunded', occurred_at: '2026-11-02T09:02:00.000Z' }),
    ]
    for (const event of steps.toReversed()) await send([event])
    expect(await one(`select status from transactions where project_id = '${project}'`)).toEqual({
      status: 'refunded',
    })
  })

  it('count in the figures, deposit classes and conversions at once', async () => {
    const staff = await t.signIn('user', [project])
    await send([purchase('e2', 't2', 1, { created_at: '2026-11-03T09:00:00.000Z' })])
    await send([purchase('e1', 't1', 1), wallet('w1', 1, { country: 'DE' })])
    const range = `start_date=2026-10-01T00:00:00.000Z&end_date=2026-11-20T00:00:00.000Z&projects=${project}`
    const summary = await t.call('GET', `/transactions/summary?${range}`, { as: staff })
    expect(summary.body[project]).toEqual([{ total_transactions: 2, total_amount: 9000.5 }])
    const deposits = await t.call('GET', `/deposits/summary?${range}`, { as: staff })
    expect(deposits.body[project][0]).toMatchObject({ total: 2, first_time_deposits: 1 })
    const conversions = await t.call('GET', `/registrations/conversions?${range}`, { as: staff })
    expect(conversions.body[project]).toEqual({
      registrations: [{ total_registrations: 1 }],
      converted_users: 1,
    })
  })

  it('older than the project move its start back', async () => {
    await send([purchase('e1', 't1', 1, { created_at: '2020-01-01T00:00:00.000Z' })])
    const row = await one(`select created_at from projects where id = '${project}'`)
    expect(row?.['created_at']).toEqual(new Date('2020-01-01T00:00:00.000Z'))
  })
})

describe('bonuses', () => {
  const bonus = (id: string, source: string, more = {}) => ({
    id,
    kind: 'bonus_transaction',
    occurred_at: '2026-11-02T10:00:00.000Z',
    transaction_id: source,
    wallet_address: address(1),
    type: 'bonus_code',
    identifier: 'WELCOME10',
    bonus_token_amount: '12.5',
    ...more,
  })

  it('find their purchase, also if it arrives later', async () => {
    await send([bonus('b1', 't1')])
    expect(await one(`select count(*) n from bonus_transactions`)).toEqual({ n: 0 })
    await send([purchase('e1', 't1', 1)])
    await send([bonus('b2', 't1', { type: 'rank' })])
    const staff = await t.signIn('user', [project])
    const list = await t.call('GET', `/transactions?projects=${project}`, { as: staff })
    const bonuses = await t.call(
      'GET',
      `/bonus-transactions?transaction_id=${list.body.results[0].id}`,
      { as: staff },
    )
    expect(bonuses.body.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'bonus_code',
      'rank',
    ])
  })

  it('count the uses of their code, which must exist', async () => {
    const code = await addBonusCode(t.db, { project_id: project, code: 'Welcome10' })
    const { body } = await send([
      bonus('b1', 't1', { bonus_code: 'WELCOME10' }),
      bonus('b2', 't2', { bonus_code: 'welcome10' }),
      bonus('b3', 't3', { bonus_code: 'OTHER' }),
    ])
    expect(body.results[2]).toMatchObject({ outcome: 'refused', field: 'bonus_code' })
    expect(await one(`select uses from bonus_codes where id = ${code.id}`)).toEqual({ uses: 2 })
  })
})

describe('leads and wallets', () => {
  it('a lead has the values of its newest event and the creation time of its first', async () => {
    const lead = (id: string, occurred_at: string, more = {}) => ({
      id,
      kind: 'lead',
      occurred_at,
      lead_id: 'l1',
      email: 'ann@example.org',
      ...more,
    })
    await send([lead('e2', '2026-11-02T10:00:00.000Z', { is_email_verified: 1, mobile: '+491' })])
    await send([lead('e1', '2026-11-01T10:00:00.000Z')])
    const row = await one(`select * from leads where project_id = '${project}'`)
    expect(row).toMatchObject({
      is_email_verified: true,
      mobile: '+491',
      created_at: new Date('2026-11-01T10:00:00.000Z'),
    })
  })

  it('a wallet is registered at its first registration, or at its first purchase without one', async () => {
    const read = () =>
      one(`select created_at, country from wallets where project_id = '${project}'`)
    await send([purchase('e1', 't1', 1)])
    expect(await read()).toMatchObject({ created_at: new Date('2026-11-02T09:00:00.000Z') })
    await send([wallet('w2', 1, { occurred_at: '2026-11-05T00:00:00.000Z', country: 'FR' })])
    await send([wallet('w1', 1, { country: 'DE' })])
    await send([purchase('e2', 't2', 1, { created_at: '2026-09-01T00:00:00.000Z' })])
    expect(await read()).toEqual({
      created_at: new Date('2026-11-01T10:00:00.000Z'),
      country: 'DE',
    })
  })
})
