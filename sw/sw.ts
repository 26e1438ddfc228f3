import { clientsClaim } from 'workbox-core'
import type { PrecacheEntry } from 'workbox-precaching'
import { isSkipWaiting } from './messages.ts'
import { countClosed, openNotice, passOnChange, showPush } from './push.ts'
import { addStaticRoutes, precacheShell, serveShell } from './strategies.ts'

// The build injects the list of files; the type of the scope does not declare it.
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

precacheShell(self.__WB_MANIFEST)
// In development there are no files to precache, so there is no shell either.
if (import.meta.env.PROD) serveShell()
self.addEventListener('install', addStaticRoutes)
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting()
})
self.addEventListener('push', showPush)
self.addEventListener('notificationclick', openNotice)
self.addEventListener('notificationclose', countClosed)
self.addEventListener('pushsubscriptionchange', passOnChange)
clientsClaim()
