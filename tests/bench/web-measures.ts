import type { Locator, Page } from 'playwright'

export interface CardTimes {
  /** Milliseconds since the document began. */
  firstFigure: number
  allCards: number
  /** The scripts that the document has fetched. */
  scripts: string[]
}

/** The cards of Home. */
export const CARDS = 10

/**
 * Waits until every card has painted its figures.
 * @param until `settled`: those of the server; `figures`: any, also those kept on the device
 * @returns when the first and the last one did
 */
export function waitForCards(
  page: Page,
  until: 'settled' | 'figures' = 'settled',
): Promise<CardTimes> {
  return page.evaluate(
    ([cards, what]) =>
      new Promise<CardTimes>((resolve) => {
        let firstFigure = 0
        const check = () => {
          const regions = [...document.querySelectorAll('main section[aria-busy]')]
          // The tools and the title have no digits; a card that loads has no others.
          const isDone = (region: Element) =>
            region.getAttribute('aria-busy') === 'false' ||
            (what === 'figures' && /\d/.test([...region.children].at(-1)?.textContent ?? ''))
          const settled = regions.filter(isDone)
          if (firstFigure === 0 && /\$[\d,]+\.\d\d/.test(regions[0]?.textContent ?? '')) {
            firstFigure = performance.now()
          }
          if (settled.length >= cards) {
            requestAnimationFrame(() =>
              setTimeout(() => {
                const scripts = performance
                  .getEntriesByType('resource')
                  .map((entry) => entry.name)
                  .filter((name) => name.endsWith('.js'))
                resolve({ firstFigure, allCards: performance.now(), scripts })
              }),
            )
          } else requestAnimationFrame(check)
        }
        check()
      }),
    [CARDS, until] as const,
  )
}

/** Collects tasks over 50 ms in all documents that the page opens from now on. */
export async function longTasks(page: Page) {
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  return {
    // The init script sets it.
    list: () =>
      page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks ?? []),
  }
}

/**
 * Clicks a control and measures the time from the click event to the frame that shows the result.
 * @param until `paint` is the next frame; `range` is the first frame with another range in the top bar
 */
export async function interact(
  page: Page,
  control: Locator,
  until: 'paint' | 'range',
): Promise<number> {
  const handle = await control.elementHandle()
  if (!handle) throw new Error('A control is missing')
  const box = await handle.boundingBox()
  if (!box) await handle.scrollIntoViewIfNeeded()
  const measured = page.evaluate(
    (what) =>
      new Promise<number>((resolve) => {
        const range = () => document.querySelector('header')?.textContent ?? ''
        addEventListener(
          'click',
          (event) => {
            const before = range()
            const isDone = () => what === 'paint' || range() !== before
            const check = () => {
              // A timeout after the frame's callbacks runs after the frame is painted.
              if (isDone()) setTimeout(() => resolve(performance.now() - event.timeStamp))
              else requestAnimationFrame(check)
            }
            requestAnimationFrame(check)
          },
          { once: true, capture: true },
        )
      }),
    until,
  )
  await control.click()
  return measured
}

/** Selects a custom range that is not cached, and measures from the last byte to the paint. */
export async function changeRange(page: Page, days: number): Promise<number> {
  const last = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const first = new Date(Date.now() - (days + 20) * 86_400_000).toISOString().slice(0, 10)
  await page.evaluate(
    ([from, to]) => {
      performance.clearResourceTimings()
      history.replaceState(null, '', `/?period=custom&from=${from}&to=${to}`)
      dispatchEvent(new PopStateEvent('popstate'))
      // The page needs time to apply the new filters before its cards are checked.
      return new Promise((resolve) => {
        setTimeout(resolve, 60)
      })
    },
    [first, last],
  )
  const { allCards } = await waitForCards(page)
  const lastByte = await page.evaluate(() =>
    Math.max(
      0,
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/v1/'))
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd),
    ),
  )
  return lastByte === 0 ? 0 : allCards - lastByte
}

/** A score for the speed of the slowed CPU. Compare only runs with similar scores. */
export function cpuOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const until = performance.now() + 100
    let rounds = 0
    let sum = 0
    while (performance.now() < until) {
      for (let i = 0; i < 1000; i++) sum += Math.sqrt(i)
      rounds += 1
    }
    return sum > 0 ? rounds : 0
  })
}
