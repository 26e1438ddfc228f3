import { createDatabase } from './idb-connection.ts'
import { DATABASES, STORAGE_PREFIX, storageOf } from './storage.ts'

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
  const names = (await globalThis.indexedDB.databases()).map(({ name = '' }) => name)
  for (const name of names) if (isOld(name)) globalThis.indexedDB.deleteDatabase(name)
  // In WebKit a page that is left while it creates a database locks it until the browser forgets the page.
  // On a new device they are created while a person reads the form of the sign-in.
  for (const name of Object.values(DATABASES)) if (!names.includes(name)) createDatabase(name)
}

/**
 * Removes the stored data of earlier versions of the app, and nothing of other apps, and creates the databases
 * of this one. A database that another tab still has open is removed when that tab closes it.
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
