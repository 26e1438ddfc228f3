import { Workbox } from 'workbox-window'
import { toast } from '#src/ui/toasts.tsx'
import { connection } from '#src/api/connection.ts'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'
import { becomeStale, updates } from './update-state.ts'

const CHECK_EVERY_MS = 3_600_000
/** A second chunk that is missing within this time is no accident. */
const MISS_WINDOW_MS = 10_000

let firstMissAt = Number.NEGATIVE_INFINITY
/** Lets the build that waits take over, which loads it; null when none waits. */
let accept: (() => void) | null = null

/** A reload that would lose input is refused: what is typed comes first. */
function canReload(): boolean {
  if (!isAnythingUnsaved()) return true
  toast.plain('Save or discard what you have entered, then reload.', { id: 'unsaved' })
  return false
}

export function reloadIntoUpdate(): void {
  if (!canReload()) return
  // A tab that is stale may have a still newer build waiting: a bare reload would leave it there.
  if (accept) accept()
  else globalThis.location.reload()
}

/** Registers the worker and follows its updates. The worker never takes over by itself. */
export function watchUpdates(): void {
  // A chunk is requested twice; only when both fail is the build taken as gone. Nothing is reloaded
  // for that: the page says that it did not load, and its Try again loads the new build there.
  globalThis.addEventListener('vite:preloadError', () => {
    const isSecond = Date.now() - firstMissAt < MISS_WINDOW_MS
    firstMissAt = Date.now()
    if (isSecond && connection.isOnline) becomeStale()
  })
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const worker = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' })
  let isAccepted = false
  // The first worker of all replaces no build: it only begins to keep this one.
  let hadWorker = navigator.serviceWorker.controller !== null
  worker.addEventListener('controlling', () => {
    accept = null
    // Only an accepted update reloads, and only this tab.
    if (isAccepted) globalThis.location.reload()
    else if (hadWorker) becomeStale()
    hadWorker = true
  })
  const offer = () => {
    accept = () => {
      isAccepted = true
      worker.messageSkipWaiting()
    }
    Object.assign(updates, { isReady: true, isPutOff: false })
  }
  worker
    .register()
    .then((registration) => registration && lookForBuilds(registration, offer))
    .catch(() => undefined)
}

/** Asks for a new build hourly and whenever the person or the network comes back. */
function lookForBuilds(registration: ServiceWorkerRegistration, offer: () => void): void {
  let offered: ServiceWorker | null = null
  const noteWaiting = () => {
    const { waiting } = registration
    // With no worker in charge yet the waiting one is the first: there is nothing to replace.
    if (waiting === null || waiting === offered || navigator.serviceWorker.controller === null)
      return
    offered = waiting
    offer()
  }
  noteWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', noteWaiting)
  })
  const check = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    registration.update().then(noteWaiting, () => undefined)
  }
  document.addEventListener('visibilitychange', check)
  globalThis.addEventListener('online', check)
  setInterval(check, CHECK_EVERY_MS)
}
