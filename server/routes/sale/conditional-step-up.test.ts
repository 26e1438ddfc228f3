import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

// Calls that need a step-up only above a limit, or for some fields. Each session signed in and did no more.

let t: TestApp
let id: string
let wallet: string
let staff: SignedIn
let admin: SignedIn
beforeAll(async () => {
  t = await openTestApp()
  admin = await t.signIn('admin', [], { isConfirmed: false })
})
afterAll(() => t.close())
beforeEach(async () => {
  wallet = someAddress()
  id = await open({})
  staff = await t.signIn('user', [id], { isConfirmed: false })
})

async function open(limits: Parameters<typeof addProject>[1]): Promise<string> {
  const project = await addProject(t.db, {
    credit_step_up_over: '100',
    bonus_code_step_up_over: '20',
    ...limits,
  })
  await addWallet(t.db, { project_id: project.id, wallet_address: wallet })
  return project.id
}

/** What a refusal has. */
const stepUp = (over?: string) => ({
  status: 403,
  body: {
    code: 403,
    message: 'Confirm it is you',
    step_up: {
      challenge: expect.any(String),
      factors: ['password'],
      ...(over === undefined ? {} : { over }),
    },
  },
})

const confirm = (person: SignedIn) =>
  t.db
    .updateTable('sessions')
    .set({ confirmed_at: t.clock.now(), confirmed_for: 'everything' })
    .where('user_id', '=', person.user.id)
    .execute()

const unconfirm = (person: SignedIn) =>
  t.db
    .updateTable('sessions')
    .set({ confirmed_at: null, confirmed_for: null })
    .where('user_id', '=', person.user.id)
    .execute()

const rowsOf = async (table: 'manual_transactions' | 'approvals' | 'bonus_codes' | 'audit_log') =>
  (await t.db.selectFrom(table).select('id').where('project_id', '=', id).execute()).length

describe('a credit', () => {
  const credit = (tokens: string, { key = '', project = id } = {}) =>
    t.call('POST', `/wallets/${project}/${wallet}/transactions/manual`, {
      as: staff,
      body: { reason: 'Compensation for ticket 4182', tokens },
      headers: key === '' ? {} : { 'idempotency-key': key },
    })

  test.each(['0', '99.999999999999999999', '100', '0100.0'])(
    'of %s tokens needs no confirmation at a limit of 100',
    async (tokens) => {
      expect((await credit(tokens)).status).toBe(201)
    },
  )

  test.each(['100.000000000000000001', '101', '99999999999999999999'])(
    'of %s tokens needs one, and names the limit',
    async (tokens) => {
      expect(await credit(tokens)).toEqual(expect.objectContaining(stepUp('100')))
      expect([await rowsOf('manual_transactions'), await rowsOf('audit_log')]).toEqual([0, 0])
      await confirm(staff)
      expect((await credit(tokens)).status).toBe(201)
    },
  )

  test('that must be approved too is confirmed before it is requested', async () => {
    await t.db
      .updateTable('projects')
      .set({ credit_approval_over: '50' })
      .where('id', '=', id)
      .execute()
    expect(await credit('101')).toMatchObject(stepUp('100'))
    expect(await rowsOf('approvals')).toBe(0)
    // Below the limit of the confirmation.
    expect((await credit('51')).status).toBe(202)
    await confirm(staff)
    expect((await credit('101')).status).toBe(202)
  })

  test('is confirmed before its key is looked at, also a repeated one', async () => {
    expect((await credit('101', { key: 'one' })).status).toBe(403)
    await confirm(staff)
    const first = await credit('101', { key: 'one' })
    await unconfirm(staff)
    expect(await credit('101', { key: 'one' })).toMatchObject(stepUp('100'))
    await confirm(staff)
    expect(await credit('101', { key: 'one' })).toMatchObject({ status: 201, body: first.body })
    expect(await rowsOf('manual_transactions')).toBe(1)
  })

  test('in a project without a limit needs none, in a foreign one it is not found', async () => {
    const other = await open({ credit_step_up_over: null })
    expect((await credit('101', { project: other })).status).toBe(404)
    await t.db
      .updateTable('projects')
      .set({ credit_step_up_over: null })
      .where('id', '=', id)
      .execute()
    expect((await credit('99999999999999999999')).status).toBe(201)
  })
})

describe('a bonus code', () => {
  const create = (percentage: number) =>
    t.call('POST', '/bonus-codes', {
      as: staff,
      body: {
        code: someAddress(),
        percentage,
        project_id: id,
        tokens_come_from_stage_tokens: 0,
      },
    })

  test('needs a confirmation above the limit only, and names it', async () => {
    for (const percentage of [0, 19.999999, 20]) expect((await create(percentage)).status).toBe(201)
    for (const percentage of [20.000001, 1000])
      expect(await create(percentage)).toEqual(expect.objectContaining(stepUp('20')))
    expect(await rowsOf('bonus_codes')).toBe(3)
    await confirm(staff)
    expect((await create(20.000001)).status).toBe(201)
  })

  test('without a limit needs none', async () => {
    await t.db
      .updateTable('projects')
      .set({ bonus_code_step_up_over: null })
      .where('id', '=', id)
      .execute()
    expect((await create(1000)).status).toBe(201)
  })
})

describe('settings', () => {
  const patch = (body: object, as = staff) => t.call('PATCH', `/projects/${id}`, { as, body })

  test.each([
    [{ website_url: 'https://aura.example' }],
    [{ website_url: null }],
    [{ buy_url: 'https://aura.example/buy' }],
    [{ brevo_api_key: 'xkeysib-0123456789' }],
    [{ brevo_api_key: null }],
    [{ project_ticker: 'AUR', buy_url: null }],
  ])('with %j need a confirmation, changed or not', async (body) => {
    expect(await patch(body)).toEqual(expect.objectContaining(stepUp()))
    expect(await rowsOf('audit_log')).toBe(0)
    await confirm(staff)
    expect((await patch(body)).status).toBe(200)
  })

  test.each([
    [{}],
    [{ project_ticker: 'AUR' }],
    [{ telegram_message_text: 'Sold' }],
    [{ brevo_list_id: 4, forward_leads_to_brevo: 1 }],
  ])('with %j need none', async (body) => {
    expect((await patch(body)).status).toBe(200)
  })

  test('a foreign project is not found before anything is confirmed', async () => {
    const outsider = await t.signIn('user', [], { isConfirmed: false })
    expect((await patch({ website_url: null }, outsider)).status).toBe(404)
  })

  test.each([
    [{ credit_step_up_over: '5.5' }],
    [{ credit_approval_over: '0.000000000000000001' }],
    [{ bonus_code_step_up_over: 12.5 }],
    [{ credit_step_up_over: null, credit_approval_over: null, bonus_code_step_up_over: null }],
  ])('with the limits %j are for admins, after a confirmation', async (body) => {
    const client = await t.signIn('client', [id])
    const marketing = await t.signIn('marketing', [id])
    for (const as of [client, marketing])
      expect(await patch(body, as)).toMatchObject({ status: 403, body: { message: 'Forbidden' } })
    expect(await patch(body, admin)).toEqual(expect.objectContaining(stepUp()))
    await confirm(admin)
    const { status, body: project } = await patch(body, admin)
    await unconfirm(admin)
    expect([status, project]).toMatchObject([200, body])
    const { body: read } = await t.call('GET', `/projects?projects=${id}`, { as: client })
    expect(read[0]).toMatchObject(body)
    const { body: hidden } = await t.call('GET', `/projects?projects=${id}`, { as: marketing })
    expect(hidden[0]).not.toHaveProperty(Object.keys(body)[0] ?? '')
  })

  test.each([
    { credit_step_up_over: '-1' },
    { credit_step_up_over: 5 },
    { credit_approval_over: '1e3' },
    { credit_approval_over: '' },
    { bonus_code_step_up_over: '5' },
    { bonus_code_step_up_over: 1000.1 },
  ])('with %j are refused', async (body) => {
    expect((await patch(body, admin)).status).toBe(400)
  })

  test('a changed limit is in the audit log, and nobody without the figures reads it', async () => {
    await confirm(admin)
    await patch({ credit_approval_over: '5000' }, admin)
    await unconfirm(admin)
    const marketing = await t.signIn('marketing', [id])
    const { body } = await t.call('GET', `/audit?projects=${id}`, { as: admin })
    expect(body.results[0]).toMatchObject({
      action: 'project.update',
      before: { credit_approval_over: null },
      after: { credit_approval_over: expect.stringMatching(/^5000/) },
    })
    const { text } = await t.call('GET', `/audit?projects=${id}`, { as: marketing })
    expect(text).not.toContain('credit_approval_over')
  })
})

describe('terms', () => {
  const change = (body: object) => t.call('PATCH', `/projects/${id}/terms`, { as: admin, body })
  const sell = (status: 'completed' | 'pending' | 'refunded') =>
    addTransaction(t.db, { project_id: id, wallet_address: wallet, status })

  test('before the first purchase need none, without a wallet', async () => {
    await sell('pending')
    expect((await change({ staking_apy: 12, fee_percentage: 0.03 })).status).toBe(200)
  })

  test.each(['completed', 'refunded'] as const)('after a %s purchase need one', async (status) => {
    await sell(status)
    const body = { staking_apy: 12, reason: 'the new year' }
    expect(await change(body)).toEqual(expect.objectContaining(stepUp()))
    expect(await rowsOf('audit_log')).toBe(0)
    await confirm(admin)
    expect((await change(body)).status).toBe(200)
    await unconfirm(admin)
  })

  test.each([
    'fee_wallet_address',
    'income_wallet_address',
    'liquidity_wallet_address',
    'profit_wallet_address',
  ])('with %s always need one', async (field) => {
    const body = { [field]: someAddress() }
    expect(await change(body)).toEqual(expect.objectContaining(stepUp()))
    expect((await change({ [field]: null })).status).toBe(403)
    await confirm(admin)
    expect((await change(body)).status).toBe(200)
    await unconfirm(admin)
  })
})
