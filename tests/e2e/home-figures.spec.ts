import type { Page } from '@playwright/test'
import { ALL, expect, test } from '#tests/support/journeys/e2e.ts'

test.use({ serviceWorkers: 'allow' })

test('Home prints dark on white, with all its figures and charts and nothing to press', async ({
  page,
  openAs,
}) => {
  await openAs(page, 'admin@saleroom.example', '/?period=month')
  const cards = page.getByRole('main').getByRole('region')
  await expect(cards).toHaveCount(10)
  for (const each of await cards.all()) await expect(each).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('img', { name: 'Deposits by project' })).toBeAttached()
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.evaluate(() => {
    // By then every chart has been drawn for print.
    matchMedia('print').addEventListener('change', ({ matches }) => {
      const drawn = document.querySelectorAll('canvas').length
      if (matches) document.documentElement.dataset['drawn'] = String(drawn)
    })
  })
  const paper = await page.pdf()
  expect(paper.subarray(0, 4).toString()).toBe('%PDF')
  await expect(page.locator('html')).toHaveAttribute('data-drawn', '10')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Printed by admin@saleroom.example')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0)
  const total = page.getByRole('region', { name: 'Transactions' }).getByText(/^\$[\d,]+\.\d\d$/)
  await expect(total.first()).toHaveCSS('color', 'rgb(10, 12, 14)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.locator('canvas').first()).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
  // The campaigns of UTM Plus are both buttons and figures.
  await expect(page.getByRole('region', { name: 'UTM Plus' }).getByRole('button')).toHaveCount(3)
})

test(
  'With forced colours the name of the product and what is chosen stand out',
  ALL,
  async ({ page, openAs }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
    await openAs(page, 'admin@saleroom.example', '/?period=month')
    const background = (name: string) =>
      page
        .getByRole('radio', { name, exact: true })
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await background('Month')).not.toBe(await background('Week'))
    const [text, ground] = await page
      .getByRole('radio', { name: 'Month', exact: true })
      .evaluate((element) => [
        getComputedStyle(element).color,
        getComputedStyle(element).backgroundColor,
      ])
    expect(text).not.toBe(ground)
    // Its text is light: on a light background it is drawn black.
    await expect(page.getByRole('img', { name: 'Saleroom' })).toHaveCSS('filter', 'brightness(0)')
  },
)

/** Where each mark of a code or a stage stands, as a fraction of the chart's canvas. */
const placesOfMarks = (page: Page, width: string | null) =>
  page.evaluate((paper) => {
    // Read before anything is drawn again: paper scales what is drawn, and so does a window for a moment.
    if (paper !== null) document.body.style.width = paper
    const canvas = document.querySelector('canvas')
    const box = canvas?.getBoundingClientRect() ?? new DOMRect()
    const marks = document.querySelectorAll(
      '[aria-label="Bonus codes in this period"] a i, [aria-label="Stages in this period"] i',
    )
    const places = [...marks].map((mark) => {
      const { left, right, top } = mark.getBoundingClientRect()
      const part = (length: number, whole: number) => Math.round((length / whole) * 1000)
      return [
        part((left + right) / 2 - box.left, box.width),
        part(top - box.top, box.height),
      ] as const
    })
    return { scale: box.width / (canvas?.width ?? 1), places }
  }, width)

/** Whether the first chart and its marks are as wide as their place, without scaling. */
const isAtRest = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.querySelector('canvas')
    const marks = document.querySelector('[aria-label="Stages in this period"]')
    const width = canvas?.closest('[role=img]')?.clientWidth
    const right = canvas?.getBoundingClientRect().right ?? 0
    return canvas?.clientWidth === width && marks?.getBoundingClientRect().right === right
  })

test(
  'On paper the marks of codes and stages stand at their dates, as the bars do',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/?period=all')
    await expect(page.getByRole('list', { name: 'Stages in this period' })).toBeVisible()
    for (const scale of [1, 2]) {
      const cdp = await page.context().newCDPSession(page)
      // The width changes, too, as it does when a browser zooms.
      const size = { width: 1440 - scale, height: 900, deviceScaleFactor: scale, mobile: false }
      await cdp.send('Emulation.setDeviceMetricsOverride', size)
      // Charts are drawn again for the pixels of the screen.
      await expect.poll(async () => (await placesOfMarks(page, null)).scale).toBeCloseTo(1 / scale)
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => isAtRest(page)).toBe(true)
      const { places: onScreen } = await placesOfMarks(page, null)
      expect(onScreen.length).toBeGreaterThan(5)
      // A4 between its margins, and the half of it.
      for (const width of ['673px', '336px']) {
        const paper = await placesOfMarks(page, width)
        expect(paper.scale).toBeLessThan(0.9 / scale)
        for (const [index, [x, y]] of paper.places.entries()) {
          expect(Math.abs(x - (onScreen[index]?.[0] ?? 0)), `mark ${index}`).toBeLessThanOrEqual(2)
          expect(Math.abs(y - (onScreen[index]?.[1] ?? 0)), `mark ${index}`).toBeLessThanOrEqual(4)
        }
        await page.evaluate(() => document.body.style.removeProperty('width'))
        // It may have been drawn for the paper meanwhile.
        await expect.poll(() => isAtRest(page)).toBe(true)
      }
      await page.emulateMedia({ media: null })
    }
  },
)
