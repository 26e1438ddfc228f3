import { enterSession, setAccessToken } from '#src/state/session.ts'

/** The user of a screen under test: an admin. */
export const SCREEN_USER = {
  id: '1',
  role: 'admin',
  email: 'a@example.com',
  is_email_verified: 1,
  requires_password_reset: 0,
} as const

/** Signs the user in, in memory. */
export function signInHere(): void {
  enterSession(SCREEN_USER)
  setAccessToken('token')
}
