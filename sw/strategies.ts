import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NOT_THE_APP } from './app-paths.ts'

/** Keeps the shell and the chunks of every screen, so that each opens offline unseen. */
export function keepShell(files: readonly (PrecacheEntry | string)[]): void {
  cleanupOutdatedCaches()
  precacheAndRoute([...files], { ignoreURLParametersMatching: [/^utm_/, /^source$/] })
}

/** Answers every address of the app with the shell. Nothing of the API is ever kept here. */
export function answerNavigations(): void {
  const shell = createHandlerBoundToURL('/index.html')
  registerRoute(new NavigationRoute(shell, { denylist: [...NOT_THE_APP] }))
}
