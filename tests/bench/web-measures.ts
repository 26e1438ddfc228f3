import type { Locator, Page } from 'playwright'

export interface CardTimes {
  /** Milliseconds since the document began. */
  firstFigure: number
  allCards: number
  /** The scripts that the document has fetched. */
  scripts: string[]
}

const CARDS = 10

/** Waits until every card holds its figures and has painted; tells when the first one did. */
export function waitForCards(page: Page): Promise<CardTimes> {
  return page.evaluate(
    (cards) =>
      new Promise<CardTimes>((resolve) => {
        let firstFigure = 0
        const look = () => {
          const regions = [...document.querySelectorAll('main section[aria-busy]')]
          const settled = regions.filter((region) => region.getAttribute('aria-busy') === 'false')
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
          } else requestAnimationFrame(look)
        }
        look()
      }),
    CARDS,
  )
}

/** Collects the tasks over 50 ms of the documents that the page opens from here on. */
export async function longTasks(page: Page) {
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  return {
    // The init script has put it there.
    list: () =>
      page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks ?? []),
  }
}

/**
 * Clicks a control and measures from the release of the button, which is what acts, to the frame that
 * shows the result: the next one ("paint"), or the first whose top bar names another range ("range").
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
            const look = () => {
              // A message after the frame's callbacks: the frame has been painted by then.
              if (isDone()) setTimeout(() => resolve(performance.now() - event.timeStamp))
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          },
          { once: true, capture: true },
        )
      }),
    until,
  )
  await control.click()
  return measured
}

/** Chooses a custom range that no answer is kept for, and measures from the last byte to the paint. */
export async function changeRange(page: Page, days: number): Promise<number> {
  const last = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const first = new Date(Date.now() - (days + 20) * 86_400_000).toISOString().slice(0, 10)
  await page.evaluate(
    ([from, to]) => {
      performance.clearResourceTimings()
      history.replaceState(null, '', `/?period=custom&from=${from}&to=${to}`)
      dispatchEvent(new PopStateEvent('popstate'))
      // The page must have taken the new filters before its cards are looked at.
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

/** What the slowed machine does in 100 ms: figures of two runs compare only at like scores. */
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
