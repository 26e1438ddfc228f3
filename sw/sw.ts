import { clientsClaim } from 'workbox-core'
import type { PrecacheEntry } from 'workbox-precaching'
import { isSkipWaiting } from './messages.ts'
import { answerNavigations, keepShell } from './strategies.ts'

// The build puts the list of files in; the worker's own scope has no other type for it.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

keepShell(self.__WB_MANIFEST)
// In dev there are no files, and the shell is not among them.
if (import.meta.env.PROD) answerNavigations()
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting()
})
clientsClaim()
