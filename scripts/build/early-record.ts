import { DATABASES } from '#src/state/storage.ts'

/**
 * Starts to read the session's record while the app loads: on a cold disk both take equally long.
 * src/state/session-record.ts uses the result. If anything fails, `earlyRecord` never resolves, and the
 * app reads the record itself.
 */
export function preloadRecord(): void {
  try {
    const opening = indexedDB.open(DATABASES.session)
    // As idb-keyval does on a first visit.
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('entries'))
    const earlyRecord = new Promise((resolve) => {
      opening.addEventListener('success', () => {
        const database = opening.result
        const reading = database.transaction('entries').objectStore('entries').get('record')
        reading.addEventListener('success', () => {
          database.close()
          resolve({ isKnown: true, value: reading.result })
        })
      })
    })
    Object.assign(globalThis, { earlyRecord })
  } catch {
    // IndexedDB is not available.
  }
}
