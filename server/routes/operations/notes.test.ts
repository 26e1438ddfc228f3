import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import { MAX_NOTE_LENGTH, NOTE_KINDS, type Note, type NoteKind } from '#src/wire/notes.ts'
import { addRule, eventsOf } from '#tests/support/calls/alerts.ts'
import { openTestApp, type SignedIn, type TestApp } from '#tests/support/server/app.ts'
import {
  addBonusCode,
  addNote,
  addPayment,
  addProject,
  addTransaction,
  addWallet,
  someAddress,
  someProjectId,
} from '#tests/support/server/builders.ts'

let t: TestApp
let project: string
let wallet: { project_id: string; wallet_address: string }
let purchase: number
let maya: SignedIn
let omar: SignedIn
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-11-20T12:00:00.000Z')
  project = someProjectId()
  await addProject(t.db, { id: project })
  wallet = { project_id: project, wallet_address: someAddress() }
  await addWallet(t.db, wallet)
  purchase = (await addTransaction(t.db, wallet)).id
  maya = await t.signIn('user', [project])
  omar = await t.signIn('client', [project])
})

const onWallet = () => `/notes/wallet/${project}/${wallet.wallet_address}`
const write = (body: object, as = maya, path = onWallet(), headers = {}) =>
  t.call('POST', path, { as, body: { mentions: [], ...body }, headers })
async function written(body: object, as = maya, path = onWallet()): Promise<Note> {
  const answer = await write(body, as, path)
  expect(answer.status).toBe(201)
  return answer.body
}
const list = async (path = onWallet(), as = maya) => (await t.call('GET', path, { as })).body
const edit = (id: string, body: object, as = maya) =>
  t.call('PATCH', `/notes/${id}`, { as, body: { mentions: [], ...body } })
const remove = (id: string, as = maya) => t.call('DELETE', `/notes/${id}`, { as })
const idOf = ({ user }: SignedIn) => String(user.id)
const person = ({ user: { id, email } }: SignedIn) => ({ id: String(id), email })

describe('the notes on a record', () => {
  test('have their author, their times and whom they mention, newest first, by pages', async () => {
    const first = await written({ text: '  Waits for @omar  ', mentions: [idOf(omar)] })
    expect(first).toEqual({
      id: expect.any(String),
      text: 'Waits for @omar',
      author: person(maya),
      at: '2026-11-20T12:00:00.000Z',
      edited_at: null,
      editable_until: '2026-11-20T12:15:00.000Z',
      deleted_at: null,
      mentions: [person(omar)],
    })
    t.clock.advance(1000)
    const second = await written({ text: 'Two' }, omar)
    // Of one time, the later one is first.
    const third = await written({ text: 'Three' })
    expect(await list()).toEqual({ results: [third, second, first], page: 1, limit: 20, total: 3 })
    expect(await list(`${onWallet()}?limit=2&page=2`)).toMatchObject({ results: [first], total: 3 })
    expect(await list(`${onWallet()}?limit=2&page=3`)).toMatchObject({ results: [], total: 3 })
  })

  test('are of that record alone, and a purchase’s are in the timeline of its wallet too', async () => {
    const path = `/notes/transaction/${project}/${purchase}`
    const note = await written({ text: 'Of the purchase' }, maya, path)
    expect(await list(path)).toMatchObject({ results: [note], total: 1 })
    expect(await list()).toMatchObject({ results: [], total: 0 })
    const timeline = async (address: string) =>
      (await list(`/wallets/${project}/${address}/timeline?kinds=note`)).results
    const entry = { id: note.id, note: { ...note, kind: 'transaction', record_id: `${purchase}` } }
    expect(await timeline(wallet.wallet_address)).toMatchObject([entry])
    // A purchase that an event gives to another wallet takes its notes with it.
    const other = await addWallet(t.db, { project_id: project })
    const { wallet_address } = other
    await t.db
      .updateTable('transactions')
      .set({ wallet_address })
      .where('id', '=', purchase)
      .execute()
    expect(await timeline(wallet.wallet_address)).toEqual([])
    expect(await timeline(wallet_address)).toMatchObject([entry])
    expect(await list(path)).toMatchObject({ results: [note], total: 1 })
  })

  test.each(NOTE_KINDS)('of kind %s belong to one of its project, else 404', async (kind) => {
    const here = await recordOf(kind, project)
    const note = await written({ text: 'Here' }, maya, `/notes/${kind}/${project}/${here}`)
    const elsewhere = (await addProject(t.db)).id
    const there = await recordOf(kind, elsewhere)
    const absent = kind === 'wallet' ? someAddress() : '999999'
    for (const [id, where] of [
      [there, project],
      [there, elsewhere],
      [here, elsewhere],
      [absent, project],
      ['0', project],
      ['1e3', project],
    ]) {
      const path = `/notes/${kind}/${where}/${id}`
      for (const answer of [
        await t.call('GET', path, { as: maya }),
        await t.call('GET', `${path}/people`, { as: maya }),
        await write({ text: 'There' }, maya, path),
      ])
        expect([path, answer.status]).toEqual([path, 404])
    }
    expect((await t.call('GET', `/notes/party/${project}/${here}`, { as: maya })).status).toBe(404)
    expect(await list(`/notes/${kind}/${project}/${here}`)).toMatchObject({ results: [note] })
  })

  test('on a wallet are found by its address in any case', async () => {
    const path = `/notes/wallet/${project}/${wallet.wallet_address.toUpperCase().replace('X', 'x')}`
    const note = await written({ text: 'One' }, maya, path)
    expect(await list()).toMatchObject({ results: [note] })
  })
})

async function recordOf(kind: NoteKind, project_id: string): Promise<string> {
  if (kind === 'bonus_code') return String((await addBonusCode(t.db, { project_id })).id)
  if (kind === 'payment') return String((await addPayment(t.db, { project_id })).id)
  const own = await addWallet(t.db, { project_id })
  const { wallet_address } = own
  if (kind === 'wallet') return wallet_address
  return String((await addTransaction(t.db, { project_id, wallet_address })).id)
}

test.each<[string, object, string]>([
  ['nothing', { text: '' }, 'Path: body.text, Message: Write something'],
  ['blanks', { text: ' \n\t\u00a0\u3000' }, 'Path: body.text, Message: Write something'],
  ['invisible characters', { text: '\u200b\u202e\ufeff' }, 'Message: Write something'],
  ['too much', { text: 'x'.repeat(MAX_NOTE_LENGTH + 1) }, 'Must be at most 2000 characters'],
  ['NUL', { text: 'a\0b' }, 'Must be well-formed text without NUL'],
  ['half a character', { text: 'a\ud83d' }, 'Must be well-formed text without NUL'],
  ['no text', { text: null }, 'Path: body.text'],
  ['more than the fields', { text: 'a', kind: 'wallet' }, 'kind'],
  ['21 people', { text: 'a', mentions: Array(21).fill('1') }, 'Must be at most 20 people'],
])('a note with %s is refused', async (_name, body, message) => {
  const answer = await write(body)
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
  expect(await list()).toMatchObject({ total: 0 })
})

test.each([
  '😀'.repeat(MAX_NOTE_LENGTH),
  'w'.repeat(MAX_NOTE_LENGTH),
  '<script>alert(1)</script> **bold** [link](javascript:alert(1)) &amp; %_\\',
  'שלום\u202e abc مرحبا',
  'two\r\nlines',
])('a note keeps its text as it was typed: %s', async (text) => {
  const note = await written({ text })
  expect([note.text, (await list()).results[0].text]).toEqual([text, text])
})

test('a note can be changed by its author for 15 minutes, and not by anybody else', async () => {
  const { id } = await written({ text: 'One', mentions: [idOf(omar)] })
  const admin = await t.signIn('admin')
  for (const other of [omar, admin])
    for (const answer of [await edit(id, { text: 'Mine' }, other), await remove(id, other)])
      expect(answer.status).toBe(403)
  const stranger = await t.signIn('client')
  for (const answer of [await edit(id, { text: 'Mine' }, stranger), await remove(id, stranger)])
    expect(answer.status).toBe(404)
  // Minutes before now, since a session would not last from then on.
  const author = { author_id: maya.user.id }
  const ago = (ms: number) => new Date(t.clock.now().getTime() - ms)
  const over = await addNote(t.db, wallet, { ...author, created_at: ago(15 * MINUTE_MS) })
  for (const answer of [await edit(`${over.id}`, { text: 'Two' }), await remove(`${over.id}`)])
    expect(answer.status).toBe(403)
  const last = await addNote(t.db, wallet, { ...author, created_at: ago(15 * MINUTE_MS - 1) })
  const changed = await edit(`${last.id}`, { text: 'Two' })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { text: 'Two', edited_at: '2026-11-20T12:00:00.000Z', mentions: [] },
  ])
  const texts = (await list()).results.map(({ text }: Note) => text)
  expect(texts).toEqual(['One', 'Two', 'Waits for finance'])
})

test('of two tabs that change a note, the later one is kept whole', async () => {
  const { id } = await written({ text: 'One' })
  const [first, second] = await Promise.all([
    edit(id, { text: 'Two', mentions: [idOf(omar)] }),
    edit(id, { text: 'Three' }),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  const [kept] = (await list()).results
  expect([first.body, second.body]).toContainEqual(kept)
})

test('a deleted note leaves when and whose it was, and deleting it again changes nothing', async () => {
  const note = await written({ text: 'One', mentions: [idOf(omar)] })
  t.clock.advance(1000)
  expect((await remove(note.id)).status).toBe(204)
  const left = { ...note, text: null, mentions: [], deleted_at: '2026-11-20T12:00:01.000Z' }
  t.clock.advance(1000)
  expect((await remove(note.id)).status).toBe(204)
  expect(await list()).toMatchObject({ results: [left], total: 1 })
  expect((await edit(note.id, { text: 'Two' })).status).toBe(404)
  expect((await remove(note.id, omar)).status).toBe(404)
})

test('a note that is sent again with its key is one, also twenty times at once', async () => {
  const send = (body: object, as = maya) =>
    write(body, as, onWallet(), { 'idempotency-key': 'draft-1' })
  await addRule(t.db, omar.user.id, { kind: 'mention' })
  const body = { text: 'Once, @omar', mentions: [idOf(omar)] }
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  t.clock.advance(60_000)
  expect((await send(body)).body).toEqual(answers[0]?.body)
  expect((await send({ ...body, text: 'Twice' })).status).toBe(409)
  expect(await list()).toMatchObject({ results: [answers[0]?.body], total: 1 })
  expect(await eventsOf(t.db, omar.user.id)).toHaveLength(1)
  // The key is a person's own.
  await send(body, omar)
  expect(await list()).toMatchObject({ total: 2 })
})

describe('people who can be mentioned', () => {
  const people = async (q = '', as = maya) =>
    (await t.call('GET', `${onWallet()}/people?q=${encodeURIComponent(q)}`, { as })).body

  test('are those who may read the record now, by address', async () => {
    const admin = await t.signIn('admin', [], { email: `Zoe-${project}@a.example` })
    const only = await t.signIn('client', [project], { may_write: false })
    const others = [
      await t.signIn('marketing', [project]),
      await t.signIn('client'),
      await t.signIn('client', [project], { disabled_at: t.clock.now() }),
      await t.signIn('client', [project], { invited_at: t.clock.now() }),
    ]
    const found = await people()
    const emails = found.map(({ email }: { email: string }) => email)
    expect(emails).toEqual(expect.arrayContaining([maya, omar, only].map((p) => p.user.email)))
    for (const { user } of others) expect(emails).not.toContain(user.email)
    expect(await people(`zoe-${project.toLowerCase()}`)).toEqual([
      { ...person(admin), role: 'admin' },
    ])
    // A part of the name finds too, after those that begin with it.
    const begins = await t.signIn('client', [project], { email: `oe-${project}@a.example` })
    expect(await people(`OE-${project}`)).toEqual([
      { ...person(begins), role: 'client' },
      { ...person(admin), role: 'admin' },
    ])
    // No pattern.
    for (const q of ['%', '_', 'a.example', '\\']) expect(await people(q)).toEqual([])
    for (const one of others) {
      const answer = await write({ text: '@them', mentions: [idOf(maya), idOf(one)] })
      expect([answer.status, answer.body.message]).toEqual([
        400,
        'Path: body.mentions, Message: Must be people who may read this record',
      ])
    }
    expect(await list()).toMatchObject({ total: 0 })
    const all = [maya, omar, only].map(idOf)
    const note = await written({ text: '@all', mentions: [...all, idOf(omar)] })
    expect(note.mentions.map(({ id }) => id).toSorted()).toEqual(all.toSorted())
  })

  test('are at most 20', async () => {
    for (let n = 0; n < 21; n++) await t.signIn('client', [project])
    expect(await people()).toHaveLength(20)
  })

  test('stay named when they lose their access, also if the note is changed', async () => {
    const { id } = await written({ text: 'For @omar', mentions: [idOf(omar)] })
    await t.db.deleteFrom('memberships').where('user_id', '=', omar.user.id).execute()
    expect(await list()).toMatchObject({ results: [{ mentions: [person(omar)] }] })
    const changed = await edit(id, { text: 'Still for @omar', mentions: [idOf(omar)] })
    expect([changed.status, changed.body.mentions]).toEqual([200, [person(omar)]])
    expect((await edit(id, { text: 'For nobody' })).status).toBe(200)
    expect((await edit(id, { text: 'For @omar', mentions: [idOf(omar)] })).status).toBe(400)
  })
})

describe('an alert of a mention', () => {
  const events = (as = omar) => eventsOf(t.db, as.user.id)

  test('goes once to each person who wants it, not to the author', async () => {
    const lena = await t.signIn('client', [project])
    const others = [
      await t.signIn('client', [project]),
      await t.signIn('client', [project]),
      await t.signIn('client', [project]),
    ]
    const [off, elsewhere, unmentioned] = others
    for (const one of [maya, omar, lena, unmentioned]) await watch(one)
    await watch(off, { enabled: 0 })
    await watch(elsewhere, { project_id: (await addProject(t.db)).id })
    const mentions = [maya, omar, off, elsewhere].flatMap((one) => (one ? [idOf(one)] : []))
    const path = `/notes/transaction/${project}/${purchase}`
    const { id } = await written({ text: 'Look,\n\n@omar', mentions }, maya, path)
    expect(await events()).toMatchObject([
      {
        kind: 'mention',
        project_id: project,
        key: `note:${id}`,
        at: t.clock.now(),
        data: {
          record_kind: 'transaction',
          record_id: String(purchase),
          by: maya.user.email,
          text: 'Look, @omar',
        },
      },
    ])
    t.clock.advance(MINUTE_MS)
    // Who is mentioned later hears of it then, the others not again.
    for (const text of ['Look, @omar and @lena', 'Look, @lena and @omar']) {
      const all = [...mentions, idOf(lena)]
      expect((await edit(id, { text, mentions: all })).status).toBe(200)
    }
    expect(await events()).toMatchObject([{ data: { text: 'Look, @lena and @omar' } }])
    expect(await events(lena)).toMatchObject([{ data: { text: 'Look, @lena and @omar' } }])
    for (const one of [maya, ...others]) expect(await events(one)).toEqual([])
    const preview = { kind: 'mention', project_id: null, channels: [], enabled: 1 }
    const counted = await t.call('POST', '/alerts/preview', { as: omar, body: preview })
    expect(counted.body).toEqual({ fired: 1, examples: ['2026-11-20T12:00:00.000Z'] })
  })

  const watch = async (one: SignedIn | undefined, fields: object = {}) =>
    one && addRule(t.db, one.user.id, { kind: 'mention', ...fields })

  test('has the beginning of a long note, and the name of a code', async () => {
    await watch(omar)
    const { id, code } = await addBonusCode(t.db, { project_id: project })
    const path = `/notes/bonus_code/${project}/${id}`
    await written({ text: '😀'.repeat(2000), mentions: [idOf(omar)] }, maya, path)
    expect(await events()).toMatchObject([{ data: { text: '😀'.repeat(300), name: code } }])
    const payment = await addPayment(t.db, { project_id: project })
    const onPayment = `/notes/payment/${project}/${payment.id}`
    await written({ text: 'Whose?', mentions: [idOf(omar)] }, maya, onPayment)
    expect((await events())[1]?.data).toMatchObject({ name: payment.transaction_hash })
  })

  test('goes with its note', async () => {
    await watch(omar)
    const { id } = await written({ text: 'For @omar', mentions: [idOf(omar)] })
    await written({ text: 'Also for @omar', mentions: [idOf(omar)] })
    await remove(id)
    expect(await events()).toMatchObject([{ data: { text: 'Also for @omar' } }])
  })
})

test('a change of a note is a change of its project', async () => {
  const { id } = await written({ text: 'One' })
  await edit(id, { text: 'Two' })
  const { rows } = await sql<{ kind: string }>`
    select kind from changes where project_id = ${project} and kind = 'notes'`.execute(t.db)
  expect(rows.length).toBeGreaterThan(0)
})
