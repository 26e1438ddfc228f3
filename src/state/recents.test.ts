// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteRecent, readRecents } from './recents.ts'
import { enterSession, leaveSession } from './session.ts'
import { STORAGE_KEYS } from './storage.ts'

const signIn = (id: string) =>
  enterSession({
    id,
    role: 'admin',
    email: 'a@example.com',
    is_email_verified: 1,
    requires_password_reset: 0,
  })
const record = (id: string, title = '') =>
  ({ kind: 'transaction', projectId: 'AURA', id, title }) as const

beforeEach(() => signIn('1'))
afterEach(() => {
  leaveSession()
  localStorage.clear()
})

it('lists what was opened, the latest first and each once', () => {
  noteRecent(record('1', '0xaa'), 1)
  noteRecent(record('2'), 2)
  noteRecent(record('1'), 3)
  expect(readRecents()).toEqual([
    // Opened again by a link, which does not know the hash.
    { ...record('1', '0xaa'), at: 3 },
    { ...record('2'), at: 2 },
  ])
})

it('keeps the twelve latest, with titles of at most 200 characters', () => {
  for (let id = 0; id < 20; id += 1) noteRecent(record(String(id), 'x'.repeat(900)), id)
  expect(readRecents()).toHaveLength(12)
  expect(readRecents()[0]).toMatchObject({ id: '19', title: 'x'.repeat(200) })
})

it('shows nothing of another user, and stores nothing without one', () => {
  noteRecent(record('1'), 1)
  signIn('2')
  expect(readRecents()).toEqual([])
  noteRecent(record('2'), 2)
  expect(readRecents()).toHaveLength(1)
  leaveSession()
  const stored = localStorage.getItem(STORAGE_KEYS.recents)
  noteRecent(record('3'), 3)
  expect(localStorage.getItem(STORAGE_KEYS.recents)).toBe(stored)
  expect(readRecents()).toEqual([])
})

it('stores only known fields, so no amount reaches the disk', () => {
  const opened = { ...record('1', '0xaa'), total_tokens: '1284910', detail: { usd: '2567' } }
  noteRecent(opened, 1)
  expect(localStorage.getItem(STORAGE_KEYS.recents)).not.toMatch(/1284910|2567/)
})

it('survives a broken entry', () => {
  const good = { ...record('1'), at: 1 }
  for (const items of ['x', [null, 5, { kind: 'spell' }, { ...good, at: 'now' }, good]]) {
    localStorage.setItem(STORAGE_KEYS.recents, JSON.stringify({ userId: '1', items }))
    expect(readRecents()).toEqual(Array.isArray(items) ? [good] : [])
  }
  localStorage.setItem(STORAGE_KEYS.recents, '{')
  expect(readRecents()).toEqual([])
})
