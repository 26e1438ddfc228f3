import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'

/** What a document shows, one after the other. */
export type Shown = 'form' | 'chart' | 'cards'

/** The scripts that a browser has fetched, in KB (1,000 bytes) of gzipped JavaScript. */
export interface FetchedCode {
  kb: number
  files: number
}

/** Ten cards on Home. */
const CARDS = 10
const QUIET_MS = 2000

/** Notes when each of the documents that the page opens from now on shows what. Call it before. */
export async function watchShown(page: Page): Promise<void> {
  await page.addInitScript((cards) => {
    const at: Partial<Record<Shown, number>> = {}
    Object.assign(globalThis, { shownAt: at })
    // Live figures make a card busy again.
    const settled = new Set<Element>()
    const tests: Record<Shown, () => boolean> = {
      form: () => document.querySelector('form button[type=submit]') !== null,
      chart: () => document.querySelector('main section canvas') !== null,
      cards: () => settled.size >= cards,
    }
    const check = () => {
      for (const card of document.querySelectorAll('main section[aria-busy=false]'))
        settled.add(card)
      if (tests.form()) at.form ??= performance.now()
      if (tests.cards()) at.cards ??= performance.now()
      requestAnimationFrame(check)
    }
    // Its canvas is drawn in a frame: that is seen before anything waits for the next one.
    const seeChart = () => {
      if (tests.chart()) at.chart ??= performance.now()
    }
    new MutationObserver(seeChart).observe(document, { childList: true, subtree: true })
    requestAnimationFrame(check)
  }, CARDS)
}

/** Whether the page has fetched `lastScript`, by its name, and no other one for two seconds since. */
export function isAtRest(page: Page, lastScript: string): Promise<boolean> {
  return page.evaluate(
    ([last, quiet]) => {
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
      const latest = Math.max(0, ...scripts.map(({ startTime }) => startTime))
      return (
        scripts.some(({ name }) => name.includes(`/${last}-`)) && performance.now() - latest > quiet
      )
    },
    [lastScript, QUIET_MS] as const,
  )
}

/** The scripts that the document requested until it showed `shown`, or until now. */
export async function fetchedCode(page: Page, shown?: Shown): Promise<FetchedCode> {
  const urls = await page.evaluate((what) => {
    // The init script sets it.
    const { shownAt } = globalThis as unknown as { shownAt: Partial<Record<Shown, number>> }
    const until = what === undefined ? Number.POSITIVE_INFINITY : (shownAt[what] ?? 0)
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= until)
      .map(({ name }) => name)
  }, shown)
  const sizes = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url)
      return gzipSync(await response.text(), { level: 9 }).length
    }),
  )
  return { kb: sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000, files: urls.length }
}
