/** Raise it only for an incompatible format: data of older versions is removed, not migrated. */
export const CACHE_VERSION = 2

/** The start of all names that this app stores; data under older prefixes is removed at start. */
export const STORAGE_PREFIX = `saleroom:v${CACHE_VERSION}:`

/** Every key of localStorage and sessionStorage, in one place. */
export const STORAGE_KEYS = {
  authOptions: `${STORAGE_PREFIX}auth-options`,
  filters: `${STORAGE_PREFIX}filters`,
  installDismissedAt: `${STORAGE_PREFIX}install-dismissed`,
  setupGuide: `${STORAGE_PREFIX}setup-guide`,
  codeBands: `${STORAGE_PREFIX}code-bands`,
  proofLine: `${STORAGE_PREFIX}proof-line`,
  stageLine: `${STORAGE_PREFIX}stage-line`,
  paceDays: `${STORAGE_PREFIX}pace-days`,
  readerNotice: `${STORAGE_PREFIX}reader-notice`,
  lastVisit: `${STORAGE_PREFIX}last-look`,
  live: `${STORAGE_PREFIX}live`,
  noteDrafts: `${STORAGE_PREFIX}note-drafts`,
  notifiedUser: `${STORAGE_PREFIX}notified-user`,
  recents: `${STORAGE_PREFIX}recents`,
  signedOut: `${STORAGE_PREFIX}signed-out`,
  verifyToken: `${STORAGE_PREFIX}verify-token`,
  invitationToken: `${STORAGE_PREFIX}invitation-token`,
  writesOfTab: `${STORAGE_PREFIX}writes-of-tab`,
  verificationSentAt: `${STORAGE_PREFIX}verification-sent`,
} as const

/** IndexedDB databases: the session record, the query cache, writes without a known outcome, and
 * ended sessions that the server does not know about yet. */
export const DATABASES = {
  session: `${STORAGE_PREFIX}session`,
  cache: `${STORAGE_PREFIX}cache`,
  // Not renamed on devices: an update would lose the writes that are pending.
  pendingWrites: `${STORAGE_PREFIX}attempts`,
  revocations: `${STORAGE_PREFIX}revocations`,
} as const

/** The BroadcastChannel of this origin's tabs. */
export const TAB_CHANNEL = `${STORAGE_PREFIX}tabs`

type Area = 'local' | 'session'

/** Null if storage is forbidden (a private window, a policy). */
export function storageOf(area: Area): Storage | null {
  try {
    return area === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return null
  }
}

/** The parsed value of a key; null if it is absent, not JSON, or storage is forbidden. */
export function readStored(key: string, area: Area = 'local'): unknown {
  try {
    const text = storageOf(area)?.getItem(key) ?? null
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Writes JSON. Ignores a full or forbidden storage. */
export function writeStored(key: string, value: unknown, area: Area = 'local'): void {
  try {
    storageOf(area)?.setItem(key, JSON.stringify(value))
  } catch {
    // The value is lost; the user sets it again.
  }
}

export function removeStored(key: string, area: Area = 'local'): void {
  try {
    storageOf(area)?.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
