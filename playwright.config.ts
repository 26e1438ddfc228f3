import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS, findHeadlessShell } from './scripts/browser.mjs'

// Set by `npm run test:long`. By default, only journeys with a different layout on phones run on a
// phone; with this switch, all journeys do, except those that are the same at any width.
const isLong = process.env['SALEROOM_LONG'] === '1'
const desktop = { width: 1440, height: 900 }
const WAIT_LIMIT_MS = 120_000
const phone = devices['Pixel 7']
// Workers inherit it. Each run has its own folder, so that concurrent runs keep their files.
process.env['SALEROOM_E2E_OUTPUT'] ??= `test-results/${process.pid}`

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: process.env['SALEROOM_E2E_OUTPUT'],
  globalSetup: './tests/support/e2e-demo-data.ts',
  fullyParallel: true,
  // Each worker has its own server, database and browser; two of them fill a small machine.
  workers: Number(process.env['E2E_WORKERS'] ?? 2),
  forbidOnly: true,
  // Long enough for a slow machine. Only a failing test waits this long.
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
    // Traces would make the tests half as slow again; use `--trace on` to debug one test. A failure
    // records a screenshot and the page's content.
    screenshot: 'only-on-failure',
    // Fewer repaints make the tests faster.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would bypass the errors that tests inject between the app and the server, and
    // download the whole app in each test. Tests of the worker allow it.
    serviceWorkers: 'block',
  },
  projects: [
    // The longest test starts first, so that the others run in parallel with it.
    { name: 'soak', testMatch: '**/soak.spec.ts', use: { viewport: desktop } },
    {
      name: 'desktop',
      ...(isLong ? {} : { grepInvert: /@long/ }),
      // Touch needs the phone project.
      testIgnore: ['**/soak.spec.ts', '**/touch.spec.ts'],
      use: { viewport: desktop },
    },
    {
      name: 'phone',
      use: { ...phone, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
      // Journeys without a screen, with several tabs or devices, or independent of the width run once.
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
