import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from './scripts/browser.mjs'

const desktop = { width: 1440, height: 900 }
const phone = devices['Pixel 7']
// Workers inherit it. Two runs at once don't take each other's files away.
process.env['SALEROOM_E2E_OUTPUT'] ??= `test-results/${process.pid}`

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: process.env['SALEROOM_E2E_OUTPUT'],
  globalSetup: './tests/support/e2e-demo-data.ts',
  // Each with a server, a database and a browser of its own: two of those fill a small machine.
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  forbidOnly: true,
  // A slow machine is no failure; only a test that fails waits this long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    launchOptions: findChromium() ?? { args: CHROMIUM_ARGS },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'dark',
    // Recording every step takes as long as half of the tests themselves: `--trace on` does it for
    // the one that is looked into. A failure has its picture, and what was on the page as text.
    screenshot: 'only-on-failure',
    // A worker would answer before the faults that are put between the app and its server, and fetch
    // the whole app for each test. What concerns it allows it.
    serviceWorkers: 'block',
  },
  projects: [
    // The longest goes first, so that the others run beside it.
    { name: 'soak', testMatch: '**/soak.spec.ts', use: { viewport: desktop } },
    {
      name: 'desktop',
      // A finger is what a phone has.
      testIgnore: ['**/soak.spec.ts', '**/touch.spec.ts'],
      use: { viewport: desktop },
    },
    {
      name: 'phone',
      use: { ...phone, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
      // What has no screen, needs several tabs or devices, or shows what no width changes, runs once.
      grepInvert: /@once/,
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
