import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** The minimum side of a touch target in px (DESIGN.md), less a rounding tolerance. */
const TARGET_PX = 43.5

/** Taps a target after checking that it is large enough, visible and not covered. */
export async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const { width, height, name } = await target.evaluate((element) => {
    // A field can be tapped on its frame or its label too.
    const frame = element.matches('input, textarea') ? element.parentElement : null
    const box = (element.closest('label') ?? frame ?? element).getBoundingClientRect()
    const words = element.getAttribute('aria-label') ?? element.textContent
    return { width: box.width, height: box.height, name: words.slice(0, 40) }
  })
  expect(Math.min(width, height), `${name}: ${width} × ${height} px`).toBeGreaterThan(TARGET_PX)
  // Playwright rejects a target that is covered or moving.
  await target.tap()
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  const { wide, screen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    screen: innerWidth,
  }))
  expect(wide).toBeLessThanOrEqual(screen)
}
