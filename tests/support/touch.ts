import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The side of what a finger can hit, in px (DESIGN.md), less what rounding takes. */
const TARGET_PX = 43.5

/** Taps what a finger can hit: large enough, in sight, and with nothing over it. */
export async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { width, height, name } = await target.evaluate((element) => {
    // A field is tapped through its frame or its label as well.
    const frame = element.matches('input, textarea') ? element.parentElement : null
    const box = (element.closest('label') ?? frame ?? element).getBoundingClientRect()
    const words = element.getAttribute('aria-label') ?? element.textContent
    return { width: box.width, height: box.height, name: words.slice(0, 40) }
  })
  expect(Math.min(width, height), `${name}: ${width} × ${height} px`).toBeGreaterThan(TARGET_PX)
  // Refuses by itself what is covered or moving.
  await target.tap()
}

/** Nothing of the page is wider than the screen. */
export async function expectNoSideways(page: Page): Promise<void> {
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    screen: innerWidth,
  }))
  expect(wide).toBeLessThanOrEqual(screen)
}
