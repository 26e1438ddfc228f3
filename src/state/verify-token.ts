import { readStored, removeStored, STORAGE_KEYS, writeStored } from './storage.ts'

const VERIFY_PATH = '/verify-email'

/**
 * Takes the token of a verification link out of the address, so that it is in no history, referrer
 * or title, and keeps it for this tab while the person signs in. Call before anything is rendered.
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

/** The token of the link that led here, or null. */
export function readVerifyToken(): string | null {
  const token = readStored(STORAGE_KEYS.verifyToken, 'session')
  return typeof token === 'string' ? token : null
}

/** Once it has been used, or refused. */
export function forgetVerifyToken(): void {
  removeStored(STORAGE_KEYS.verifyToken, 'session')
}
