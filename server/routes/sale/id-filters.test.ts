import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addLead,
  addManualTransaction,
  addNote,
  addPayment,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
} from '#tests/support/server/builders.ts'

const WALLET = someAddress()
const LISTS = ['/leads', '/bonus-codes', '/manual-transactions'] as const
type List = (typeof LISTS)[number]

let app: TestApp
let staff: SignedIn
/** The id of a record of each list and project. */
const idOf = new Map<string, number>()

beforeAll(async () => {
  app = await openTestApp()
  for (const id of ['AURA', 'HELIX', 'SECRET', 'OLD']) {
    await addProject(app.db, { id, archived_at: id === 'OLD' ? app.clock.now() : null })
    const place = { project_id: id, wallet_address: WALLET }
    await addWallet(app.db, place)
    for (const _copy of [1, 2]) {
      idOf.set(`/leads ${id}`, (await addLead(app.db, { project_id: id })).id)
      idOf.set(`/bonus-codes ${id}`, (await addBonusCode(app.db, { project_id: id })).id)
      idOf.set(`/manual-transactions ${id}`, (await addManualTransaction(app.db, place)).id)
    }
  }
  staff = await app.signIn('user', ['AURA', 'HELIX', 'OLD'])
})
afterAll(() => app.close())

const ALL = 'projects=AURA&projects=HELIX&projects=SECRET&projects=OLD'
const get = (list: List, query: string) => app.call('GET', `${list}?${query}`, { as: staff })
const idIn = (list: List, project: string) => String(idOf.get(`${list} ${project}`))

describe.each(LISTS)('%s', (list) => {
  test('shows one record alone, as it is in the list', async () => {
    const id = idIn(list, 'HELIX')
    const { body } = await get(list, ALL)
    const row = body.results.find((one: { id: string }) => one.id === id)
    expect(row.project_id).toBe('HELIX')
    const alone = await get(list, `${ALL}&id=${id}`)
    expect(alone.body).toEqual({ results: [row], page: 1, limit: 20 })
    expect((await get(list, `${ALL}&id=${id}&page=2`)).body.results).toEqual([])
  })

  test('shows nothing of a project that is not requested, visible or in use', async () => {
    const absent = await get(list, `${ALL}&id=999999`)
    expect([absent.status, absent.body.results]).toEqual([200, []])
    const queries = [
      `projects=AURA&id=${idIn(list, 'HELIX')}`,
      `${ALL}&id=${idIn(list, 'SECRET')}`,
      `${ALL}&id=${idIn(list, 'OLD')}`,
      `id=${idIn(list, 'AURA')}`,
    ]
    for (const query of queries) {
      const { status, text } = await get(list, query)
      expect([query, status, text]).toEqual([query, absent.status, absent.text])
    }
  })

  test.each(['x', '0', '-1', '1e3', '1.5', ' 1', '9'.repeat(30), "1' or '1'='1"])(
    'shows nothing for the id %s',
    async (id) => {
      const { status, body } = await get(list, `${ALL}&id=${encodeURIComponent(id)}`)
      expect([status, body.results]).toEqual([200, []])
    },
  )

  test('refuses an empty id and one that is too long', async () => {
    expect((await get(list, `${ALL}&id=`)).status).toBe(400)
    expect((await get(list, `${ALL}&id=${'1'.repeat(101)}`)).status).toBe(400)
  })
})

test('an id and the other filters all apply', async () => {
  const credit = idIn('/manual-transactions', 'AURA')
  const other = `${ALL}&id=${credit}&wallet_address=${someAddress()}`
  expect((await get('/manual-transactions', other)).body.results).toEqual([])
  const same = `${ALL}&id=${credit}&wallet_address=${WALLET}`
  expect((await get('/manual-transactions', same)).body.results).toHaveLength(1)
  const code = `${ALL}&id=${idIn('/bonus-codes', 'AURA')}`
  expect((await get('/bonus-codes', `${code}&active=true`)).body.results).toHaveLength(1)
  expect((await get('/bonus-codes', `${code}&active=false`)).body.results).toEqual([])
})

test('lists count the notes of each record, and can leave those with notes', async () => {
  const { db } = app
  const { id: project_id } = await addProject(db)
  const maya = await app.signIn('user', [project_id])
  const wallet = await addWallet(db, { project_id })
  const own = { project_id, wallet_address: wallet.wallet_address }
  await addWallet(db, { project_id })
  const purchase = await addTransaction(db, own)
  await addTransaction(db, own)
  const deleted = await addTransaction(db, own)
  const code = await addBonusCode(db, { project_id })
  await addBonusCode(db, { project_id })
  const payment = await addPayment(db, { project_id })
  await addPayment(db, { project_id })
  const of = { author_id: maya.user.id }
  for (const [kind, record] of [
    ['wallet', own.wallet_address],
    ['transaction', String(purchase.id)],
    ['bonus_code', String(code.id)],
    ['payment', String(payment.id)],
  ] as const) {
    const on = { ...of, kind, record }
    await addNote(db, own, on)
    await addNote(db, own, on)
    await addNote(db, own, { ...on, deleted_at: app.clock.now() })
  }
  // Deleted notes are none.
  const gone = { record: String(deleted.id), deleted_at: app.clock.now() }
  await addNote(db, own, { ...of, ...gone, kind: 'transaction' })
  const read = (path: string, query: string) =>
    app.call('GET', `${path}?projects=${project_id}&${query}`, { as: maya })
  const counts = async (path: string, query = '') =>
    (await read(path, query)).body.results.map(({ notes }: { notes: number }) => notes)
  for (const [path, all] of [
    ['/wallets', 2],
    ['/transactions', 3],
    ['/bonus-codes', 2],
    ['/chain/payments', 2],
  ] as const) {
    const without = Array.from({ length: all - 1 }, () => 0)
    expect([path, (await counts(path)).toSorted()]).toEqual([path, [...without, 2]])
    expect([path, await counts(path, 'noted=1')]).toEqual([path, [2]])
    expect([path, await counts(path, 'noted=1&page=2')]).toEqual([path, []])
    expect([path, (await read(path, 'noted=0')).status]).toEqual([path, 400])
    if (path === '/chain/payments') continue
    expect((await read(`${path}/total`, 'noted=1')).body.rows).toBe(1)
    expect((await read(`${path}/csv`, 'noted=1')).text.trim().split('\r\n')).toHaveLength(2)
  }
  const { body } = await read(`/wallets/${project_id}/${own.wallet_address}`, '')
  expect(body.wallet.notes).toBe(2)
})
