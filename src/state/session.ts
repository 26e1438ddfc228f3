import { proxy, useSnapshot } from 'valtio'
import type { User } from '#src/wire/users.ts'

export type SessionError = { code: number; message: string }

export type SessionState =
  /** `chosen`: by Logout; the next login then starts at Home. */
  | { is: 'out'; chosen?: boolean }
  | { is: 'fetching' }
  | { is: 'in'; user: User }
  | { is: 'failed'; error: SessionError }

/** Who is signed in. Data is only fetched while `authorized`. */
export const session = proxy<{ current: SessionState; authorized: boolean }>({
  current: { is: 'out' },
  authorized: false,
})

// Not in the proxy: no screen shows it, and no code that serializes state may see it.
let access: string | null = null
let lifetime = new AbortController()
let epoch = 0
const leavers = new Set<() => void>()

/** Calls `forget` when a session ends. For every module that holds a user's data in memory. */
export function onLeave(forget: () => void): void {
  leavers.add(forget)
}

export function accessToken(): string | null {
  return access
}

export function setAccessToken(token: string): void {
  access = token
}

/** Aborts when the session ends, and with it every request of the session. */
export function sessionSignal(): AbortSignal {
  return lifetime.signal
}

/** Changes when a session ends: a late response is dropped if its epoch is another one. */
export function sessionEpoch(): number {
  return epoch
}

/** A login, or the start of the app, begins. */
export function beginSession(): void {
  session.current = { is: 'fetching' }
  session.authorized = false
}

export function enterSession(user: User): void {
  session.current = { is: 'in', user }
  session.authorized = true
}

/** A login failed: clears the token and keeps the error. */
export function failSession(error: SessionError): void {
  access = null
  session.current = { is: 'failed', error }
  session.authorized = false
}

/** Ends the session in this tab's memory and aborts its requests. The caller purges the disk. */
export function leaveSession(chosen = false): void {
  access = null
  epoch += 1
  lifetime.abort()
  lifetime = new AbortController()
  session.current = { is: 'out', chosen }
  session.authorized = false
  for (const forget of leavers) forget()
}

/** Merges changed fields into the user; fails the session if there is no user. */
export function updateUser(changes: Partial<User>): void {
  const { current } = session
  if (current.is === 'in') {
    session.current = { is: 'in', user: { ...current.user, ...changes } }
    return
  }
  session.current = { is: 'failed', error: { code: 500, message: 'Error updating user' } }
  session.authorized = false
}

/** The session as a screen sees it; re-renders when it changes. */
export function useSession(): { current: SessionState; authorized: boolean } {
  return useSnapshot(session)
}

/** The user signed in, or null. For code outside React. */
export function currentUser(): User | null {
  return session.current.is === 'in' ? session.current.user : null
}

/** The user signed in, or null; re-renders when it changes. */
export function useUser(): User | null {
  const { current } = useSnapshot(session)
  return current.is === 'in' ? current.user : null
}

/**
 * Whether the user may change more than the own account: false for people who only look. What they may
 * not do is not shown.
 */
export function useMayWrite(): boolean {
  return useUser()?.may_write !== 0
}
