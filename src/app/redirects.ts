import { canSeeFinance, isAdmin } from '#src/domain/people/roles.ts'
import { parseUrl } from '#src/domain/text/parse-url.ts'
import type { SessionState } from '#src/state/session.ts'
import type { Access } from './routes.ts'

const HOME = '/'
const LOGIN = '/login'
const VERIFY = '/verify-email'
const RESET = '/reset-password'
const FACTOR = '/second-factor'

/** A placeholder for this app's origin: a URL that resolves to another origin leaves the app. */
const BASE = 'https://this.invalid'

/**
 * The page to open after sign-in: the `next` parameter if it is a path of this origin, else Home.
 * Validates the parsed URL, not its text: `/.//host` resolves to another host.
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next')
  const url = next?.startsWith('/') === true ? parseUrl(next, BASE) : null
  if (url === null) return HOME
  const { origin, username, password, pathname, search: query, hash } = url
  // The browser resolves the result again: a path that starts with two slashes would name a host.
  const isPath = origin === BASE && `${username}${password}` === '' && !/^\/[/\\]/.test(pathname)
  return isPath ? `${pathname}${query}${hash}` : HOME
}

/** /login with the path to return to; Home needs none. */
function loginFor(path: string, search: string, isLeaving: boolean): string {
  const target = `${path}${search}`
  if (isLeaving || target === HOME) return LOGIN
  return `${LOGIN}?next=${encodeURIComponent(target)}`
}

/**
 * The path to redirect to, or null to stay on `path`: who has yet to verify the email address or to
 * reset the password stays on the page for it. `access` is undefined for an unknown path.
 */
export function redirectFor(
  session: SessionState,
  path: string,
  search: string,
  access: Access | undefined,
): string | null {
  if (access === 'open') return null
  if (session.is !== 'in') {
    const isGuarded = access !== undefined && access !== 'signed-out'
    const isLeaving = session.is === 'out' && session.chosen === true
    return isGuarded ? loginFor(path, search, isLeaving) : null
  }
  const { user } = session
  // With several flags set, the email address is verified first, and the second factor comes last.
  if (user.is_email_verified === 0) return path === VERIFY ? null : VERIFY
  if (user.requires_password_reset === 1) return path === RESET ? null : RESET
  if (user.requires_second_factor === 1) return path === FACTOR ? null : FACTOR
  if (path === VERIFY || path === FACTOR) return HOME
  if (access === 'signed-out') return nextPath(search)
  if (access === 'finance' && !canSeeFinance(user.role)) return HOME
  if (access === 'admin' && !isAdmin(user.role)) return HOME
  return null
}
