import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test as base } from '@playwright/test'
import { openApp, closeApp } from '#tests/support/journeys/e2e.ts'
import type { RunningApp } from '#tests/support/journeys/e2e.ts'
import type { Driver, EngineName, WindowSize } from './driver.ts'
import { EnginePage } from './engine-page.ts'
import { openChromium, openFirefox } from './puppeteer-driver.ts'
import { openWebkit } from './webkit-driver.ts'

export { expect } from '@playwright/test'

const OPEN = { chromium: openChromium, firefox: openFirefox, webkit: openWebkit }

/** A browser with its profile on disk, as on a user's device: it can be closed and reopened. */
export interface Device {
  /** Starts the browser with the profile. @returns its page */
  open(): Promise<EnginePage>
  close(): Promise<void>
  /** Console messages that this test expects; any other error or warning fails it. */
  allowConsole(pattern: RegExp): void
}

/** Set by the projects of playwright.config.ts. */
export interface EngineOptions {
  engine: EngineName
  windowSize: WindowSize
}

interface Fixtures {
  device: Device
  /** Whether the window is a phone's. */
  isPhone: boolean
  /** A server for this test alone, which may stop it. */
  ownApp: RunningApp
}

export const test = base.extend<Fixtures & EngineOptions, { app: RunningApp }>({
  engine: ['chromium', { option: true }],
  windowSize: [{ width: 1440, height: 900 }, { option: true }],
  isPhone: async ({ windowSize }, give) => give(windowSize.width < 850),

  app: [
    // Playwright reads a fixture's dependencies from its first parameter, which must be a pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const app = await openApp()
      await give(app)
      await closeApp(app)
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // As above.
  // oxlint-disable-next-line no-empty-pattern
  ownApp: async ({}, give) => {
    const app = await openApp()
    await give(app)
    await closeApp(app)
  },

  device: async ({ engine, windowSize }, give, testInfo) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-engine-'))
    const allowed: RegExp[] = []
    const complaints: string[] = []
    const running: Driver[] = []
    const close = async () => {
      for (const driver of running.splice(0)) {
        await driver.close()
        complaints.push(...(await driver.complaints()))
      }
    }
    await give({
      close,
      allowConsole: (pattern) => allowed.push(pattern),
      async open() {
        await close()
        const driver = await OPEN[engine]({ folder, window: windowSize })
        running.push(driver)
        return new EnginePage(driver)
      },
    })
    const [driver] = running
    if (testInfo.status !== testInfo.expectedStatus && driver)
      await driver.screenshot().then(
        (png) => writeFile(testInfo.outputPath('window.png'), png),
        // A page that hangs shows nothing.
        () => undefined,
      )
    await close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    const unexpected = complaints.filter((line) => !allowed.some((pattern) => pattern.test(line)))
    expect([...new Set(unexpected)]).toEqual([])
  },
})
