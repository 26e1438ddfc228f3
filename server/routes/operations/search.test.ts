import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SearchResult } from '#src/wire/search.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addBonusTransaction,
  addLead,
  addManualTransaction,
  addProject,
  addTransaction,
  addWallet,
} from '#tests/support/server/builders.ts'

const WALLET = `0x${'ab'.repeat(20)}`
const HASH = `0x${'ef'.repeat(32)}`
const PROJECTS = ['AURA', 'HELIX', 'SECRET', 'OLD', 'LARGE'] as const
const MINE = ['AURA', 'HELIX', 'OLD', 'LARGE']

let app: TestApp
let staff: SignedIn
let marketing: SignedIn

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))

beforeAll(async () => {
  app = await openTestApp()
  for (const id of PROJECTS)
    await addProject(app.db, { id, archived_at: id === 'OLD' ? at(0) : null })
  staff = await app.signIn('user', MINE)
  marketing = await app.signIn('marketing', MINE)
  for (const [minute, project_id] of PROJECTS.entries()) {
    const place = { project_id, wallet_address: WALLET }
    await addWallet(app.db, { ...place, created_at: at(minute) })
    const purchase = await addTransaction(app.db, {
      ...place,
      transaction_hash: HASH,
      tokens_bought: '1000.000000000000000001',
      created_at: at(minute),
    })
    await addTransaction(app.db, { ...place, status: 'failed' })
    await addBonusTransaction(app.db, { ...place, transaction_id: purchase.id })
    await addManualTransaction(app.db, { ...place, tokens: '0.5' })
    await addBonusCode(app.db, { project_id, code: 'Spring20', created_at: at(minute) })
    await addLead(app.db, {
      project_id,
      email: 'Lena.Berg@saleroom.example',
      created_at: at(minute),
    })
  }
  for (const email of ['50%off@lead.example', 'a_b@lead.example', 'back\\slash@lead.example'])
    await addLead(app.db, { project_id: 'AURA', email })
  for (const email of ['50xoff@lead.example', 'axb@lead.example', 'backslash@lead.example'])
    await addLead(app.db, { project_id: 'AURA', email })
  for (const code of ['NEW%Q', 'NEWXQ', 'NEW_Q', 'NEW\\Q'])
    await addBonusCode(app.db, { project_id: 'AURA', code })
  for (let minute = 20; minute < 32; minute++) {
    const row = { project_id: minute % 2 === 0 ? 'AURA' : 'LARGE', created_at: at(minute) }
    await addLead(app.db, { ...row, email: `many${(minute * 7) % 12}@lead.example` })
    await addBonusCode(app.db, { ...row, code: `MANY${(minute * 7) % 12}` })
  }
})
afterAll(() => app.close())
// So that only the test of the limit meets it.
beforeEach(() => app.db.deleteFrom('rate_counters').execute())

const post = (as: SignedIn | null, q: unknown, projects: unknown = PROJECTS) =>
  app.call('POST', '/search', { as, body: { q, projects } })
async function find(q: string, projects?: readonly string[], as = staff): Promise<SearchResult[]> {
  const { status, body } = await post(as, q, projects)
  expect(status).toBe(200)
  return body.results
}
const places = (found: SearchResult[]) => found.map((one) => `${one.kind} ${one.project_id}`)
const titles = (found: SearchResult[]) => found.map(({ title }) => title)

describe('an address', () => {
  test('finds its wallets in the projects that one may see, newest first', async () => {
    const found = await find(WALLET)
    expect(places(found)).toEqual(['wallet LARGE', 'wallet HELIX', 'wallet AURA'])
    expect(await find(` ${WALLET.toUpperCase()} `)).toEqual(found)
    expect(places(await find(WALLET, ['HELIX']))).toEqual(['wallet HELIX'])
  })

  test('shows the wallet as in the list, with its completed purchases', async () => {
    const [found] = await find(WALLET, ['AURA'])
    const list = await app.call('GET', `/wallets?projects=AURA&walletAddress=${WALLET}`, {
      as: staff,
    })
    expect(list.body.results[0].total_tokens).toBe('1050.500000000000000001')
    expect(found).toEqual({
      kind: 'wallet',
      project_id: 'AURA',
      id: WALLET,
      title: WALLET,
      at: at(0).toISOString(),
      detail: { ...list.body.results[0], purchases: 1 },
    })
  })
})

test('a hash finds its purchases, as they are in the list', async () => {
  const found = await find(HASH.toUpperCase())
  expect(places(found)).toEqual(['transaction LARGE', 'transaction HELIX', 'transaction AURA'])
  const { body } = await app.call('GET', `/transactions?projects=HELIX&hash=${HASH}`, { as: staff })
  const [row] = body.results
  expect(found[1]).toEqual({
    kind: 'transaction',
    project_id: 'HELIX',
    id: row.id,
    title: HASH,
    at: row.created_at,
    detail: row,
  })
})

describe('other text', () => {
  test('finds bonus codes and leads that begin with it, in any case', async () => {
    expect(places(await find('sPRIng'))).toEqual([
      'bonus_code LARGE',
      'bonus_code HELIX',
      'bonus_code AURA',
    ])
    expect(places(await find('lENA.b', ['AURA', 'HELIX']))).toEqual(['lead HELIX', 'lead AURA'])
    expect(await find('berg@')).toEqual([])
  })

  test('shows codes and leads as in their lists', async () => {
    const [code] = await find('spring', ['AURA'])
    const codes = await app.call('GET', `/bonus-codes?projects=AURA&id=${code?.id}`, { as: staff })
    // The sums of a code would take longer than the search.
    const { usd: _usd, bonus_tokens: _tokens, ...listed } = codes.body.results[0]
    expect(code).toMatchObject({ title: 'Spring20', detail: listed })
    const [lead] = await find('lena', ['AURA'])
    const leads = await app.call('GET', `/leads?projects=AURA&id=${lead?.id}`, { as: staff })
    expect(lead).toMatchObject({
      title: 'Lena.Berg@saleroom.example',
      detail: leads.body.results[0],
    })
  })

  test.each([
    ['50%', ['50%off@lead.example']],
    ['a_', ['a_b@lead.example']],
    ['back\\', ['back\\slash@lead.example']],
    ['new%', ['NEW%Q']],
    ['new_', ['NEW_Q']],
    ['new\\', ['NEW\\Q']],
    ['%%', []],
    ['__', []],
    ["' or 1=1 --", []],
  ])('%s is no pattern', async (q, expected) => {
    expect(titles(await find(q))).toEqual(expected)
  })

  test('finds at most 8 of each kind, the newest of all projects', async () => {
    const found = await find('many')
    const newest = Array.from({ length: 8 }, (_, index) => at(31 - index).toISOString())
    for (const kind of ['bonus_code', 'lead'])
      expect(found.filter((one) => one.kind === kind).map((one) => one.at)).toEqual(newest)
    expect(found).toHaveLength(16)
  })

  test.each([
    [WALLET.slice(0, -1), 'wallet'],
    [WALLET.slice(0, 6), 'wallet'],
    [`${WALLET.slice(0, 10)}…${WALLET.slice(-4)}`, 'wallet'],
    [HASH.slice(0, -1), 'transaction'],
    [`${HASH.slice(0, 10)}...${HASH.slice(-6)}`, 'transaction'],
  ])('%s finds every %s that it is a part of', async (q, kind) => {
    const found = await find(q, ['AURA', 'HELIX'])
    expect(places(found)).toEqual([`${kind} HELIX`, `${kind} AURA`])
  })

  test('finds a person by a mobile number and with the wallet, and a purchase by the start of its id', async () => {
    await addProject(app.db, { id: 'PEOPLE' })
    const wallet = `0x${'77'.repeat(20)}`
    await addWallet(app.db, { project_id: 'PEOPLE', wallet_address: wallet })
    await addLead(app.db, {
      project_id: 'PEOPLE',
      email: 'mo@lead.example',
      mobile: '+4915122648810',
      wallet_address: wallet,
    })
    const place = { project_id: 'PEOPLE', wallet_address: wallet }
    await addTransaction(app.db, { ...place, source_id: 'Order-2026-1' })
    const admin = await app.signIn('admin')
    const kinds = async (q: string) =>
      (await find(q, ['PEOPLE'], admin)).map(({ kind }) => kind).toSorted()
    expect(await kinds('+49151')).toEqual(['lead', 'wallet'])
    expect(await kinds('MO@lead')).toEqual(['lead', 'wallet'])
    expect(await kinds('Order-2026-1')).toEqual(['transaction'])
    expect(await kinds('Order-')).toEqual(['transaction'])
    expect(await kinds('Order')).toEqual([])
    expect(await kinds('order-2026-1')).toEqual([])
  })

  test.each([['0x'], [`${WALLET}0`], [`${HASH}0`]])(
    '%s is neither an address nor a hash',
    async (q) => {
      expect(await find(q)).toEqual([])
    },
  )
})

describe('who may find what', () => {
  test('without sight of finance, leads only', async () => {
    expect(await find(WALLET, PROJECTS, marketing)).toEqual([])
    expect(await find(HASH, PROJECTS, marketing)).toEqual([])
    expect(await find('spring', PROJECTS, marketing)).toEqual([])
    expect(await find('lena', PROJECTS, marketing)).toEqual(await find('lena'))
  })

  test('an admin finds the records of every project that is not archived', async () => {
    const admin = await app.signIn('admin')
    expect(places(await find('lena', PROJECTS, admin))).toEqual([
      'lead LARGE',
      'lead SECRET',
      'lead HELIX',
      'lead AURA',
    ])
  })

  test.each([WALLET, HASH, 'spring', 'lena'])(
    '%s of another person’s, an archived and no project is as if it were not there',
    async (q) => {
      const absent = await post(staff, q, ['NOPE'])
      expect(absent.text).toBe('{"results":[]}')
      for (const projects of [['SECRET'], ['OLD'], []]) {
        const { status, text } = await post(staff, q, projects)
        expect([status, text]).toEqual([absent.status, absent.text])
      }
    },
  )

  test('nobody without a token, a verified email address and a password of their own', async () => {
    expect((await post(null, 'lena')).status).toBe(401)
    for (const fields of [{ is_email_verified: false }, { requires_password_reset: true }]) {
      const { status, body } = await post(await app.signIn('admin', [], fields), 'lena')
      expect([status, body]).toEqual([403, { code: 403, message: 'Forbidden' }])
    }
  })
})

test.each([
  ['a', 'Path: body.q, Message: Must be at least 2 characters'],
  ['  a  ', 'Path: body.q, Message: Must be at least 2 characters'],
  ['a'.repeat(201), 'Path: body.q, Message: Must be at most 200 characters'],
  ['a\0b', 'Path: body, Message: Must be well-formed text without NUL'],
])('a text of the wrong length or form is refused', async (q, message) => {
  const { status, body } = await post(staff, q)
  expect([status, body]).toEqual([400, { code: 400, message }])
})

test('nothing of a search is stored', async () => {
  const entries = () => app.db.selectFrom('audit_log').selectAll().execute()
  const before = await entries()
  await find(WALLET)
  expect(await entries()).toEqual(before)
  const counters = await app.db.selectFrom('rate_counters').selectAll().execute()
  expect(JSON.stringify(counters)).not.toContain(WALLET)
})

test('60 searches a minute of one person, over all their sessions', async () => {
  const person = await app.signIn('client', ['AURA'])
  const { body } = await app.call('POST', '/auth/login', {
    body: { email: person.user.email, password: 'saleroom-demo' },
  })
  const elsewhere: string = body.tokens.access.token
  for (let sent = 0; sent < 60; sent += 1) expect((await post(person, 'lena')).status).toBe(200)
  const refused = await app.call('POST', '/search', {
    as: elsewhere,
    body: { q: 'lena', projects: ['AURA'] },
  })
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await post(await app.signIn('client', ['AURA']), 'lena')).status).toBe(200)
  app.clock.advance(60_000)
  expect((await post(person, 'lena')).status).toBe(200)
})
