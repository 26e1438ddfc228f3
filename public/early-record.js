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

// The parts of Home, which the app would ask for only once it runs and has the record. The build
// names them; that somebody is signed in is said by src/state/session-record.ts.
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
  // The app asks for them itself.
}
