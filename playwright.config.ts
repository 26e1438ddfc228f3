import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS, findHeadlessShell } from './scripts/browser.mjs'

// As every switch of `npm run test:long`. Without it a phone makes the journeys that it lays out in
// its own way; with it, all but those that are the same at any width.
const isLong = process.env['SALEROOM_LONG'] === '1'
const desktop = { width: 1440, height: 900 }
const WAIT_LIMIT_MS = 120_000
const phone = devices['Pixel 7']
// Workers inherit it. Two runs at once don't take each other's files away.
process.env['SALEROOM_E2E_OUTPUT'] ??= `test-results/${process.pid}`

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: process.env['SALEROOM_E2E_OUTPUT'],
  globalSetup: './tests/support/e2e-demo-data.ts',
  fullyParallel: true,
  // Each with a server, a database and a browser of its own: two of those fill a small machine.
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  forbidOnly: true,
  // A slow machine is no failure: only a test that fails waits this long.
  timeout: 900_000,
  expect: { timeout: WAIT_LIMIT_MS, toPass: { timeout: WAIT_LIMIT_MS } },
  reporter: 'line',
  use: {
    launchOptions: findHeadlessShell() ?? { args: CHROMIUM_ARGS },
    actionTimeout: WAIT_LIMIT_MS,
    navigationTimeout: WAIT_LIMIT_MS,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'dark',
    // Recording every step takes as long as half of the tests themselves: `--trace on` does it for
    // the one that is looked into. A failure has its picture, and what was on the page as text.
    screenshot: 'only-on-failure',
    // As for a person who wants no motion: the page is drawn less often. Devices have it all.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would answer before the faults that are put between the app and its server, and fetch
    // the whole app for each test. What concerns it allows it.
    serviceWorkers: 'block',
  },
  projects: [
    // The longest goes first, so that the others run beside it.
    { name: 'soak', testMatch: '**/soak.spec.ts', use: { viewport: desktop } },
    {
      name: 'desktop',
      ...(isLong ? {} : { grepInvert: /@long/ }),
      // A finger is what a phone has.
      testIgnore: ['**/soak.spec.ts', '**/touch.spec.ts'],
      use: { viewport: desktop },
    },
    {
      name: 'phone',
      use: { ...phone, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
      // What has no screen, needs several tabs or devices, or shows what no width changes, runs once.
      ...(isLong ? { grepInvert: /@once/ } : { grep: /@phone/, grepInvert: /@long/ }),
      testIgnore: [
        '**/soak.spec.ts',
        '**/start-up.spec.ts',
        '**/home-cards.spec.ts',
        '**/tabs.spec.ts',
        '**/offline.spec.ts',
        '**/install.spec.ts',
        '**/updates.spec.ts',
      ],
    },
  ],
})
