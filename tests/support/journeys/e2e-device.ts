import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { findChromium, findHeadlessShell } from '#scripts/browser.mjs'
import { submitLogin } from '#tests/support/screens/login-page.ts'
import { DEMO_PASSWORD } from './e2e.ts'

/** Longer than any step takes on a slow machine, in milliseconds. */
const STEP_LIMIT_MS = 90_000

/** A browser with its profile on disk, as on a user's device: it can be closed and reopened. */
export interface Device {
  /** Starts the browser with the profile. @returns its first page */
  open(): Promise<{ context: BrowserContext; page: Page }>
  close(): Promise<void>
  /** Console errors and warnings of all its pages so far. */
  complaints: string[]
  discard(): Promise<void>
}

/**
 * A browser with an empty profile.
 * @param isWhole runs full Chromium, for features that the headless shell lacks: app installation
 *   and the back/forward cache
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
        // A user's browser has the back/forward cache.
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
        viewport: { width: 1440, height: 900 },
        locale: 'en-US',
        timezoneId: 'Europe/Berlin',
        colorScheme: 'dark',
      })
      // The runner closes only its own contexts: without this limit a step that hangs is not reported.
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

/** Signs in through the form of the app at `url`, which has the demo's accounts. */
export async function signInAt(page: Page, url: string, email: string): Promise<void> {
  await submitLogin(page, url, email, DEMO_PASSWORD)
}

/** Waits until the service worker has cached the shell and controls this page. */
export async function untilShellIsKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The page of any engine. */
export interface EvaluatingPage {
  evaluate<Result>(act: () => Result): Promise<Awaited<Result>>
}

/** Everything that the device stores for the page's origin, as one searchable text. */
export async function storedText(page: EvaluatingPage): Promise<string> {
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
        // The app's own files hold no user data.
        if (new URL(request.url).pathname.startsWith('/v1')) parts.push(request.url)
      }
    }
    return parts.join('\n')
  })
}

/** The stored text, once it matches `what`: a result is shown before it is written. */
export async function storedTextWith(page: EvaluatingPage, what: RegExp): Promise<string> {
  // The whole text would make a failure unreadable.
  await expect
    .poll(async () => what.test(await storedText(page)), { message: `Stored: ${String(what)}` })
    .toBe(true)
  return storedText(page)
}

/** Waits until both results of Home's first card are on disk, where they survive closing the browser. */
export async function untilCardIsKept(page: EvaluatingPage, period: 'all' | 'week'): Promise<void> {
  for (const part of ['records', 'summary']) {
    const key = String.raw`\\"/transactions/${part}\\",\{[^}]*\\"period\\":\\"${period}\\"`
    await storedTextWith(page, new RegExp(key))
  }
}

/** The time of each stored result of one of Home's periods (epoch ms by the device's clock). */
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
 * Waits until all stored results of one of Home's periods date from `since` (epoch ms by the
 * device's clock) or later: a page that is left at once may leave an older result in place.
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
      { message: `Stored again: ${period}` },
    )
    .toBe(true)
}
