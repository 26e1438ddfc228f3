/** Raised only when stored data can no longer be read: older versions are then swept, not migrated. */
export const CACHE_VERSION = 2

/** Everything this app keeps on a device starts with this; older prefixes are swept at start. */
export const STORAGE_PREFIX = `saleroom:v${CACHE_VERSION}:`

/** Every key of localStorage and sessionStorage, in one place. */
export const STORAGE_KEYS = {
  filters: `${STORAGE_PREFIX}filters`,
  installDismissedAt: `${STORAGE_PREFIX}install-dismissed`,
  lastLook: `${STORAGE_PREFIX}last-look`,
  signedOut: `${STORAGE_PREFIX}signed-out`,
  verifyToken: `${STORAGE_PREFIX}verify-token`,
  writesOfTab: `${STORAGE_PREFIX}writes-of-tab`,
  verificationSentAt: `${STORAGE_PREFIX}verification-sent`,
} as const

/** IndexedDB databases: the session record, the query cache, writes without an outcome, and ended
 * sessions that the server doesn't know of yet. */
export const DATABASES = {
  session: `${STORAGE_PREFIX}session`,
  cache: `${STORAGE_PREFIX}cache`,
  // Its name on the device is older: another one would lose what is pending during an update.
  pendingWrites: `${STORAGE_PREFIX}attempts`,
  revocations: `${STORAGE_PREFIX}revocations`,
} as const

/** The channel on which the tabs of this origin talk to each other. */
export const TAB_CHANNEL = `${STORAGE_PREFIX}tabs`

type Area = 'local' | 'session'

/** Storage can be forbidden altogether (a private window, a policy): then there is none. */
export function storageOf(area: Area): Storage | null {
  try {
    return area === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return null
  }
}

/** The parsed value of a key; null when there is none, it is not JSON, or storage is forbidden. */
export function readStored(key: string, area: Area = 'local'): unknown {
  try {
    const text = storageOf(area)?.getItem(key) ?? null
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes JSON; a full or forbidden storage is no reason to fail. */
export function writeStored(key: string, value: unknown, area: Area = 'local'): void {
  try {
    storageOf(area)?.setItem(key, JSON.stringify(value))
  } catch {
    // what could not be kept is asked for again next time
  }
}

export function removeStored(key: string, area: Area = 'local'): void {
  try {
    storageOf(area)?.removeItem(key)
  } catch {
    // nothing was stored, then
  }
}
