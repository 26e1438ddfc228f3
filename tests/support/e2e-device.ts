import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { findChromium, findHeadlessShell } from '#scripts/browser.mjs'
import { DEMO_PASSWORD } from './e2e.ts'

/** Longer than any step takes on a slow machine. */
const STEP_LIMIT_MS = 90_000

/** A browser whose profile is on disk, as on a person's own device: it can be closed and reopened. */
export interface Device {
  /** Starts the browser on the profile and answers its first page. */
  open(): Promise<{ context: BrowserContext; page: Page }>
  close(): Promise<void>
  /** Errors and warnings of all its pages so far. */
  complaints: string[]
  discard(): Promise<void>
}

/**
 * An empty profile.
 * @param isWhole for what the headless shell lacks: installing an app, keeping a page for Back
 */
export async function newDevice({ isWhole = false } = {}): Promise<Device> {
  const folder = await mkdtemp(path.join(tmpdir(), 'saleroom-device-'))
  const complaints: string[] = []
  let context: BrowserContext | null = null
  const close = async () => {
    await context?.close()
    context = null
  }
  return {
    complaints,
    close,
    async open() {
      await close()
      context = await chromium.launchPersistentContext(folder, {
        ...(isWhole ? findChromium() : findHeadlessShell()),
        // A person's browser keeps whole pages for Back.
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        timezoneId: 'Europe/Berlin',
        colorScheme: 'dark',
      })
      // The runner ends only contexts of its own: a step that hangs here would never be named.
      context.setDefaultTimeout(STEP_LIMIT_MS)
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (webError) => complaints.push(String(webError.error())))
      return { context, page: context.pages()[0] ?? (await context.newPage()) }
    },
    async discard() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Signs in through the form of the app at `url`. */
export async function signInAt(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
}

/** Waits until the worker has kept the whole shell and answers for this page. */
export async function untilShellIsKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Everything that the device keeps for the page's origin, as one text to search in. */
export async function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(String(request.error))))
      })
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await settled(indexedDB.open(name))
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName)
        const [keys, values] = await Promise.all([
          settled(store.getAllKeys()),
          settled<unknown[]>(store.getAll()),
        ])
        parts.push(JSON.stringify(keys), JSON.stringify(values))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // The app's own files are no one's data.
        if (new URL(request.url).pathname.startsWith('/v1')) parts.push(request.url)
      }
    }
    return parts.join('\n')
  })
}

/** What the device keeps, once `what` is part of it: an answer is shown before it is written. */
export async function storedTextWith(page: Page, what: RegExp): Promise<string> {
  // A failure that printed all of it would hide the others.
  await expect
    .poll(async () => what.test(await storedText(page)), { message: `Kept: ${String(what)}` })
    .toBe(true)
  return storedText(page)
}

/** Waits until both answers of Home's first card are on the disk, which a closed browser leaves as it is. */
export async function untilCardIsKept(page: Page, period: 'all' | 'week'): Promise<void> {
  for (const what of ['records', 'summary']) {
    const key = String.raw`\\"transactions\\",\{[^}]*\\"period\\":\\"${period}\\"[^}]*\\"what\\":\\"${what}\\"`
    await storedTextWith(page, new RegExp(key))
  }
}

/** When each kept answer of one of Home's periods was given (epoch ms by the device's clock). */
async function answerTimes(page: Page, period: 'all' | 'week'): Promise<number[]> {
  const lines = (await storedText(page)).split('\n').filter((line) => line.startsWith('['))
  return lines
    .flatMap((line) => JSON.parse(line) as unknown[])
    .flatMap((entry) => {
      const { queryKey, state } = (entry ?? {}) as {
        queryKey?: [string, { period?: string }]
        state?: { dataUpdatedAt: number }
      }
      return state && queryKey?.[1]?.period === period ? [state.dataUpdatedAt] : []
    })
}

/**
 * Waits until all that the device keeps of one of Home's periods was answered at `since` (epoch ms
 * by the device's clock) or later: a page that is left at once may leave an older answer in place.
 */
export async function untilPeriodIsKept(
  page: Page,
  period: 'all' | 'week',
  since: number,
): Promise<void> {
  await expect
    .poll(
      async () => {
        const times = await answerTimes(page, period)
        return times.length > 0 && times.every((at) => at >= since)
      },
      { message: `Kept anew: ${period}` },
    )
    .toBe(true)
}
