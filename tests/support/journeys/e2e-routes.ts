import type { BrowserContext, Page } from '@playwright/test'

const NOWHERE = 'https://nowhere.invalid/'

/**
 * Removes the routes of a page, or of a browser context and its pages. Interception stays enabled:
 * when it is disabled, Chromium sometimes loses the page's current and later requests, and the app
 * waits for its time limits.
 * @param behavior what happens to requests that a route still holds
 */
export async function endRoutes(
  on: Page | BrowserContext,
  behavior: 'wait' | 'ignoreErrors' = 'ignoreErrors',
): Promise<void> {
  const others = 'pages' in on ? on.pages() : [on.context()]
  await Promise.all(others.map((other) => other.route(NOWHERE, (route) => route.continue())))
  await on.unrouteAll({ behavior })
}
