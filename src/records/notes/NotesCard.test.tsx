import { act, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/cache/query-client.ts'
import { connection } from '#src/session/connection.ts'
import { enterSession, leaveSession } from '#src/state/session.ts'
import { STORAGE_KEYS } from '#src/state/storage.ts'
import type { Note } from '#src/wire/notes.ts'
import { openFaultyApi, type Acts } from '#tests/support/screens/faulty-api.ts'
import { stubLayout } from '#tests/support/screens/layout-stubs.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { endPage, renderInApp } from '#tests/support/screens/show-page.tsx'
import {
  button,
  buttons,
  field,
  press,
  pressIn,
  type,
} from '#tests/support/screens/user-actions.ts'
import { NotesCard } from './NotesCard.tsx'

stubLayout()

const RECORD = { kind: 'transaction', project_id: 'AURA', id: '7' } as const
const PATH = '/notes/transaction/AURA/7'
const ADD = `POST ${PATH}`
const ME = { id: SCREEN_USER.id, email: SCREEN_USER.email }
const OMAR = { id: '2', email: 'omar@saleroom.example' }
const PEOPLE = [
  { ...OMAR, role: 'admin' },
  { id: '3', email: 'omar@aura.example', role: 'client' },
  { id: '4', email: 'lotte@saleroom.example', role: 'user' },
]
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const note = (fields: Partial<Note>): Note => ({
  id: '1',
  text: 'A note',
  author: ME,
  at: inMinutes(0),
  edited_at: null,
  editable_until: inMinutes(15),
  deleted_at: null,
  mentions: [],
  ...fields,
})

let stored: Note[] = []
const sent: unknown[] = []
const serverOfNotes = (features = ['notes']): Acts => ({
  'GET /features': () => ({ features }),
  [`GET ${PATH}`]: ({ query }) => {
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    const results = stored.slice((page - 1) * limit, page * limit)
    return { results, page, limit, total: stored.length }
  },
  [`GET ${PATH}/people`]: ({ query }) =>
    PEOPLE.filter(({ email }) => email.startsWith(query.get('q') ?? '')),
  [ADD]: ({ body }) => {
    sent.push(body)
    // A body that the client has built from its schema.
    const { text } = body as { text: string }
    const added = note({ id: String(stored.length + 1), text })
    stored = [added, ...stored]
    return added
  },
  'DELETE /notes/1': () => {
    stored = [note({ text: null, deleted_at: inMinutes(0) })]
  },
})

function open(acts: Acts = serverOfNotes()) {
  const api = openFaultyApi(acts)
  signInHere()
  return { api, ...renderInApp(<NotesCard record={RECORD} />) }
}

beforeEach(() => {
  stored = []
  sent.length = 0
  queryClient.clear()
  localStorage.clear()
})
afterEach(endPage)

const shows = (part: string) => waitFor(() => expect(document.body.textContent).toContain(part))
const articles = () => [...document.querySelectorAll('article')].map((one) => one.textContent)
const options = () => [...document.querySelectorAll('[role=option]')].map((one) => one.textContent)
const key = async (name: string) => fireEvent.keyDown(await field('Note'), { key: name })

test.each([
  'an answer lost on the way',
  'half an answer',
  'no answer in time',
  'no connection',
] as const)('a note after %s, pressed twice, is added once', async (failure) => {
  const { api } = open()
  await shows('What you learn about this purchase stays with it.')
  await type('Note', ' Paid again \n')
  api.break(ADD, failure)
  await press('Add note')
  await press('Adding note')
  await shows('The server did not answer. Checking whether the note was added.')
  api.mend()
  await waitFor(async () => expect((await field('Note')).value).toBe(''))
  await shows('Successfully added note')
  expect(api.done(ADD)).toBe(1)
  expect(sent).toEqual([{ text: 'Paid again', mentions: [] }])
  expect(stored).toHaveLength(1)
  expect(articles()).toHaveLength(1)
  expect(localStorage.getItem(STORAGE_KEYS.noteDrafts)).toBeNull()
})

test('a draft stays on the device and is never sent by itself', async () => {
  const { api, unmount } = open()
  await type('Note', 'Buyer wrote again.')
  await shows('Draft kept on this device')
  act(() => void (connection.isOnline = false))
  await shows('You are offline. The draft is kept.')
  await press('Add note')
  await shows('You are offline. Nothing was sent.')
  unmount()
  act(() => void (connection.isOnline = true))
  renderInApp(<NotesCard record={RECORD} />)
  expect((await field('Note')).value).toBe('Buyer wrote again.')
  expect(api.done(ADD)).toBe(0)
  // An expired session keeps it for its user only.
  act(() => leaveSession())
  act(() => enterSession({ ...SCREEN_USER, id: '9' }))
  await waitFor(async () => expect((await field('Note')).value).toBe(''))
  act(() => enterSession(SCREEN_USER))
  await waitFor(async () => expect((await field('Note')).value).toBe('Buyer wrote again.'))
})

test('all tabs write one draft, and send it with one key', async () => {
  open()
  await type('Note', 'Mine')
  const text = localStorage.getItem(STORAGE_KEYS.noteDrafts) ?? ''
  localStorage.setItem(STORAGE_KEYS.noteDrafts, text.replace('Mine', 'Theirs'))
  act(() => void dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEYS.noteDrafts })))
  expect((await field('Note')).value).toBe('Theirs')
  await type('Note', 'Ours')
  const keyIn = (json: string | null) => /"key":"(\w+)"/.exec(json ?? '')?.[1]
  expect(keyIn(localStorage.getItem(STORAGE_KEYS.noteDrafts))).toBe(keyIn(text))
})

test('people are chosen with the keys; a deleted or typed name is no mention', async () => {
  open()
  await type('Note', 'For @om')
  await waitFor(() =>
    expect(options()).toEqual(['omar@saleroom.exampleAdmin', 'omar@aura.exampleClient']),
  )
  const area = await field('Note')
  expect(
    document.getElementById(area.getAttribute('aria-activedescendant') ?? '')?.textContent,
  ).toMatch(/^omar/)
  await key('Enter')
  expect(area.value).toBe('For @omar ')
  await type('Note', 'For @omar @om')
  await waitFor(() => expect(options()).toHaveLength(2))
  await key('ArrowDown')
  await key('Tab')
  expect(area.value).toBe('For @omar @omar@aura.example ')
  expect(area.getAttribute('aria-activedescendant')).toBeNull()
  await type('Note', 'For @omar@aura.example, and @lotte')
  await waitFor(() => expect(options()).toHaveLength(1))
  await key('Escape')
  expect(options()).toEqual([])
  await press('Add note')
  await shows('Successfully added note')
  expect(sent).toEqual([{ text: 'For @omar@aura.example, and @lotte', mentions: ['3'] }])
})

test('a person who may not read the record any more is named', async () => {
  const acts = serverOfNotes()
  let people = PEOPLE
  const message = 'Path: body.mentions, Message: Must be people who may read this record'
  open({
    ...acts,
    [ADD]: () => {
      people = []
      return Response.json({ code: 400, message }, { status: 400 })
    },
    [`GET ${PATH}/people`]: () => people,
  })
  await press('Mention someone')
  await waitFor(() => expect(options()).toHaveLength(3))
  fireEvent.click(document.querySelectorAll('[role=option]')[0] ?? document.body)
  await press('Add note')
  await shows('omar@saleroom.example cannot read this record.')
  expect((await field('Note')).value).toBe('@omar ')
})

test('one’s own note is changed and deleted for a while', async () => {
  const until = inMinutes(0.005)
  stored = [
    note({ text: 'Mine' }),
    note({ id: '2', author: OMAR }),
    note({ id: '3', editable_until: until }),
  ]
  const { api } = open({
    ...serverOfNotes(),
    'PATCH /notes/1': () => Response.json({ code: 403, message: 'Forbidden' }, { status: 403 }),
  })
  await shows('Mine')
  const menus = () => buttons(`Actions for your note of ${timeOf(stored[0])}`).length
  await waitFor(() => expect(menus()).toBe(1))
  fireEvent.click(await button(`Actions for your note of ${timeOf(stored[0])}`))
  await waitFor(() => document.querySelector<HTMLElement>('[role=menuitem]')?.click())
  await waitFor(() => expect(buttons('Save')).toHaveLength(1))
  const area = document.querySelector<HTMLTextAreaElement>('article textarea')
  if (!area) throw new Error('No field')
  fireEvent.change(area, { target: { value: 'Mine, changed' } })
  await press('Save')
  await shows('The time to change this note is over. Copy your text into a new note.')
  expect(area.value).toBe('Mine, changed')
  await press('Cancel')
  fireEvent.click(await button(`Actions for your note of ${timeOf(stored[0])}`))
  await waitFor(() =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)?.click(),
  )
  await pressIn('Delete')
  await shows('Successfully deleted note')
  await shows(`Deleted by ${ME.email} at`)
  // It counts no more, though it has a line.
  await waitFor(() => expect(document.querySelector('h2 + span')).toBeNull())
  expect(api.done('DELETE /notes/1')).toBe(1)
})
const timeOf = (one?: Note) =>
  new Date(one?.at ?? 0).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

test('four notes are shown, then all of them page by page', async () => {
  stored = Array.from({ length: 10_000 }, (_unused, at) =>
    note({ id: `${at}`, text: `Note ${at}.` }),
  )
  open()
  await shows('Note 3.')
  expect(articles()).toHaveLength(4)
  await press('Show all 10,000')
  expect(articles()).toHaveLength(20)
  await press('Show more')
  await waitFor(() => expect(articles()).toHaveLength(40))
})

test('a note is text and never markup', async () => {
  const text = `<img src=x onerror=alert(1)> **b** javascript:alert(1)\n\u202e${'x'.repeat(1800)}`
  stored = [note({ text })]
  open()
  await shows('onerror')
  const shown = document.querySelector('article p')
  expect(shown?.textContent).toBe(text)
  expect(shown?.children).toHaveLength(0)
  expect(shown?.getAttribute('dir')).toBe('auto')
})

test('people who only look read the notes, and keep what they had typed', async () => {
  stored = [note({})]
  open()
  await type('Note', 'Half a')
  act(() => enterSession({ ...SCREEN_USER, may_write: 0 }))
  await shows('You can look, but not change. Nothing was sent.')
  expect((await field('Note')).readOnly).toBe(true)
  expect(buttons('Add note')).toEqual([])
  expect(articles()).toHaveLength(1)
  await waitFor(() => expect(document.querySelectorAll('article button')).toHaveLength(0))
})

test('a server without notes has no card; notes that did not load can be tried again', async () => {
  const lacking = open(serverOfNotes([]))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(document.querySelector('section')).toBeNull()
  lacking.unmount()
  vi.unstubAllGlobals()
  queryClient.clear()
  const { api } = open()
  api.break(`GET ${PATH}`, '500')
  await shows('The notes did not load')
  api.mend()
  await press('Try again')
  await shows('No notes yet')
})
