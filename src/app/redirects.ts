import { canSeeFinance } from '#src/domain/roles.ts'
import type { SessionState } from '#src/state/session.ts'
import type { Access } from './routes.ts'

const HOME = '/'
const LOGIN = '/login'
const VERIFY = '/verify-email'
const RESET = '/reset-password'

/** An origin that no address names: what resolves to another one has left this app's. */
const BASE = 'https://this.invalid'

/**
 * Where a person wanted to go before they signed in: a path of this origin, else Home. The parsed
 * address is checked, not its text: `/.//host` is a path to read and another host once its dots are
 * resolved.
 */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next')
  if (next?.startsWith('/') !== true || !URL.canParse(next, BASE)) return HOME
  const { origin, username, password, pathname, search: query, hash } = new URL(next, BASE)
  // A browser resolves the result once more: a second slash would name a host then.
  const isPath = origin === BASE && `${username}${password}` === '' && !/^\/[/\\]/.test(pathname)
  return isPath ? `${pathname}${query}${hash}` : HOME
}

/** /login with the way back, which Home and /login itself don't need. */
function loginFor(path: string, search: string, isLeaving: boolean): string {
  const target = `${path}${search}`
  if (isLeaving || target === HOME) return LOGIN
  return `${LOGIN}?next=${encodeURIComponent(target)}`
}

/**
 * Where a person must go instead of `path`, or null to stay (spec 2, decisions 14). `access` is
 * undefined for a path that is no page.
 */
export function redirectFor(
  session: SessionState,
  path: string,
  search: string,
  access: Access | undefined,
): string | null {
  if (session.is !== 'in') {
    const isGuarded = access === 'signed-in' || access === 'finance'
    const isLeaving = session.is === 'out' && session.chosen === true
    return isGuarded ? loginFor(path, search, isLeaving) : null
  }
  const { user } = session
  // With both flags set the address comes first.
  if (user.is_email_verified === 0) return path === VERIFY ? null : VERIFY
  if (user.requires_password_reset === 1) return path === RESET ? null : RESET
  if (path === VERIFY) return HOME
  if (access === 'signed-out') return nextPath(search)
  if (access === 'finance' && !canSeeFinance(user.role)) return HOME
  return null
}
