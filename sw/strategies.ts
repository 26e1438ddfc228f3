import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/**
 * Paths that are not pages of the app: the API and files. The worker leaves them to the network, so
 * that a download of /v1 in a tab reaches the server and a missing file is a 404.
 */
export const NOT_THE_APP: readonly RegExp[] = [/^\/v1(?:[/?]|$)/, /^[^?]*\.[^/?]+(?:\?|$)/]

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

/** The install event; TypeScript's library has no type for its static routes. */
type InstallEvent = Event & {
  waitUntil: (work: Promise<unknown>) => void
  addRoutes?: (rules: { condition: { urlPattern: object }; source: 'cache' }[]) => Promise<void>
}

/**
 * Lets the browser answer requests for hashed files from the cache without starting the worker. A
 * browser without static routes asks the worker, as for other files.
 */
export function addStaticRoutes(event: InstallEvent): void {
  const routes = event.addRoutes?.([
    { condition: { urlPattern: new URLPattern({ pathname: '/assets/*' }) }, source: 'cache' },
  ])
  // Refused: the worker answers these requests too.
  if (routes) event.waitUntil(routes.catch(() => undefined))
}
