// A file of its own, before the app: the session's record takes as long to come from a cold disk as
// the app takes to load, so it is asked for meanwhile. src/state/session-record.ts takes it from
// here. Where anything fails nothing comes, and the app asks for itself.
try {
  const opening = indexedDB.open('saleroom:v2:session')
  // What idb-keyval does on a first visit.
  opening.onupgradeneeded = () => opening.result.createObjectStore('entries')
  window.earlyRecord = new Promise((resolve) => {
    opening.onsuccess = () => {
      const database = opening.result
      const reading = database.transaction('entries').objectStore('entries').get('record')
      reading.onsuccess = () => {
        database.close()
        resolve({ isKnown: true, value: reading.result })
      }
    }
  })
} catch {
  // No storage here.
}
