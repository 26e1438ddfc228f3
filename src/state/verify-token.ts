import { readStored, removeStored, STORAGE_KEYS, writeStored } from './storage.ts'

const VERIFY_PATH = '/verify-email'

/**
 * Moves the token of a verification link from the URL, where history and referrer would show it, to
 * session storage, where it stays while the user logs in. Call before the first render.
 */
export function stashVerifyToken(): void {
  const { pathname, search, hash } = globalThis.location
  if (pathname !== VERIFY_PATH) return
  const params = new URLSearchParams(search)
  const token = params.get('token')
  if (token === null) return
  writeStored(STORAGE_KEYS.verifyToken, token, 'session')
  params.delete('token')
  const rest = params.toString()
  globalThis.history.replaceState(null, '', `${pathname}${rest === '' ? '' : `?${rest}`}${hash}`)
}

/** The token of the verification link, or null. */
export function readVerifyToken(): string | null {
  const token = readStored(STORAGE_KEYS.verifyToken, 'session')
  return typeof token === 'string' ? token : null
}

/** Call once the token was used or refused. */
export function forgetVerifyToken(): void {
  removeStored(STORAGE_KEYS.verifyToken, 'session')
}
