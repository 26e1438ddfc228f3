import { role, until } from '#tests/support/engines/engine-page.ts'
import type { EnginePage } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import {
  PAGES,
  readKept,
  readTotal,
  SERVER_AWAY,
  signIn,
  title,
  untilShellIsKept,
} from '#tests/support/engines/steps.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'

// In WebKit a page that was left stays in the memory of the browser, and could hold the storage. The window's
// size makes no difference to that.
const ROUNDS = { chromium: 1, firefox: 1, webkit: 10 }

/** Longer than the app gathers results before it writes them, on a busy machine. */
const QUIET_MS = 1500
/** In Firefox, of a picture that a page still loads when it is left. */
const LEFT = /A ServiceWorker intercepted the request and encountered an unexpected error/

/** Ages, hints of what a person may do and parts that are never kept differ; a page without its data lacks nearly all. */
const MOST_MISSING = 1 / 2

/** The figures and words of a page, without times of day. Undefined while it loads. */
const shownOn = (page: EnginePage) =>
  page.evaluate(() => {
    if (document.querySelector('main [aria-busy=true]')) return undefined
    const words = document.querySelector('main')?.innerText.split(/\s+/) ?? []
    return [...new Set(words.filter((word) => !/^\d\d?:\d\d/.test(word)))]
  })

/** What a page shows, more than `least` words, once it changes no more and the device has it. */
async function shownAtLast(page: EnginePage, least = 0): Promise<string[]> {
  let before = ''
  let since = Date.now()
  return until('the page to settle', async () => {
    const shown = await shownOn(page)
    const now = JSON.stringify([shown, await readKept(page)])
    if (now !== before) since = Date.now()
    before = now
    const isThere = shown !== undefined && shown.length > least
    return isThere && Date.now() - since > QUIET_MS ? shown : undefined
  })
}

/** The pictures of the app itself that did not load. */
const brokenLogos = (page: EnginePage) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0)
      .map(({ src }) => new URL(src).pathname)
      .filter((path) => path.startsWith('/brand/')),
  )

test('Every page is opened by its address: it fits, storage answers, and offline it shows its data', async ({
  ownApp,
  device,
  engine,
  isPhone,
}) => {
  device.allowConsole(SERVER_AWAY)
  if (engine === 'firefox') device.allowConsole(LEFT)
  const page = await device.open()
  await signIn(page, ownApp.url)
  await readTotal(page)
  await untilShellIsKept(page)
  const online = new Map<string, string[]>()
  const misfits: Record<string, string[]> = {}
  for (const [path, name] of PAGES) {
    await page.visit(`${ownApp.url}${path}`)
    await page.see(title(name))
    online.set(path, await shownAtLast(page, 10))
    const errors = await layoutErrors(page)
    if (errors.length > 0) misfits[path] = errors
  }
  expect(misfits).toEqual({})

  for (let round = 1; round < (isPhone ? 1 : ROUNDS[engine]); round++)
    for (const [path, name] of PAGES) {
      await page.visit(`${ownApp.url}${path}`)
      await page.see(title(name))
      const { session, results } = await readKept(page)
      expect(session, `${path}: the session`).toBeGreaterThan(0)
      expect(results, `${path}: the results`).toBeGreaterThan(PAGES.length)
    }

  await ownApp.stop()
  const lost: Record<string, string[]> = {}
  for (const [path, name] of PAGES) {
    await page.visit(`${ownApp.url}${path}`)
    await page.see(title(name))
    await page.see(role('status', 'Offline'))
    const shown = new Set(await shownAtLast(page))
    expect(await brokenLogos(page), `${path}: the pictures of the app`).toEqual([])
    const missing = online.get(path)?.filter((word) => !shown.has(word)) ?? []
    if (missing.length > MOST_MISSING * (online.get(path)?.length ?? 0)) lost[path] = missing
  }
  // Settings are never kept on a device, and the page says so.
  delete lost['/project-settings']
  expect(lost).toEqual({})
})
