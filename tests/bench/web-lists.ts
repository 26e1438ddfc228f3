import { chromium, type Page } from 'playwright'
import { browserOptions, heapMegabytes, signIn, startApp } from './built-app.ts'
import { ms, quantile } from './measure.ts'

// Scrolls through 10,000 purchases, and measures the time from a key press to the filtered list, in
// the built app on the real server with demo data, with the CPU slowed 4 times.

const ROWS = 10_000
const CPU_SLOWDOWN = 4
const PX_PER_FRAME = 150

async function openTransactions(page: Page, url: string): Promise<void> {
  await signIn(page, url)
  await page.goto(`${url}/transactions`)
  await page.getByRole('row').nth(10).waitFor()
}

interface Scroll {
  /** Durations of frames in which the list moved, in ms. */
  moves: number[]
  /** How long the list waited at its bottom for each page, in ms. */
  waits: number[]
  mostElements: number
  rows: number
}

/**
 * Scrolls down frame by frame until `rows` rows have passed; runs in the page. Frames in which the list
 * waits for the next page count as waits, not as scroll frames.
 */
async function scrollRows({ rows, step }: { rows: number; step: number }): Promise<Scroll> {
  const moves: number[] = []
  const waits: number[] = []
  const rowHeight = document.querySelectorAll('[role=row]')[1]?.getBoundingClientRect().height ?? 48
  let mostElements = 0
  let waitMs = 0
  await new Promise<void>((resolve) => {
    let last = 0
    let hasMoved = false
    const onFrame = (now: number) => {
      if (last === 0) hasMoved = false
      else if (hasMoved) moves.push(now - last)
      else waitMs += now - last
      last = now
      const before = scrollY
      scrollBy(0, step)
      hasMoved = scrollY > before
      if (hasMoved && waitMs > 0) {
        waits.push(waitMs)
        waitMs = 0
      }
      if (moves.length % 10 === 0) {
        mostElements = Math.max(mostElements, document.getElementsByTagName('*').length)
      }
      if (scrollY >= rows * rowHeight - innerHeight) resolve()
      else requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
  })
  return { moves, waits, mostElements, rows: Math.round(scrollY / rowHeight) }
}

/**
 * Renders the same number of plain text rows, virtualized, as the baseline of this machine. Runs in a
 * separate page.
 */
function layBareRows({ rows, cells }: { rows: number; cells: readonly string[] }): void {
  const HEIGHT = 48
  document.body.style.cssText = 'margin: 0; font: 13px/20px sans-serif'
  const list = document.createElement('div')
  list.style.cssText = `position: relative; height: ${rows * HEIGHT}px`
  document.body.replaceChildren(list)
  const shown = new Map<number, Element>()
  const row = (index: number) => {
    const made = document.createElement('div')
    made.role = 'row'
    made.style.cssText = `position: absolute; top: ${index * HEIGHT}px; width: 100%; height: ${HEIGHT}px; display: grid; grid-auto-flow: column; grid-auto-columns: 1fr; contain: strict`
    made.append(
      ...cells.map((text) =>
        Object.assign(document.createElement('div'), { textContent: `${text} ${index}` }),
      ),
    )
    return made
  }
  const draw = () => {
    const first = Math.floor(scrollY / HEIGHT)
    const last = Math.min(rows - 1, Math.ceil((scrollY + innerHeight) / HEIGHT))
    for (const [index, element] of shown) {
      if (index >= first && index <= last) continue
      element.remove()
      shown.delete(index)
    }
    for (let index = first; index <= last; index += 1) {
      if (shown.has(index)) continue
      const made = row(index)
      shown.set(index, made)
      list.append(made)
    }
  }
  addEventListener('scroll', draw)
  draw()
}

function printFrames(what: string, frames: readonly number[], target = ''): void {
  const quick = frames.filter((frame) => frame < 20).length / frames.length
  console.log(
    `  ${what.padEnd(26)} ${(quick * 100).toFixed(1)} % under 20 ms, p95 / p99 ${ms(quantile(frames, 0.95))} / ${ms(quantile(frames, 0.99))} ms${target}`,
  )
}

/** The time from pressing Enter in the search box to the first frame with the found rows, in ms. */
async function keyToList(page: Page, address: string): Promise<number> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(address)
  await page.evaluate((text) => {
    const isThere = () => {
      const [first] = document.querySelectorAll('[role=row] [title^="0x"]')
      const rows = document.querySelectorAll('[role=row]').length
      return first?.getAttribute('title') === text && location.search.includes(text) && rows > 1
    }
    addEventListener(
      'keydown',
      (event) => {
        const check = (now: number) => {
          if (isThere()) document.body.dataset['took'] = String(now - event.timeStamp)
          else requestAnimationFrame(check)
        }
        requestAnimationFrame(check)
      },
      { once: true },
    )
  }, address)
  await page.keyboard.press('Enter')
  const done = page.locator('body[data-took]')
  await done.waitFor()
  const took = await done.evaluate((body) => {
    const { took: text = '' } = body.dataset
    delete body.dataset['took']
    return Number(text)
  })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('row').nth(10).waitFor()
  return took
}

const app = await startApp()
const browser = await chromium.launch(await browserOptions())
try {
  // Without the service worker, which would fill its cache during the measurement.
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  await openTransactions(page, app.url)
  const addresses = await page
    .locator('[role=row] [title^="0x"]')
    .evaluateAll((found) => found.slice(0, 7).map((each) => each.getAttribute('title') ?? ''))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })

  const presses: number[] = []
  for (const address of new Set(addresses)) presses.push(await keyToList(page, address))
  const scroll = await page.evaluate(scrollRows, { rows: ROWS, step: PX_PER_FRAME })
  const heap = await heapMegabytes(cdp)
  const cells = await page.getByRole('row').nth(1).getByRole('cell').allTextContents()

  const bare = await browser.newPage({ viewport: page.viewportSize() })
  const bareCdp = await bare.context().newCDPSession(bare)
  await bareCdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await bare.evaluate(layBareRows, { rows: ROWS, cells })
  const bareScroll = await bare.evaluate(scrollRows, { rows: ROWS, step: PX_PER_FRAME })

  console.log(`Lists, CPU slowed ${CPU_SLOWDOWN} times, scrolled ${PX_PER_FRAME} px per frame`)
  console.log(`  rows scrolled              ${scroll.rows} in ${scroll.moves.length} frames`)
  printFrames('frames', scroll.moves, '   (target 95 %)')
  printFrames('frames of plain text rows', bareScroll.moves)
  console.log(
    `  waits for a page           ${scroll.waits.length}, median / p95 ${ms(quantile(scroll.waits, 0.5))} / ${ms(quantile(scroll.waits, 0.95))} ms`,
  )
  console.log(`  most elements in the page  ${scroll.mostElements}   (target under 1,500)`)
  console.log(`  heap after the scroll      ${heap.toFixed(0)} MB   (target under 150)`)
  console.log(
    `  key press to filtered list ${ms(quantile(presses, 0.5))} ms, worst ${ms(Math.max(...presses))} ms`,
  )
} finally {
  await browser.close()
  await app.stop()
}
