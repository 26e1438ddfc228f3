import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { addProject, addWallet } from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const QUIET_WALLET = `0x${'cd'.repeat(20)}`
const BODY = { reason: 'Compensation for ticket 4182', tokens: '25000.5' }

let app: TestApp
let staff: Awaited<ReturnType<TestApp['signIn']>>

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'SECRET']) {
    await addProject(app.db, { id })
    await addWallet(app.db, { project_id: id, wallet_address: WALLET })
  }
  await addWallet(app.db, { project_id: 'AURA', wallet_address: QUIET_WALLET })
  staff = await app.signIn('user', ['AURA'])
})
afterAll(() => app.close())

interface Post {
  body?: unknown
  key?: string
  wallet?: string
  project?: string
  as?: typeof staff | undefined
}

function credit({ body = BODY, key, wallet = WALLET, project = 'AURA', as = staff }: Post = {}) {
  return app.call('POST', `/wallets/${project}/${wallet}/transactions/manual`, {
    as,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
}

async function ledger(wallet = WALLET) {
  const { body } = await app.call(
    'GET',
    `/manual-transactions?projects=AURA&limit=100&wallet_address=${wallet}`,
    { as: staff },
  )
  return body.results
}

async function total(wallet = WALLET): Promise<string> {
  const { body } = await app.call('GET', `/wallets?projects=AURA&walletAddress=${wallet}`, {
    as: staff,
  })
  return body.results[0].total_tokens
}

describe('crediting tokens', () => {
  test('adds a row with its author to the ledger and changes the total by exactly the amount', async () => {
    const before = await total()
    const made = await credit({ wallet: WALLET.toUpperCase().replace('0X', '0x') })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.any(String),
      project_id: 'AURA',
      wallet_address: WALLET,
      tokens: '25000.5',
      transaction_id: null,
      reason: BODY.reason,
      authorizer: staff.user.email,
      created_at: app.clock.now().toISOString(),
      updated_at: app.clock.now().toISOString(),
      approved_by: null,
      reversed: null,
    })
    expect((await ledger())[0]).toEqual(made.body)
    expect(await total()).toBe(String(Number(before) + 25_000.5))
  })

  test('keeps all of 20 digits and 18 decimals', async () => {
    const tokens = '12345678901234567890.123456789012345678'
    const made = await credit({ wallet: QUIET_WALLET, body: { ...BODY, tokens } })
    expect(made.body.tokens).toBe(tokens)
    expect(await total(QUIET_WALLET)).toBe(tokens)
  })

  test('is audited with actor, action and address', async () => {
    const made = await credit()
    const entry = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'manual_transaction.create')
      .where('object_id', '=', made.body.id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      actor: staff.user.email,
      project_id: 'AURA',
      before: null,
      after: { wallet_address: WALLET, reason: BODY.reason },
    })
  })
})

describe('the same key', () => {
  test('credits once, and a repeat gets the first response', async () => {
    const count = (await ledger()).length
    const first = await credit({ key: 'repeat' })
    const second = await credit({ key: 'repeat' })
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(await ledger()).toHaveLength(count + 1)
  })

  test('credits once for 50 concurrent requests', async () => {
    const count = (await ledger()).length
    const responses = await Promise.all(Array.from({ length: 50 }, () => credit({ key: 'storm' })))
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1)
    expect(responses.every((response) => response.status === 201)).toBe(true)
    expect(await ledger()).toHaveLength(count + 1)
  })

  test('with another body is a conflict and credits nothing', async () => {
    await credit({ key: 'other-body' })
    const count = (await ledger()).length
    const { status } = await credit({ key: 'other-body', body: { ...BODY, tokens: '1' } })
    expect(status).toBe(409)
    expect(await ledger()).toHaveLength(count)
  })

  test('can be reused after a refusal', async () => {
    expect((await credit({ key: 'again', body: { reason: 'x', tokens: '1' } })).status).toBe(400)
    expect((await credit({ key: 'again' })).status).toBe(201)
  })

  test('of another user is a different key', async () => {
    const colleague = await app.signIn('user', ['AURA'])
    const first = await credit({ key: 'shared' })
    const second = await credit({ key: 'shared', as: colleague })
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
  })
})

test('without a key every request is a separate credit', async () => {
  const count = (await ledger()).length
  await credit()
  await credit()
  expect(await ledger()).toHaveLength(count + 2)
})

describe('a credit is refused', () => {
  test.each([
    ['a reason of 3 characters', { reason: 'abc', tokens: '1' }, 'body.reason'],
    ['a reason of four blanks', { reason: '    ', tokens: '1' }, 'body.reason'],
    ['a reason of 501 characters', { reason: 'a'.repeat(501), tokens: '1' }, 'body.reason'],
    ['tokens as a JSON number', { reason: 'abcd', tokens: 1 }, 'body.tokens'],
    ['negative tokens', { reason: 'abcd', tokens: '-1' }, 'body.tokens'],
    ['an exponent', { reason: 'abcd', tokens: '1e21' }, 'body.tokens'],
    ['hexadecimal', { reason: 'abcd', tokens: '0x10' }, 'body.tokens'],
    ['a blank', { reason: 'abcd', tokens: ' ' }, 'body.tokens'],
    ['19 decimals', { reason: 'abcd', tokens: `0.${'1'.repeat(19)}` }, 'body.tokens'],
    ['21 digits', { reason: 'abcd', tokens: '1'.repeat(21) }, 'body.tokens'],
    ['no tokens', { reason: 'abcd' }, 'body.tokens'],
    ['an unknown key', { ...BODY, extra: 1 }, 'body'],
  ])('with %s', async (_what, body, path) => {
    const count = (await ledger()).length
    const response = await credit({ body })
    expect(response.status).toBe(400)
    expect(response.body.message).toContain(`Path: ${path}`)
    expect(await ledger()).toHaveLength(count)
  })

  test('without a token, by another role, for an unknown or foreign wallet', async () => {
    const path = `/wallets/AURA/${WALLET}/transactions/manual`
    expect((await app.call('POST', path, { body: BODY })).status).toBe(401)
    const marketing = await app.signIn('marketing', ['AURA'])
    expect((await credit({ as: marketing })).status).toBe(403)
    const unknown = await credit({ wallet: `0x${'00'.repeat(20)}` })
    expect(unknown).toMatchObject({ status: 404, body: { code: 404, message: 'Not found' } })
    expect((await credit({ project: 'SECRET' })).body).toEqual(unknown.body)
  })
})

test('zero tokens are allowed', async () => {
  expect((await credit({ body: { ...BODY, tokens: '0' } })).status).toBe(201)
})

test('the ledger lists the newest first, for visible projects only', async () => {
  const all = await ledger()
  const ids = all.map((row: { id: string }) => Number(row.id))
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
  const foreign = await app.call('GET', '/manual-transactions?projects=SECRET', { as: staff })
  expect(foreign.body.results).toEqual([])
  expect(
    (await app.call('GET', '/manual-transactions?wallet_address=0x1', { as: staff })).status,
  ).toBe(400)
})

test('the database refuses to change or remove a credit', async () => {
  const change = app.db
    .updateTable('manual_transactions')
    // The types have no column to update either, and the database must not rely on them.
    .set({ wallet_address: QUIET_WALLET } as never)
  await expect(change.execute()).rejects.toThrow('append-only')
  await expect(app.db.deleteFrom('manual_transactions').execute()).rejects.toThrow('append-only')
})
