import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import { addBonusCode, addIngestKey, addProject } from '#tests/support/server/builders.ts'

// What a sender's events make, beyond their own records.

let t: TestApp
let admin: SignedIn
let project: string
let key: string

beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-11-20T12:00:00.000Z')
  project = `P${randomBytes(4).toString('hex')}`
  await addProject(t.db, { id: project })
  key = (await addIngestKey(t.db, project)).key
})

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const send = (events: object[], more = {}) =>
  t.call('POST', `/ingest/${project}/events`, { as: key, body: { events, ...more } })
const get = async (path: string) => (await t.call('GET', path, { as: admin })).body

const purchase = (id: string, more = {}) => ({
  id: `e-${id}`,
  kind: 'transaction',
  occurred_at: '2026-11-20T11:30:00.000Z',
  transaction_id: id,
  wallet_address: address(1),
  status: 'completed',
  created_at: '2026-11-20T11:30:00.000Z',
  payment_token_name: 'ETH',
  payment_token_amount: '1',
  payment_usd_amount: '10',
  ...more,
})
const lead = (id: string, more = {}) => ({
  id: `l-${id}`,
  kind: 'lead',
  occurred_at: '2026-11-20T11:30:00.000Z',
  lead_id: id,
  email: `${id}@sales.example`,
  ...more,
})

describe('what is older than an hour', () => {
  beforeEach(async () => {
    await t.db
      .updateTable('projects')
      .set({
        telegram_notifications_enabled: true,
        telegram_channel_id: '@sales',
        telegram_message_text: 'Sold',
        forward_leads_to_brevo: true,
      })
      .where('id', '=', project)
      .execute()
  })
  const notices = async () =>
    (await t.db.selectFrom('notices').select('kind').where('project_id', '=', project).execute())
      .map(({ kind }) => kind)
      .toSorted()
  const ago = (seconds: number) => ({
    occurred_at: new Date(t.clock.now().getTime() - seconds * 1000).toISOString(),
  })

  it('causes no notice or alert, and the response has their number', async () => {
    const old = [purchase('1', ago(3601)), lead('1', ago(3601))]
    const { body } = await send([...old, purchase('2', ago(3600)), lead('2', ago(3600))])
    expect(body).toMatchObject({ silent: 2 })
    expect(await notices()).toEqual(['chat', 'lead'])
  })

  it('causes them if the sender wants it', async () => {
    const old = [purchase('1', ago(9000)), lead('1', ago(9000))]
    expect((await send(old, { notify_old: true })).body).toMatchObject({ silent: 0 })
    expect(await notices()).toEqual(['chat', 'lead'])
  })

  it('is a purchase by when it was completed, not by when it was begun', async () => {
    const begun = purchase('1', { created_at: '2026-11-18T11:30:00.000Z' })
    expect((await send([begun])).body).toMatchObject({ silent: 0 })
    expect(await notices()).toEqual(['chat'])
  })
})

describe('an address that gets tokens is a wallet', () => {
  const walletOf = (n: number) => get(`/wallets/${project}/${address(n)}`)

  it('by a purchase, a bonus or a payout, from the first of them on', async () => {
    await addBonusCode(t.db, { project_id: project, code: 'SUMMER' })
    const at = { occurred_at: '2026-11-20T11:40:00.000Z' }
    const { body } = await send([
      purchase('1'),
      {
        id: 'b1',
        kind: 'bonus_transaction',
        transaction_id: '1',
        wallet_address: address(2),
        type: 'referrer',
        identifier: address(1),
        bonus_token_amount: '5',
        ...at,
      },
      {
        id: 'p1',
        kind: 'referral_payout',
        wallet_address: address(3),
        amount_before_gas: '1',
        transaction_id: '1',
        ...at,
      },
    ])
    expect(body.results.map((result: { outcome: string }) => result.outcome)).toEqual([
      'taken',
      'taken',
      'taken',
    ])
    for (const [n, created_at] of [
      [1, '2026-11-20T11:30:00.000Z'],
      [2, '2026-11-20T11:40:00.000Z'],
      [3, '2026-11-20T11:40:00.000Z'],
    ] as const)
      expect((await walletOf(n)).wallet).toMatchObject({ wallet_address: address(n), created_at })
    const found = await get(`/wallets?projects[]=${project}&page=1&limit=20`)
    expect(found.results).toHaveLength(3)
    // Their registration arrives later, and is earlier.
    await send([
      {
        id: 'w2',
        kind: 'wallet',
        occurred_at: '2026-11-20T10:00:00.000Z',
        wallet_address: address(2),
        country: 'DE',
      },
    ])
    expect((await walletOf(2)).wallet.created_at).toBe('2026-11-20T10:00:00.000Z')
  })
})

describe('a payment token', () => {
  const tokens = async () =>
    (await get(`/transactions/facets?projects[]=${project}`)).payment_tokens as string[]

  it('has one spelling, the first', async () => {
    await send([purchase('1', { payment_token_name: 'stETH' })])
    await send([
      purchase('2', { payment_token_name: 'STETH' }),
      purchase('3', { payment_token_name: ' steth ' }),
      purchase('4', { payment_token_name: 'st\u200bETH' }),
      purchase('5', { payment_token_name: 'ETH' }),
      purchase('6', { payment_token_name: 'eth' }),
    ])
    expect(await tokens()).toEqual(['ETH', 'stETH'])
  })

  it.each([
    ['payment_token_name', 'ETH\u202e'],
    ['payment_token_name', '\u200b'],
    ['country', '\u2066DE\u2069'],
    ['utm_source', 'google\u202d'],
    ['stage_name', '\u200fStage 1'],
  ])('and any label has no marks of direction: %s %j', async (field, value) => {
    const { body } = await send([purchase('1', { [field]: value })])
    expect(body.results).toMatchObject([{ outcome: 'refused', field }])
  })
})

describe('the id that the site gives a purchase', () => {
  it('is on its page, in the list, and found', async () => {
    await send([purchase('order-77')])
    const { results } = await get(`/transactions?projects[]=${project}&page=1&limit=20`)
    const [{ id, source_id }] = results
    expect(source_id).toBe('order-77')
    expect((await get(`/transactions/${project}/${id}`)).transaction.source_id).toBe('order-77')
    const found = await t.call('POST', '/search', {
      as: admin,
      body: { q: 'order-77', projects: [project] },
    })
    expect(found.body.results).toMatchObject([{ kind: 'transaction', id }])
  })
})

describe('a body', () => {
  const bytes = (text: string) =>
    Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])

  it('that is not UTF-8 is refused by every call, so that two texts never become one', async () => {
    for (const [path, as] of [
      [`/ingest/${project}/events`, key],
      ['/search', admin],
      ['/auth/login', null],
    ] as const) {
      const { status, body } = await t.call('POST', path, {
        as,
        body: bytes('{"email":"a'),
        headers: { 'content-type': 'application/json' },
      })
      expect([status, body.message]).toEqual([400, 'The body is not UTF-8'])
    }
  })

  it('that is compressed is refused with the name of the encoding', async () => {
    const { status, body } = await t.call('POST', `/ingest/${project}/events`, {
      as: key,
      body: gzipSync('{"events":[]}'),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    expect(status).toBe(415)
    expect(body.message).toContain('gzip')
  })
})

describe('the price of a purchase', () => {
  const priced = (id: string, usd: string, tokens: string | null, more = {}) =>
    purchase(id, { payment_usd_amount: usd, tokens_bought: tokens, stage_name: 'Stage 1', ...more })
  const marks = async () => {
    const rows = await t.db
      .selectFrom('transactions')
      .select(['source_id', 'price_is_unusual'])
      .where('project_id', '=', project)
      .where('source_id', 'not like', 'old%')
      .orderBy('id')
      .execute()
    return Object.fromEntries(rows.map((row) => [row.source_id, row.price_is_unusual]))
  }
  /** Purchases at these prices, in USD. */
  const sell = (prices: readonly number[], more = {}) =>
    send(prices.map((price, at) => priced(`old${at}`, `${price * 100}`, '100', more)))

  it.each<[string, string, string | null, boolean]>([
    ['$1 for ten million tokens', '1', '10000000', true],
    ['a free one', '0', '100', true],
    ['half of the usual price', '1', '100', false],
    ['less than half of it', '0.999999999999999999', '100', true],
    ['twice the usual price', '4', '100', false],
    ['more than twice of it', '4.000000000000000001', '100', true],
    ['three times the usual price', '6', '100', true],
    ['a purchase without tokens', '6', null, false],
    ['a purchase of no tokens', '6', '0', false],
  ])('%s: unusual is %s for %s', async (_name, usd, tokens, isUnusual) => {
    // The median of six is the mean of the two in the middle.
    await sell([0.001, 0.01, 0.01, 0.03, 0.03, 9])
    await send([priced('new', usd, tokens)])
    expect(await marks()).toEqual({ new: isUnusual })
  })

  it('is compared with its project where the stage has fewer than five, and not with fewer in all', async () => {
    await sell([1, 1, 1, 1])
    await send([priced('early', '1', '10000000')])
    expect(await marks()).toEqual({ early: false })
    await send([priced('fifth', '100', '100', { status: 'pending' })])
    await send([priced('other', '1', '10000000', { stage_name: 'Stage 2' })])
    await send([priced('none', '100', '100', { stage_name: null })])
    expect(await marks()).toEqual({ early: false, fifth: false, other: true, none: false })
  })

  it('is compared with what was there before the batch, and again only if it changes', async () => {
    const at = (minute: number) => ({ occurred_at: `2026-11-20T11:${minute}:00.000Z` })
    await sell([1, 1, 1, 1, 1])
    await send([...Array(9)].map((_one, n) => priced(`cheap${n}`, '1', '100')))
    expect(Object.values(await marks())).toEqual(Array(9).fill(true))
    // Now the usual price is $0.01.
    await send([priced('cheap0', '1', '100', { id: 'e2', ...at(31), status: 'refunded' })])
    expect(await marks()).toMatchObject({ cheap0: true })
    await send([priced('cheap0', '1', '99', { id: 'e3', ...at(32) })])
    expect(await marks()).toMatchObject({ cheap0: false })
    const { id } = await t.db
      .selectFrom('transactions')
      .select('id')
      .where('project_id', '=', project)
      .where('source_id', '=', 'cheap0')
      .executeTakeFirstOrThrow()
    expect(await get(`/transactions/${project}/${id}`)).toMatchObject({ usual_price: '0.01' })
  })
})

describe('a part of an address or a hash', () => {
  const HASH = `0x4c91e07b${'5'.repeat(52)}e1b4`
  const WALLET = `0x4c91e07b${'6'.repeat(28)}e1b4`
  const OTHER = `0x4c91e08b${'6'.repeat(28)}e1b4`
  beforeEach(async () => {
    await send([
      purchase('1', { wallet_address: WALLET, transaction_hash: HASH }),
      purchase('2', { wallet_address: OTHER }),
    ])
  })
  const search = async (q: string) =>
    (
      await t.call('POST', '/search', { as: admin, body: { q, projects: [project] } })
    ).body.results.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`)

  it.each([
    ['0x4c91e07b…e1b4'],
    ['0x4C91E07B...E1B4'],
    ['0x4c91e07b..e1b4'],
    ['0x4c91e07b'],
    ['0x4c91e07b6', ['wallet']],
    ['0x4c91e07b5', ['transaction']],
    ['0x4c91e07b…e1b5', []],
    ['0x4c91e07c', []],
  ])('%s is found in the search and in the lists', async (q, kinds = ['wallet', 'transaction']) => {
    const found: string[] = await search(q)
    expect(found.toSorted()).toEqual(
      [`transaction ${HASH}`, `wallet ${WALLET}`].filter((one) =>
        kinds.includes(one.split(' ')[0] ?? ''),
      ),
    )
    const list = async (path: string) =>
      (await get(`${path}${encodeURIComponent(q)}&projects[]=${project}&page=1&limit=20`)).results
    const isWallet = kinds.includes('wallet')
    expect(await list('/wallets?walletAddress=')).toHaveLength(isWallet ? 1 : 0)
    expect(await list('/transactions?walletAddress=')).toHaveLength(isWallet ? 1 : 0)
    expect(await list('/transactions?hash=')).toHaveLength(kinds.includes('transaction') ? 1 : 0)
  })

  it.each(['0x4c9', '0x4c91…', `0x${'4'.repeat(65)}`, '0xzzzzzz', '4c91e07b'])(
    '%s is no part, and refused by the lists',
    async (q) => {
      const path = `/wallets?walletAddress=${encodeURIComponent(q)}&projects[]=${project}&page=1&limit=20`
      expect((await t.call('GET', path, { as: admin })).status).toBe(400)
    },
  )

  it('and a referral code are found', async () => {
    await send([
      {
        id: 'w1',
        kind: 'wallet',
        occurred_at: '2026-11-20T10:00:00.000Z',
        wallet_address: WALLET,
        referral_code: 'Friend-7',
      },
    ])
    expect(await search('friend-7')).toEqual([`wallet ${WALLET}`])
  })
})
