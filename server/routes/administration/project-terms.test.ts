import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

let t: TestApp
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin')
})
afterAll(() => t.close())

const read = async (id: string) =>
  (await t.call('GET', `/projects/${id}/terms`, { as: admin })).body
const change = (id: string, body: object) =>
  t.call('PATCH', `/projects/${id}/terms`, { as: admin, body })
const history = (id: string) =>
  t.db.selectFrom('project_terms').selectAll().where('project_id', '=', id).orderBy('id').execute()

async function sell(project_id: string, status: 'completed' | 'pending' | 'refunded') {
  const { wallet_address } = await addWallet(t.db, { project_id })
  return addTransaction(t.db, { project_id, wallet_address, status })
}

test('a new sale sets every term, without a reason', async () => {
  await addProject(t.db, { id: 'NEW' })
  const all = {
    fee_enabled: 1,
    fee_percentage: 0.029,
    fee_wallet_address: someAddress(),
    liquidity_split_enabled: 1,
    liquidity_split_percentage: 0.12345678,
    liquidity_wallet_address: someAddress(),
    profit_wallet_address: someAddress(),
    income_wallet_address: someAddress(),
    staking_enabled: 1,
    staking_apy: 20.5,
    staking_rewards_active: 1,
    default_referral_payout_percentage: 7.5,
    api_url: 'https://api.new.example',
    banners_enabled: 1,
    banners_desktop_aspect_ratio: '21:9',
    banners_mobile_aspect_ratio: '1:1',
  }
  const { status, body } = await change('NEW', all)
  expect([status, body]).toEqual([
    200,
    { ...all, editable: 1, is_set: 1, valid_from: t.clock.now().toISOString() },
  ])
  expect(await read('NEW')).toEqual(body)
  const { body: listed } = await t.call('GET', '/projects?projects=NEW', { as: admin })
  expect(listed[0]).toMatchObject(all)
})

test.each([
  ['completed', 0],
  ['refunded', 0],
  ['pending', 1],
] as const)('after a %s purchase, terms are editable: %d', async (status, editable) => {
  const { id } = await addProject(t.db)
  await sell(id, status)
  expect((await read(id)).editable).toBe(editable)
})

test('after the first purchase a change needs a reason, and what held before is kept', async () => {
  const { id } = await addProject(t.db, {
    fee_percentage: '0.02',
    fee_wallet_address: someAddress(),
  })
  await sell(id, 'completed')
  expect(await change(id, { fee_percentage: 0.03 })).toMatchObject({
    status: 400,
    body: {
      message: 'Path: body.reason, Message: Must be set: the project has completed purchases',
    },
  })
  expect(await change(id, { fee_percentage: 0.03, reason: '  ' })).toMatchObject({ status: 400 })
  expect((await read(id)).fee_percentage).toBe(0.02)

  t.clock.advance(60_000)
  const { status } = await change(id, { fee_percentage: 0.03, reason: 'a new agreement' })
  expect(status).toBe(200)
  const rows = await history(id)
  expect(rows).toMatchObject([
    { fee_percentage: '0.02000000', reason: null },
    {
      fee_percentage: '0.03000000',
      reason: 'a new agreement',
      changed_by: admin.user.email,
      valid_from: t.clock.now(),
    },
  ])
  const { body } = await t.call('GET', `/audit?projects=${id}&limit=1`, { as: admin })
  expect(body.results[0]).toMatchObject({
    action: 'project.change_terms',
    before: { fee_percentage: '0.02000000' },
    after: { fee_percentage: '0.03000000', reason: 'a new agreement' },
  })
})

test('a change to the present terms records nothing', async () => {
  const { id } = await addProject(t.db, { staking_apy: '20' })
  expect((await change(id, { staking_apy: 20, fee_enabled: 0 })).status).toBe(200)
  expect(await history(id)).toHaveLength(1)
})

test('terms are set by a change, or by confirming them as they are', async () => {
  const { id } = await addProject(t.db)
  expect((await read(id)).is_set).toBe(0)
  t.clock.advance(60_000)
  const { status, body } = await change(id, { confirm: true })
  expect([status, body.is_set, body.valid_from]).toEqual([200, 1, t.clock.now().toISOString()])
  expect(await read(id)).toEqual(body)
  expect(await history(id)).toMatchObject([{}, { changed_by: admin.user.email }])
  const { body: audit } = await t.call('GET', `/audit?projects=${id}&limit=1`, { as: admin })
  expect(audit.results[0]).toMatchObject({ action: 'project.confirm_terms' })
  const { id: changed } = await addProject(t.db)
  await change(changed, { staking_apy: 20 })
  expect((await read(changed)).is_set).toBe(1)
})

test('staking rewards start before the sale, and afterwards only end', async () => {
  const { id } = await addProject(t.db)
  await change(id, { staking_rewards_active: 1 })
  await sell(id, 'completed')
  await t.call('PATCH', `/projects/${id}`, { as: admin, body: { staking_rewards_active: 0 } })
  expect(await history(id)).toMatchObject([
    { staking_rewards_active: false },
    { staking_rewards_active: true },
    { staking_rewards_active: false },
  ])
  expect(await change(id, { staking_rewards_active: 1, reason: 'once more' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Staking rewards can only be disabled') },
  })
})

test.each([
  [{ fee_percentage: 1.01 }, 'body.fee_percentage'],
  [{ fee_percentage: -0.1 }, 'body.fee_percentage'],
  [{ fee_percentage: 0.123456789 }, 'body.fee_percentage'],
  [{ fee_percentage: '0.1' }, 'body.fee_percentage'],
  [{ fee_wallet_address: '0x12' }, 'body.fee_wallet_address'],
  [{ income_wallet_address: '' }, 'body.income_wallet_address'],
  [{ fee_enabled: 1 }, 'body.fee_wallet_address'],
  [{ liquidity_split_enabled: 1 }, 'body.liquidity_wallet_address'],
  [{ fee_enabled: true }, 'body.fee_enabled'],
  [{ staking_apy: 1e6 }, 'body.staking_apy'],
  [{ default_referral_payout_percentage: 101 }, 'body.default_referral_payout_percentage'],
  [{ api_url: 'ftp://api.example' }, 'body.api_url'],
  [{ banners_desktop_aspect_ratio: '16:0' }, 'body.banners_desktop_aspect_ratio'],
  [{ banners_mobile_aspect_ratio: '4/3' }, 'body.banners_mobile_aspect_ratio'],
  [{ id: 'OTHER' }, 'body'],
  [{ reason: 'x'.repeat(501) }, 'body.reason'],
])('%j is refused by the name of its field', async (body, path) => {
  const { id } = await addProject(t.db)
  const answer = await change(id, body)
  expect([answer.status, answer.body.message]).toEqual([
    400,
    expect.stringContaining(`Path: ${path}`),
  ])
  expect(await history(id)).toHaveLength(1)
})

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const MISTYPED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee'

test.each([
  'fee_wallet_address',
  'income_wallet_address',
  'liquidity_wallet_address',
  'profit_wallet_address',
])('%s with a wrong checksum is refused; one that is stored already stays', async (field) => {
  const { id } = await addProject(t.db, { [field]: MISTYPED })
  expect((await change(id, { [field]: MISTYPED, staking_apy: 20 })).status).toBe(200)
  expect((await change(id, { [field]: CHECKSUMMED })).status).toBe(200)
  expect(await change(id, { [field]: MISTYPED })).toMatchObject({
    status: 400,
    body: {
      message: `Path: body.${field}, Message: Its capital letters do not match its digits: a character may be wrong. Copy the address again.`,
    },
  })
  expect((await change(id, { [field]: MISTYPED.toLowerCase() })).status).toBe(200)
})

test('a wallet can be removed once its split is off', async () => {
  const { id } = await addProject(t.db, { fee_enabled: true, fee_wallet_address: someAddress() })
  expect((await change(id, { fee_wallet_address: null })).status).toBe(400)
  expect((await change(id, { fee_enabled: 0, fee_wallet_address: null })).status).toBe(200)
})
