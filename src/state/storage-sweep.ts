import { STORAGE_PREFIX, storageOf } from './storage.ts'

const ANY_VERSION = /^saleroom:v\d/

const isOld = (name: string) => ANY_VERSION.test(name) && !name.startsWith(STORAGE_PREFIX)

function sweepKeys(area: Storage | null): void {
  if (area === null) return
  const names = Array.from({ length: area.length }, (_, index) => area.key(index))
  for (const name of names) if (name !== null && isOld(name)) area.removeItem(name)
}

async function sweepDatabases(): Promise<void> {
  // Older browsers have no list of databases.
  if (typeof globalThis.indexedDB?.databases !== 'function') return
  for (const { name } of await globalThis.indexedDB.databases()) {
    if (name !== undefined && isOld(name)) globalThis.indexedDB.deleteDatabase(name)
  }
}

/**
 * Removes what earlier versions of the app have left on the device; names that are not this app's
 * are left alone. Nothing waits for it: an old database that another tab still holds goes later.
 */
export function sweepOldVersions(): void {
  try {
    sweepKeys(storageOf('local'))
    sweepKeys(storageOf('session'))
  } catch {
    // What can't be read or removed now is tried again at the next start.
  }
  sweepDatabases().catch(() => undefined)
}
