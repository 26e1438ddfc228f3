import type { Page } from '@playwright/test'

/** A phone below the width of the desktop layout, and one above it. */
const SIZES = [
  { width: 844, height: 390 },
  { width: 932, height: 430 },
]
/** What the notch and the home indicator of an iPhone take. */
const INSETS = { left: 59, right: 59, top: 0, bottom: 21 }

/** Shows the page on phones in landscape: with fingers, and with edges that cover it. */
export async function onLandscapePhones(
  page: Page,
  check: (size: { width: number; height: number }) => Promise<void>,
): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS })
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await check(size)
  }
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await cdp.detach()
}
