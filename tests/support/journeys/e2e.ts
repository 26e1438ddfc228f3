import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import type { SessionRecord } from '#src/state/session-record.ts'
import { DATABASES, STORAGE_KEYS } from '#src/state/storage.ts'
import { loginResponseSchema, type LoginResponse } from '#src/wire/auth.ts'
import { errorSchema } from '#src/wire/errors.ts'
import { openFolder } from './e2e-database.ts'
import type { FolderDatabase } from './e2e-database.ts'
import { copyDemoData } from './e2e-demo-data.ts'
import { startServer, type RunningServer } from './e2e-server.ts'

export { expect } from '@playwright/test'

/** For a journey with a layout or behaviour of its own on phones: `npm run test:all` runs it at both widths. */
export const PHONE = { tag: '@phone' }
/** For a journey that `npm test` leaves to `npm run test:all`: a cheaper test shows the same in `npm test`. */
export const ALL = { tag: '@all' }
/** Both of the above. */
export const ALL_PHONE = { tag: [ALL.tag, PHONE.tag] }
/** For a journey that only `npm run test:long` runs: a shorter one or a unit test shows the same. */
export const LONG = { tag: '@long' }

/** The password of all demo accounts. */
export const DEMO_PASSWORD = 'saleroom-demo'

/** A file of the app's origin that does not start the app. */
const BARE_FILE = '/icons/icon-192.v1.png'

/**
 * Switches Live off in a page that is not open yet, for tests that count requests or wait until there is
 * none: a stream never ends, and changes of other tests are requests too. Also for tests in which a click is
 * what finds that the session has ended: the stream may find it before.
 */
export async function withoutLive(page: Page): Promise<void> {
  await page.addInitScript((key) => localStorage.setItem(key, 'false'), STORAGE_KEYS.live)
}

/** Acts in the sidebar. Where it overlays the page, opens it before and closes it after. */
export async function inSidebar(page: Page, act: () => Promise<void>): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Open menu' })
  const isOverlay = await toggle.isVisible()
  if (isOverlay) await toggle.click()
  await act()
  if (isOverlay) await page.keyboard.press('Escape')
}

/** The built app on the real server, with demo data in a temporary embedded database. */
export interface RunningApp extends RunningServer {
  /** Its SALEROOM_DATA. */
  folder: string
}

export type OpenAs = (page: Page, email: string, address: string, at?: RunningApp) => Promise<void>

interface Fixtures {
  /** A server for this test alone, for large changes or for queries on its database afterwards. */
  ownApp: RunningApp
  /**
   * Signs in without the form, and opens Home.
   * @param at the server, if it is not the shared one
   */
  signIn: (page: Page, email: string, at?: RunningApp) => Promise<void>
  /**
   * Signs in without the form, and opens an address such as `/leads?projects=AURA`.
   * @param at the server, if it is not the shared one
   */
  openAs: OpenAs
  /** Console messages that this test expects; any other error or warning fails it. */
  allowConsole: (pattern: RegExp) => void
  /** Fails with the list of axe's findings (WCAG 2 A and AA, best practices) on the page. */
  expectAccessible: (page: Page) => Promise<void>
}

interface WorkerFixtures {
  /** One server for all tests of a worker: each test uses its own records. */
  app: RunningApp
  /** SQL on the database as it was when `app` started. */
  database: FolderDatabase
}

/** Starts a server on a copy of the demo data. @param nodeOptions as for startServer */
export async function openApp(nodeOptions?: readonly string[]): Promise<RunningApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-e2e-'))
  await copyDemoData(folder)
  const server = await startServer({ SALEROOM_DATA: folder }, undefined, nodeOptions)
  return { ...server, folder }
}

/**
 * Signs in through the API, stores the session as the form does, then opens an address. A refresh
 * token works once, so every journey gets its own session. The form has its own journeys.
 */
async function openSignedIn(page: Page, email: string, at: string, address: string): Promise<void> {
  const post = async (to: string, data: object, token?: string): Promise<Posted> => {
    // Requests of the context share its cookies, so an existing XSRF cookie is echoed, as the app does.
    const cookies = await page.context().cookies(at)
    const echo = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(echo === undefined ? {} : { 'x-xsrf-token': echo }),
    }
    const answer = await page.request.post(`${at}/v1${to}`, { data, headers })
    return { status: answer.status(), text: await answer.text() }
  }
  const { status, text } = await post('/auth/login', { email, password: DEMO_PASSWORD })
  expect(status, text).toBe(200)
  const opened = loginResponseSchema.parse(JSON.parse(text))
  await confirmSession((to, data) => post(to, data, opened.tokens.access.token))
  await openSession(page, opened, at, address)
}

/** Stores a session as the form does, and opens an address. */
export async function openSession(
  page: Page,
  { user, tokens }: LoginResponse,
  at: string,
  address: string,
): Promise<void> {
  const record: SessionRecord = { generation: 1, refresh: tokens.refresh.token, user }
  await page.goto(`${at}${BARE_FILE}`)
  await page.evaluate(keepSession, { record, database: DATABASES.session, keys: STORAGE_KEYS })
  await page.goto(`${at}${address}`)
}

interface Posted {
  status: number
  text: string
}

/** Confirms a session of an account without second factors, so that no journey but its own meets the dialog. */
export async function confirmSession(
  post: (to: string, body: object) => Promise<Posted>,
): Promise<void> {
  const { text } = await post('/factors/recovery-codes', {})
  const { step_up: stepUp } = errorSchema.parse(JSON.parse(text))
  const proof = { challenge: stepUp?.challenge, kind: 'password', password: DEMO_PASSWORD }
  expect(await post('/auth/step-up', proof)).toEqual({ status: 204, text: '' })
}

/** Stores a session where the app reads it. Runs in the page. */
async function keepSession(kept: {
  record: SessionRecord
  database: string
  keys: { signedOut: string }
}): Promise<void> {
  const opening = indexedDB.open(kept.database)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('entries'))
  await new Promise<void>((resolve, reject) => {
    opening.addEventListener('error', () => reject(opening.error ?? new Error('No database')))
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('entries', 'readwrite')
      writing.objectStore('entries').put(kept.record, 'record')
      writing.addEventListener('complete', () => resolve())
    })
  })
  opening.result.close()
  localStorage.setItem(kept.keys.signedOut, 'false')
}

/** Closes pages before their server stops, since a failed request is logged as an error. */
export async function closePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close()
}

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Stops a server and removes its data. @throws if it ends with an error */
export async function closeApp(app: RunningApp): Promise<void> {
  const code = await app.stop()
  await removeFolder(app.folder)
  if (code !== 0) throw new Error(`The server ended with ${code}:\n${app.output()}`)
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    // Playwright reads a fixture's dependencies from its first parameter, which must be a pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const app = await openApp([])
      await give(app)
      await closeApp(app)
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

  ownApp: async ({ context }, give) => {
    const app = await openApp()
    await give(app)
    await closePages(context)
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

  // Automatic, so that the listener exists before the first page opens.
  page: async ({ allowConsole, page }, give) => {
    // Only its listeners are used.
    void allowConsole
    await give(page)
  },

  signIn: async ({ app }, give) => {
    await give((page, email, at = app) => openSignedIn(page, email, at.url, '/'))
  },

  openAs: async ({ app }, give) => {
    await give((page, email, address, at = app) => openSignedIn(page, email, at.url, address))
  },

  // As above.
  // oxlint-disable-next-line no-empty-pattern
  expectAccessible: async ({}, give) => {
    await give(async (page) => {
      // An element that fades in or out has intermediate colours: only a lasting finding counts.
      await expect
        .poll(async () => {
          await page.evaluate(async () => {
            const passing = document
              .getAnimations()
              .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
            await Promise.allSettled(passing.map(({ finished }) => finished))
          })
          const { violations } = await new AxeBuilder({ page })
            // Passes are not read, and no frame has another origin.
            .options({ resultTypes: ['violations'] })
            .setLegacyMode(true)
            .analyze()
          return violations.flatMap(({ id, help, nodes }) =>
            nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(' ')}: ${html}`),
          )
        })
        .toEqual([])
    })
  },
})
