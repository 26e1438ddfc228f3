import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NOT_THE_APP } from './app-paths.ts'

/** Precaches the shell and the chunks of every screen, so that each opens offline on its first visit. */
export function precacheShell(files: readonly (PrecacheEntry | string)[]): void {
  cleanupOutdatedCaches()
  precacheAndRoute([...files], { ignoreURLParametersMatching: [/^utm_/, /^source$/] })
}

/** Answers navigations to the app with the shell. The worker never caches API responses. */
export function serveShell(): void {
  const shell = createHandlerBoundToURL('/index.html')
  registerRoute(new NavigationRoute(shell, { denylist: [...NOT_THE_APP] }))
}
