import { devices } from '@playwright/test'
import { byExtent } from '#tests/support/server/test-extent.ts'

const WIDTHS = byExtent({
  // The ends, a phone, and both sides of each change of the layout.
  change: [320, 390, 850, 851, 1199, 1200, 2560],
  all: [
    320, 360, 390, 600, 768, 850, 851, 900, 1000, 1100, 1199, 1200, 1280, 1309, 1366, 1440, 1536,
    1920, 2560,
  ],
})

/** The windows in which every page must fit. */
export const WINDOW_SIZES = [
  ...WIDTHS.map((width) => ({ width, height: 900 })),
  // 1440 × 900 at 200 % zoom.
  { width: 720, height: 450 },
]

// With touch. Its kind of browser would be a worker's setting, which a test cannot use.
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']
export const PHONE_DEVICE = {
  ...pixel,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
}
