import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openFolder } from './e2e-database.ts'
import type { FolderDatabase } from './e2e-database.ts'
import { copyDemoData } from './e2e-demo-data.ts'
import { startServer, type RunningServer } from './e2e-server.ts'

export { expect } from '@playwright/test'

/** Details of a test whose outcome no width changes: it runs on the desk only. */
export const ONCE = { tag: '@once' }

/** The password of all demo accounts. */
export const DEMO_PASSWORD = 'saleroom-demo'

/** Acts in the sidebar; where it lies over the page, opens it before and closes it after. */
export async function inSidebar(page: Page, act: () => Promise<void>): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Open menu' })
  const isOverlay = await toggle.isVisible()
  if (isOverlay) await toggle.click()
  await act()
  if (isOverlay) await page.keyboard.press('Escape')
}

/** The built app on the real server, with the demo data in a throw-away embedded database. */
export interface RunningApp extends RunningServer {
  /** Its SALEROOM_DATA. */
  folder: string
}

export type OpenAs = (page: Page, email: string, address: string, at?: RunningApp) => Promise<void>

interface Fixtures {
  /** A server of this test's own, for what changes much, or for asking its database afterwards. */
  ownApp: RunningApp
  /**
   * Signs in through the form and waits until the login page is gone.
   * @param at the server, when it isn't the shared one
   */
  signIn: (page: Page, email: string, at?: RunningApp) => Promise<void>
  /**
   * Signs in on the way to an address, such as `/leads?projects=AURA`, without a look at Home.
   * @param at the server, when it isn't the shared one
   */
  openAs: OpenAs
  /** Console messages that this test means to cause; any other error or warning fails it. */
  allowConsole: (pattern: RegExp) => void
  /** Fails with the list of what axe finds (WCAG 2 A and AA, best practices) on the page. */
  expectAccessible: (page: Page) => Promise<void>
}

interface WorkerFixtures {
  /** One server for all tests of a worker: each test minds its own records. */
  app: RunningApp
  /** SQL on the database as it was when `app` started. */
  database: FolderDatabase
}

async function openApp(): Promise<RunningApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
  await copyDemoData(folder)
  const server = await startServer({ SALEROOM_DATA: folder })
  return { ...server, folder }
}

async function logIn(page: Page, email: string, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    // Playwright reads a fixture's needs from its first parameter, which must be a pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const app = await openApp()
      await give(app)
      const code = await app.stop()
      await removeFolder(app.folder)
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${app.output()}`)
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  database: [
    // As above.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
      await copyDemoData(folder)
      const database = await openFolder(folder)
      await give(database)
      await database.close()
      await removeFolder(folder)
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // As above.
  // oxlint-disable-next-line no-empty-pattern
  ownApp: async ({}, give) => {
    const app = await openApp()
    await give(app)
    await app.stop()
    await removeFolder(app.folder)
  },

  baseURL: async ({ app }, give) => {
    await give(app.url)
  },

  allowConsole: async ({ context }, give) => {
    const allowed: RegExp[] = []
    const heard: string[] = []
    context.on('console', (message) => {
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      if (message.type() === 'error' || message.type() === 'warning')
        heard.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (webError) => heard.push(`uncaught: ${String(webError.error())}`))
    await give((pattern) => allowed.push(pattern))
    expect(heard.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
  },

  // Every page of every test is listened to, so the listener is there before the first page.
  page: async ({ allowConsole, page }, give) => {
    // Needed for its listeners only.
    void allowConsole
    await give(page)
  },

  signIn: async ({ app }, give) => {
    await give((page, email, at = app) => logIn(page, email, `${at.url}/login`))
  },

  openAs: async ({ app }, give) => {
    await give((page, email, address, at = app) =>
      logIn(page, email, `${at.url}/login?next=${encodeURIComponent(address)}`),
    )
  },

  // As above.
  // oxlint-disable-next-line no-empty-pattern
  expectAccessible: async ({}, give) => {
    await give(async (page) => {
      // What fades in or out, such as a toast that goes, has colours between: a fault is what stays.
      await expect
        .poll(
          async () => {
            await page.evaluate(async () => {
              const passing = document
                .getAnimations()
                .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
              await Promise.allSettled(passing.map(({ finished }) => finished))
            })
            const { violations } = await new AxeBuilder({ page }).analyze()
            return violations.flatMap(({ id, help, nodes }) =>
              nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(' ')}: ${html}`),
            )
          },
          { timeout: 60_000 },
        )
        .toEqual([])
    })
  },
})
