import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encrypt } from '#server/auth/secret.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addProject,
  addTransaction,
  addWallet,
  someAddress,
  someProjectId,
} from '#tests/support/server/builders.ts'

let app: TestApp
let id: string
let staff: SignedIn
let marketing: SignedIn

beforeAll(async () => {
  app = await openTestApp()
})
beforeEach(async () => {
  id = someProjectId()
  await addProject(app.db, {
    id,
    website_url: 'https://aura.example',
    staking_rewards_active: true,
    income_wallet_address: '0x00',
  })
  staff = await app.signIn('user', [id])
  marketing = await app.signIn('marketing', [id])
})
afterAll(() => app.close())

const LINKS = {
  hash_url: 'https://scan.example/tx/{hash}',
  address_url: 'https://scan.example/address/{address}',
}
const patch = (body: unknown, as: SignedIn | null = staff, project = id) =>
  app.call('PATCH', `/projects/${project}`, { as, body })
const row = () =>
  app.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audits = () =>
  app.db.selectFrom('audit_log').selectAll().where('project_id', '=', id).orderBy('id').execute()

describe('settings of a project', () => {
  test('change only the fields that are sent', async () => {
    const response = await patch({
      buy_url: 'https://aura.example/buy',
      default_min_referral_spend: 149.5,
      telegram_notifications_enabled: 1,
      website_url: null,
    })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      id,
      buy_url: 'https://aura.example/buy',
      default_min_referral_spend: 149.5,
      telegram_notifications_enabled: 1,
      website_url: null,
      staking_rewards_active: 1,
    })
    expect(await row()).toMatchObject({ website_url: null, telegram_notifications_enabled: true })
  })

  test('an empty change changes nothing', async () => {
    expect((await patch({})).status).toBe(200)
    expect((await row()).website_url).toBe('https://aura.example')
  })

  test('require a token and access to an existing project', async () => {
    const outsider = await app.signIn('user', [])
    expect((await patch({}, null)).status).toBe(401)
    expect((await patch({}, outsider)).status).toBe(404)
    expect((await patch({}, staff, 'NOWHERE')).status).toBe(404)
    expect((await patch({}, await app.signIn('admin'))).status).toBe(200)
  })

  test.each<Record<string, unknown>>([
    { income_wallet_address: '0x11' },
    { profit_wallet_address: '0x11' },
    { liquidity_wallet_address: '0x11' },
    { fee_wallet_address: '0x11' },
    { fee_percentage: 0.5 },
    { fee_enabled: 0 },
    { staking_apy: 99 },
    { staking_enabled: 1 },
    { default_referral_payout_percentage: 50 },
    { api_url: 'https://evil.example' },
    { created_at: '2020-01-01T00:00:00.000Z' },
    { banners_enabled: 1 },
    { id: 'OTHER' },
    { telegram_media: 'x' },
    { telegram_notifications_media_url: '/x' },
    { brevo_api_key_sealed: 'x' },
    { ['constructor']: 1 },
  ])('%j is not editable', async (body) => {
    const before = await row()
    const response = await patch(body)
    expect(response.status).toBe(400)
    expect(response.body.message).toContain('Unknown field')
    expect(await row()).toEqual(before)
  })

  test.each<Record<string, unknown>>([
    { staking_rewards_active: 1 },
    { website_url: 'javascript:alert(1)' },
    { website_url: '//evil.example' },
    { buy_url: 'data:text/html,x' },
    { explorers: [{ payment_token: null, ...LINKS, extra: 1 }] },
    { explorers: [{ payment_token: '', ...LINKS }] },
    { buy_url: 'https://user@evil.example' },
    { website_url: '' },
    { brevo_api_key: '••••4f2a' },
    { brevo_api_key: '' },
    { brevo_api_key: '   ' },
    { brevo_list_id: 1.5 },
    { brevo_list_id: '14' },
    { default_referral_token_bonus_percentage: 100.1 },
    { default_min_referral_spend: -1 },
    { telegram_notifications_enabled: true },
    { telegram_message_text: 'x'.repeat(4097) },
    { telegram_message_text: '<h1>Sold</h1>' },
    { telegram_message_text: '<b>Sold' },
  ])('%j is refused', async (body) => {
    expect((await patch(body)).status).toBe(400)
  })
})

test('a message that Telegram would reject is refused with the invalid tag', async () => {
  const { body } = await patch({ telegram_message_text: '<b>{tokens_bought}</b> <h1>Sold</h1>' })
  expect(body.message).toMatch(
    /^Path: body\.telegram_message_text, Message: The tag <h1> is not allowed in Telegram/,
  )
  const sendable = '<b>{tokens_bought}</b> for <a href="{buy_url}">you</a>'
  expect((await patch({ telegram_message_text: sendable })).body.telegram_message_text).toBe(
    sendable,
  )
})

test('staking rewards end permanently', async () => {
  expect((await patch({ staking_rewards_active: 0 })).body.staking_rewards_active).toBe(0)
  expect((await patch({ staking_rewards_active: 0 })).body.staking_rewards_active).toBe(0)
  expect((await row()).staking_rewards_active).toBe(false)
})

describe('explorers', () => {
  test.each([
    ['http://scan.example/tx/{hash}'],
    ['https://scan.example/tx/'],
    ['https://scan.example/tx/{hash}/{hash}'],
    ['https://scan.example/{kind}/{hash}'],
    ['https://scan.example/tx/{address}'],
    ['https://{hash}.scan.example/tx'],
    ['https://scan.example{hash}'],
    ['https://user@scan.example/tx/{hash}'],
    ['javascript:alert(1)//{hash}'],
    ['//scan.example/tx/{hash}'],
  ])('%s is refused as a link to a hash', async (hash_url) => {
    const { status, body } = await patch({
      explorers: [{ payment_token: null, ...LINKS, hash_url }],
    })
    expect([status, body.message]).toEqual([
      400,
      'Path: body.explorers.0.hash_url, Message: Must be an https URL with {hash} once, after the host',
    ])
  })

  test('of one payment token in two cases are refused, naming the second', async () => {
    const of = (payment_token: string | null) => ({ payment_token, ...LINKS })
    const twice = await patch({ explorers: [of('eth'), of(null), of(' ETH ')] })
    expect(twice.body.message).toBe(
      'Path: body.explorers.2.payment_token, Message: Has an explorer already',
    )
    const { body } = await patch({ explorers: [of(null), of(null)] })
    expect(body.message).toContain('Only one can be for all other tokens')
  })

  test('are kept, audited, and link the hashes of purchases', async () => {
    const bnb = { payment_token: 'bnb', ...LINKS, hash_url: 'https://bnb.example/#/{hash}?a=b' }
    const explorers = [bnb, { payment_token: null, ...LINKS }]
    const saved = await patch({ explorers: [{ ...bnb, payment_token: ' bnb ' }, explorers[1]] })
    expect(saved.body.explorers).toEqual(explorers)
    expect((await audits()).at(-1)).toMatchObject({
      before: { explorers: [] },
      after: { explorers },
    })
    const wallet_address = someAddress()
    await addWallet(app.db, { project_id: id, wallet_address })
    const own = { project_id: id, wallet_address }
    const purchases = [
      await addTransaction(app.db, { ...own, payment_token_name: 'BNB' }),
      await addTransaction(app.db, { ...own, payment_token_name: 'ETH' }),
      await addTransaction(app.db, { ...own, transaction_hash: null }),
    ]
    const [first, second] = purchases.map(({ transaction_hash: hash }) => hash)
    const links = [`https://bnb.example/#/${first}?a=b`, `https://scan.example/tx/${second}`, null]
    const list = await app.call('GET', `/transactions?projects=${id}`, { as: staff })
    const found = new Map(
      list.body.results.map((one: { id: string; explorer_url: string | null }) => [
        one.id,
        one.explorer_url,
      ]),
    )
    expect(purchases.map((one) => found.get(String(one.id)))).toEqual(links)
    const page = await app.call('GET', `/transactions/${id}/${purchases[0]?.id}`, { as: staff })
    expect(page.body.transaction.explorer_url).toBe(links[0])
    const search = await app.call('POST', '/search', {
      as: staff,
      body: { q: first, projects: [id] },
    })
    expect(search.body.results[0].detail.explorer_url).toBe(links[0])
    const path = `/wallets/${id}/${wallet_address}/timeline?kinds=purchase`
    const timeline = await app.call('GET', path, { as: staff })
    const shown = timeline.body.results.map(
      (entry: { purchase: { explorer_url: string | null } }) => entry.purchase.explorer_url,
    )
    expect(shown.toReversed()).toEqual(links)
    expect((await patch({ explorers: [] })).body.explorers).toEqual([])
  })

  test('need a confirmation of the person', async () => {
    await app.db
      .updateTable('sessions')
      .set({ confirmed_at: null, confirmed_for: null })
      .where('user_id', '=', staff.user.id)
      .execute()
    const { status, body } = await patch({ explorers: [] })
    expect([status, body.message]).toEqual([403, 'Confirm it is you'])
  })
})

describe('other roles', () => {
  test('change the Leads group and see only the common fields', async () => {
    const response = await patch({ forward_leads_to_brevo: 1, brevo_list_id: 14 }, marketing)
    expect(response.status).toBe(200)
    expect(Object.keys(response.body).toSorted()).toEqual(
      [
        'id',
        'project_ticker',
        'website_url',
        'api_url',
        'created_at',
        'number',
        'explorers',
        'banners_enabled',
        'banners_desktop_aspect_ratio',
        'banners_mobile_aspect_ratio',
        'forward_leads_to_brevo',
        'brevo_api_key',
        'brevo_list_id',
      ].toSorted(),
    )
  })

  test('are refused any other field, even together with it', async () => {
    for (const body of [{ buy_url: null }, { brevo_list_id: 1, project_ticker: 'X' }]) {
      expect((await patch(body, marketing)).status).toBe(403)
    }
    expect((await row()).brevo_list_id).toBeNull()
  })
})

describe('the Brevo key', () => {
  const KEY = 'xkeysib-canary-0123456789-4f2a'

  test('is stored encrypted, shown by its last four characters, and cleared by null', async () => {
    const set = await patch({ brevo_api_key: KEY })
    expect(set.body.brevo_api_key).toBe('••••4f2a')
    const stored = await row()
    expect(JSON.stringify(stored)).not.toContain(KEY)
    const cleared = await patch({ brevo_api_key: null })
    expect(cleared.body.brevo_api_key).toBeNull()
    expect(await row()).toMatchObject({ brevo_api_key_sealed: null, brevo_api_key_last4: null })
  })

  test('is never shown in full, even if it is short', async () => {
    expect((await patch({ brevo_api_key: 'abcd' })).body.brevo_api_key).toBe('••••')
    expect((await patch({ brevo_api_key: 'abcde' })).body.brevo_api_key).toBe('••••bcde')
  })

  test('that was encrypted with another secret must be set again', async () => {
    const sealed = encrypt(randomBytes(32), KEY)
    await app.db
      .updateTable('projects')
      .set({ brevo_api_key_sealed: sealed })
      .where('id', '=', id)
      .execute()
    const response = await app.call('POST', `/projects/${id}/brevo/test`, { as: staff })
    expect(response.status).toBe(400)
    expect(response.body.message).toContain('API key has to be set again')
  })

  test('is in no response and not in the audit log', async () => {
    const response = await patch({ brevo_api_key: KEY, project_ticker: 'AUR' })
    const audit = await audits()
    expect(JSON.stringify([response.body, audit])).not.toContain('canary')
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({
      action: 'project.update',
      actor: staff.user.email,
      before: { project_ticker: null, brevo_api_key_sealed: null },
      after: { project_ticker: 'AUR', brevo_api_key_sealed: '[redacted]' },
    })
  })

  test('is passed to the connection test in full, with the list', async () => {
    const requested: unknown[] = []
    const own = await openTestApp({
      db: app.db,
      config: app.dependencies.config,
      brevo: {
        test: async (...call) => {
          requested.push(call)
          return { ok: false, answer: '{"message":"Key not found","code":"unauthorized"}' }
        },
      },
    })
    const check = (as: SignedIn | null, project = id) =>
      own.call('POST', `/projects/${project}/brevo/test`, { as })
    expect((await check(null)).status).toBe(401)
    expect((await check(staff, 'NOWHERE')).status).toBe(404)
    expect((await check(marketing)).body.message).toBe(
      `Brevo integration test failed for ${id}: {"message":"API key is not set","code":"not_configured"}`,
    )
    const sealed = encrypt(app.dependencies.config.secret, KEY)
    await app.db
      .updateTable('projects')
      .set({ brevo_api_key_sealed: sealed, brevo_list_id: 14 })
      .where('id', '=', id)
      .execute()
    const refused = await check(marketing)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe(
      `Brevo integration test failed for ${id}: {"message":"Key not found","code":"unauthorized"}`,
    )
    expect(requested).toEqual([[KEY, 14]])
    const passed = await app.call('POST', `/projects/${id}/brevo/test`, { as: staff })
    expect(passed).toMatchObject({
      status: 200,
      body: { message: `Brevo integration test succeeded for ${id}` },
    })
    await own.app.close()
  })
})
