import { IdbStore } from '#src/state/idb-store.ts'
import { DATABASES } from '#src/state/storage.ts'

export const REVOCATIONS_KEY = 'queue'
/** More sessions than one device ends while a server cannot be reached. */
const MAX_WAITING = 10

/**
 * Refresh tokens of ended sessions that the server may still accept. They are stored on the device:
 * otherwise closing the tab would leave the session open on the server. They are no more dangerous
 * there than before Logout, and are removed as soon as the server has been reached.
 */
export const revocationStore = new IdbStore<unknown>(DATABASES.revocations)

/** The stored tokens; none if what is stored is no list. */
export function listedTokens(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((token) => typeof token === 'string') : []
}

export const enqueue = (tokens: readonly string[], token: string): string[] =>
  [...tokens, token].slice(-MAX_WAITING)
