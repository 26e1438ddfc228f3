import type { BrowserContext, Page } from '@playwright/test'

const NOWHERE = 'https://nowhere.invalid/'

/**
 * Takes the routes of a page, or of a browser context and its pages, away again. The interception
 * stays on: when it ends, Chromium now and then loses what a page asks just then and all that it
 * asks from there on, and the app waits for its time limits.
 * @param behavior what is done about calls that a route still holds
 */
export async function endRoutes(
  on: Page | BrowserContext,
  behavior: 'wait' | 'ignoreErrors' = 'ignoreErrors',
): Promise<void> {
  const others = 'pages' in on ? on.pages() : [on.context()]
  await Promise.all(others.map((other) => other.route(NOWHERE, (route) => route.continue())))
  await on.unrouteAll({ behavior })
}
