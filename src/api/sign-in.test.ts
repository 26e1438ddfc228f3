import { afterEach, expect, it } from 'vitest'
import { ApiError } from '#src/session/api-error.ts'
import { leaveSession, session } from '#src/state/session.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { signInWith } from './sign-in.ts'

const SIGNED_IN = { is: 'in', user: SCREEN_USER }

afterEach(() => leaveSession())

it('a sign-in that is refused after another one succeeded puts nobody out', async () => {
  const refused = new ApiError({ kind: 'answer', code: 401, status: 401 })
  const late = signInWith(async () => {
    signInHere()
    throw refused
  })
  await expect(late).rejects.toBe(refused)
  expect(session).toMatchObject({ current: SIGNED_IN, authorized: true })
})

it('while somebody is signed in, no other sign-in starts', async () => {
  signInHere()
  let calls = 0
  const second = signInWith(async () => {
    calls += 1
    throw new Error('sent')
  })
  await expect(second).rejects.toMatchObject({ kind: 'aborted' })
  expect(calls).toBe(0)
  expect(session).toMatchObject({ current: SIGNED_IN, authorized: true })
})
