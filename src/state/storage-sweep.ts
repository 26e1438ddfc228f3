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
 * Removes the stored data of earlier versions of the app, and nothing of other apps. A database that
 * another tab still has open is removed when that tab closes it.
 */
export function sweepOldVersions(): void {
  try {
    sweepKeys(storageOf('local'))
    sweepKeys(storageOf('session'))
  } catch {
    // The next start tries again.
  }
  sweepDatabases().catch(() => undefined)
}
