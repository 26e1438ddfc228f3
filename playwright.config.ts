import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findHeadlessShell } from './scripts/browser.mjs'
import type { EngineName } from './tests/support/engines/driver.ts'
import type { EngineOptions } from './tests/support/engines/engine-test.ts'
import { PHONE_DEVICE } from './tests/support/screens/window-sizes.ts'
import { byExtent, EXTENT } from './tests/support/server/test-extent.ts'

const desktop = { width: 1440, height: 900 }
const WAIT_LIMIT_MS = 120_000
// Workers inherit it. Each run has its own folder, so that concurrent runs keep their files.
process.env['SALEROOM_E2E_OUTPUT'] ??= `test-results/${process.pid}`

/** The engines whose journeys this run has, and no others: scripts/test-engines.mjs names them. */
const engines = process.env['SALEROOM_ENGINES']?.split(',')
const ENGINE_WINDOWS = [desktop, { width: 390, height: 844 }]
const engineProjects = (engines ?? []).flatMap((engine) =>
  ENGINE_WINDOWS.map((windowSize) => ({
    name: `${engine} ${windowSize.width}x${windowSize.height}`,
    testDir: 'tests/engines',
    // The script names engines only.
    use: { engine: engine as EngineName, windowSize },
  })),
)

export default defineConfig<EngineOptions>({
  testDir: 'tests/e2e',
  outputDir: process.env['SALEROOM_E2E_OUTPUT'],
  globalSetup: './tests/support/journeys/e2e-demo-data.ts',
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
  // Journeys that this run leaves to a larger one.
  grepInvert: byExtent<RegExp[]>({ change: [/@all/, /@long/], all: [/@long/], long: [] }),
  // A worker belongs to one project, and its server takes seconds to start.
  projects: engines
    ? engineProjects
    : [
        { name: 'desktop', use: { viewport: desktop } },
        ...(EXTENT === 'change' ? [] : [{ name: 'phone', use: PHONE_DEVICE, grep: /@phone/ }]),
      ],
})
