import { afterEach, expect, test } from 'vitest'
import { enterSession, leaveSession, session } from '#src/state/session.ts'
import type { User } from '#src/wire/users.ts'
import { draftsOf } from './drafts.ts'
import { isAnythingUnsaved } from './unsaved-changes.ts'

const user = (id: string): User => ({
  id,
  role: 'user',
  email: `${id}@saleroom.example`,
  is_email_verified: 1,
  requires_password_reset: 0,
})
const drafts = draftsOf<{ title: string; note: string }>()

afterEach(() => {
  session.current = { is: 'out', chosen: true }
})

test('an expired session keeps what its user typed, as unsaved input', async () => {
  enterSession(user('1'))
  drafts.change('AURA', { title: 'typed' })
  await Promise.resolve()
  expect(isAnythingUnsaved()).toBe(true)
  leaveSession()
  await Promise.resolve()
  expect(isAnythingUnsaved()).toBe(true)
  enterSession(user('1'))
  expect(drafts.read('AURA')).toEqual({ title: 'typed' })
})

test('another user never sees it', async () => {
  enterSession(user('1'))
  drafts.change('AURA', { title: 'typed' })
  leaveSession()
  enterSession(user('2'))
  expect(drafts.read('AURA')).toEqual({})
  await Promise.resolve()
  enterSession(user('1'))
  expect(drafts.read('AURA')).toEqual({})
})

test('logging out discards all drafts', async () => {
  enterSession(user('1'))
  drafts.change('AURA', { title: 'typed' })
  session.current = { is: 'out', chosen: true }
  await Promise.resolve()
  enterSession(user('1'))
  expect(drafts.read('AURA')).toEqual({})
})

test('a draft keeps each of its fields, under any id, until it is dropped', () => {
  enterSession(user('1'))
  drafts.change('__proto__', { title: 'a' })
  drafts.change('__proto__', { note: 'b' })
  expect(drafts.read('__proto__')).toEqual({ title: 'a', note: 'b' })
  drafts.drop('__proto__')
  expect(drafts.read('__proto__')).toEqual({})
})
