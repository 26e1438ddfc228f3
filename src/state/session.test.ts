import { beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#src/wire/users.ts'
import {
  accessToken,
  beginSession,
  enterSession,
  failSession,
  leaveSession,
  session,
  sessionSignal,
  setAccessToken,
  updateUser,
} from './session.ts'

const user: User = {
  id: '7',
  role: 'client',
  email: 'a@example.com',
  is_email_verified: 0,
  requires_password_reset: 1,
}

beforeEach(() => leaveSession())

describe('the session', () => {
  it('goes from out to fetching to an authorized user', () => {
    expect(session).toMatchObject({ current: { is: 'out' }, authorized: false })
    beginSession()
    expect(session).toMatchObject({ current: { is: 'fetching' }, authorized: false })
    enterSession(user)
    expect(session).toMatchObject({ current: { is: 'in', user }, authorized: true })
  })

  it('keeps the error of a refused login, and no token', () => {
    setAccessToken('t')
    failSession({ code: 401, message: 'Incorrect email or password' })
    expect(session.current).toEqual({
      is: 'failed',
      error: { code: 401, message: 'Incorrect email or password' },
    })
    expect(session.authorized).toBe(false)
    expect(accessToken()).toBeNull()
  })

  it('clears its token and aborts its requests when it ends', () => {
    enterSession(user)
    setAccessToken('t')
    const signal = sessionSignal()
    leaveSession()
    expect(signal.aborted).toBe(true)
    expect(sessionSignal().aborted).toBe(false)
    expect(accessToken()).toBeNull()
    expect(session).toMatchObject({ current: { is: 'out' }, authorized: false })
  })

  it('merges changed fields into the user', () => {
    enterSession(user)
    updateUser({ is_email_verified: 1 })
    expect(session.current).toEqual({ is: 'in', user: { ...user, is_email_verified: 1 } })
  })

  it('fails when a user is changed and nobody is signed in', () => {
    updateUser({ is_email_verified: 1 })
    expect(session.current).toEqual({
      is: 'failed',
      error: { code: 500, message: 'Error updating user' },
    })
  })
})
