import { Workbox } from 'workbox-window'
import { connection } from '#src/session/connection.ts'
import { toast } from '#src/ui/toasts.tsx'
import { isAnythingUnsaved } from '#src/writes/unsaved-changes.ts'
import { becomeStale, updates } from './update-state.ts'

const CHECK_EVERY_MS = 3_600_000
const REQUEST_AGAIN_MS = 2000
/**
 * Seen on a busy machine: the new worker does not take over for minutes, because the old one still has a request
 * of this page. The reload ends it, and the new one takes over.
 */
const RELOAD_ANYWAY_MS = 10_000
/** A second missing chunk within this time means that the build is gone. */
const MISS_WINDOW_MS = 10_000

let firstMissAt = Number.NEGATIVE_INFINITY
/** Activates the waiting build and reloads; null when none is waiting. */
let accept: (() => void) | null = null
let registered: ServiceWorkerRegistration | null = null

/** Refuses a reload that would lose unsaved input. */
function canReload(): boolean {
  if (!isAnythingUnsaved()) return true
  toast.plain('Save or discard what you have entered, then reload.', { id: 'unsaved' })
  return false
}

export function reloadIntoUpdate(): void {
  if (!canReload()) return
  // Even a stale tab may have a newer build waiting, or one that is still loading: a plain reload would not
  // activate it.
  const next = registered?.installing
  if (accept) accept()
  else if (next) {
    toast.plain('The new version is loading.', { id: 'loading' })
    next.addEventListener('statechange', reloadIntoUpdate, { once: true })
  } else globalThis.location.reload()
}

/** Registers the service worker and tracks its updates. A worker is activated only by the user. */
export function watchUpdates(): void {
  // A chunk is requested twice; the build counts as gone only when both requests fail. That doesn't
  // reload anything: the page shows an error, and its Try again button loads the new build.
  globalThis.addEventListener('vite:preloadError', () => {
    const isSecondMiss = Date.now() - firstMissAt < MISS_WINDOW_MS
    firstMissAt = Date.now()
    if (isSecondMiss && connection.isOnline) becomeStale()
  })
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const worker = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' })
  let isAccepted = false
  // The first worker replaces no build: it starts to cache this one.
  let hadWorker = navigator.serviceWorker.controller !== null
  worker.addEventListener('controlling', () => {
    accept = null
    // Only the tab in which the user accepted the update reloads.
    if (isAccepted) globalThis.location.reload()
    else if (hadWorker) becomeStale()
    hadWorker = true
  })
  const offer = () => {
    accept = () => {
      if (isAccepted) return
      isAccepted = true
      const acceptedAt = Date.now()
      worker.messageSkipWaiting()
      // The reload ends this.
      setInterval(() => {
        worker.messageSkipWaiting()
        if (Date.now() - acceptedAt >= RELOAD_ANYWAY_MS && !isAnythingUnsaved())
          globalThis.location.reload()
      }, REQUEST_AGAIN_MS)
    }
    Object.assign(updates, { isReady: true, isPutOff: false })
  }
  worker
    .register()
    .then((registration) => registration && checkForUpdates(registration, offer))
    .catch(() => undefined)
}

/** Checks for a new build hourly, and when the tab becomes visible or the network returns. */
function checkForUpdates(registration: ServiceWorkerRegistration, offer: () => void): void {
  registered = registration
  let offered: ServiceWorker | null = null
  const offerWaiting = () => {
    const { waiting } = registration
    // Without a controller, the waiting worker is the first one: there is nothing to replace.
    if (waiting === null || waiting === offered || navigator.serviceWorker.controller === null)
      return
    offered = waiting
    offer()
  }
  offerWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', offerWaiting)
  })
  const check = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    registration.update().then(offerWaiting, () => undefined)
  }
  document.addEventListener('visibilitychange', check)
  globalThis.addEventListener('online', check)
  setInterval(check, CHECK_EVERY_MS)
}
