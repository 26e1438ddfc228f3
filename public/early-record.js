// Loaded before the app. On a cold disk, reading the session's record takes as long as loading the
// app, so this script starts the read early. src/state/session-record.ts uses the result. If anything
// fails, window.earlyRecord never resolves, and the app reads the record itself.
try {
  const opening = indexedDB.open('saleroom:v2:session')
  // As idb-keyval does on a first visit.
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
  // IndexedDB is not available.
}

// Preloads the chunks of Home for a signed-in user, which the app would request only once it runs and
// has the record. The build lists the chunks; src/state/session-record.ts sets the flag.
try {
  const isSignedIn = localStorage.getItem('saleroom:v2:signed-out') === 'false'
  const home = document.currentScript?.dataset.home ?? ''
  for (const href of isSignedIn && location.pathname === '/' ? home.split(' ') : []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
} catch {
  // The app loads them itself.
}
