import type { Page } from '@playwright/test'
import { ALL, ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'

const GRAPHS = ['Transactions', 'Referrals', 'Registrations']
const RANKED = ['Countries', 'Currencies', 'Referrers', 'UTM Sources']

/** Pages whose figures are all masked. */
const PAGES = ['/', '/transactions', '/users', '/channels', '/manual-transactions']

const region = (page: Page, name: string) => page.getByRole('region', { name })

async function untilSettled(page: Page) {
  for (const card of ['Transactions', 'Conversions', 'Deposits', 'UTM Plus', ...RANKED]) {
    await expect(region(page, card)).toHaveAttribute('aria-busy', 'false')
  }
  await expect(page.getByRole('table', { name: 'UTM Plus data' }).getByRole('row')).not.toHaveCount(
    1,
  )
}

/** Every figure and row label of the cards, visible or for assistive technology. */
async function secrets(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').evaluate((main) => main.textContent ?? '')
  const figures = text.match(/\$?\d[\d,]*\.\d\d%?|\d{1,3}(?:,\d{3})+/g) ?? []
  const labels = await page
    .getByRole('table', { name: 'Countries data' })
    .locator('tbody th')
    .allTextContents()
  return [...new Set([...figures, ...labels.filter((label) => label !== 'Unknown')])]
}

/** Those that occur anywhere in the page: text, attributes, hidden tables. */
async function findFigures(page: Page, hidden: readonly string[]): Promise<string[]> {
  const html = await page.evaluate(() => document.documentElement.outerHTML)
  return hidden.filter((secret) => html.includes(secret))
}

/** Records every text that any canvas draws; installed before the app's first script runs. */
async function noteDrawnTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const drawn: string[] = []
    Object.assign(globalThis, { drawn })
    for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
      for (const name of ['fillText', 'strokeText'] as const) {
        const draw = prototype[name]
        prototype[name] = function note(text, ...rest) {
          drawn.push(text)
          draw.call(this, text, ...rest)
        }
      }
    }
  })
}

/** Texts that canvases have drawn since the last call: days of the axes, and other texts with a digit. */
async function drawnTexts(page: Page): Promise<{ days: string[]; figures: string[] }> {
  // The init script defines it.
  const texts = await page.evaluate(() =>
    (globalThis as unknown as { drawn: string[] }).drawn.splice(0),
  )
  const isDay = (text: string) => /^[A-Z][a-z]{2} \d{1,2}$/.test(text)
  // The zero of an axis is not a figure.
  const isFigure = (text: string) => /\d/.test(text) && text !== '0' && !isDay(text)
  return { days: texts.filter(isDay), figures: texts.filter(isFigure) }
}

/** Points at every chart of the page, long enough for a tooltip. */
async function pointAtCharts(page: Page): Promise<void> {
  for (const card of [...GRAPHS, 'Conversions', ...RANKED, 'Deposits', 'UTM Plus']) {
    const canvas = region(page, card).locator('canvas').first()
    // A chart is drawn shortly before it scrolls into view.
    await region(page, card).scrollIntoViewIfNeeded()
    await expect(canvas).toBeVisible()
    const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {}
    // Within the bars or the first row; on a ring's stroke.
    for (const position of [
      { x: width * 0.4, y: Math.min(24, height * 0.7) },
      { x: width / 2, y: 8 },
    ]) {
      if (page.viewportSize()?.width === 390) await canvas.tap({ position, force: true })
      else await canvas.hover({ position, force: true })
    }
  }
}

/** Switches it and waits until every part of the page is drawn. */
async function setPrivacy(page: Page, isOn: boolean): Promise<void> {
  await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).setChecked(isOn))
  await expect(page.locator('html')).not.toHaveAttribute('data-masking')
}

const FIGURES = /\$[\d,]+\.\d\d|\d{1,3}(?:,\d{3})+(?:\.\d+)?/g

/** Switches it on, and reads in each frame until the masks are drawn which of the figures can be seen. */
function seenWhileMasking(page: Page, figures: readonly string[]): Promise<string[]> {
  return page.getByRole('switch', { name: 'Privacy mode' }).evaluate(
    (control, all) =>
      new Promise<string[]>((resolve) => {
        const seen = new Set<string>()
        const readFrame = () => {
          // Without what is hidden.
          const { innerText } = document.body
          for (const secret of all) if (innerText.includes(secret)) seen.add(secret)
          if (document.documentElement.hasAttribute('data-masking'))
            requestAnimationFrame(readFrame)
          else resolve([...seen])
        }
        if (control instanceof HTMLElement) control.click()
        requestAnimationFrame(readFrame)
      }),
    figures,
  )
}

test(
  'In privacy mode no figure is left in text, attributes, hidden tables or tooltips',
  ALL,
  async ({ page, openAs, expectAccessible }) => {
    await openAs(page, 'admin@saleroom.example', '/?period=month')
    await untilSettled(page)
    const hidden = await secrets(page)
    expect(hidden.length).toBeGreaterThan(100)

    await setPrivacy(page, true)
    expect(await findFigures(page, hidden)).toEqual([])
    expect(page.url()).not.toContain('privacy')
    await expect(
      region(page, 'Transactions').getByRole('button', { name: 'Download CSV' }),
    ).toBeDisabled()

    // Tooltips of a graph, a ranked row and the ring of a pie.
    for (const card of ['Transactions', 'Currencies']) {
      await region(page, card).scrollIntoViewIfNeeded()
      // A chart that is still being drawn has no tooltip yet.
      await expect(async () => {
        const box = await region(page, card).boundingBox()
        const at = { x: (box?.x ?? 0) + 120, y: (box?.y ?? 0) + (box?.height ?? 0) * 0.55 }
        if (page.viewportSize()?.width === 390) await page.touchscreen.tap(at.x, at.y)
        else await page.mouse.move(at.x, at.y)
        await expect(page.getByRole('tooltip')).toBeVisible({ timeout: 1000 })
      }).toPass()
      expect(await findFigures(page, hidden)).toEqual([])
    }
    await page.keyboard.press('Escape')

    await region(page, 'Transactions').getByRole('button', { name: 'Pie chart' }).click()
    expect(await findFigures(page, hidden)).toEqual([])
    await region(page, 'Countries').getByRole('button', { name: 'Show all' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findFigures(page, hidden)).toEqual([])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectAccessible(page)

    // From the first frame on: a reload paints masks before any figure.
    await page.reload({ waitUntil: 'commit' })
    await untilSettled(page)
    expect(await findFigures(page, hidden)).toEqual([])
  },
)

test(
  'From the first frame after the switch on no figure can be seen, on any page',
  ALL,
  async ({ page, openAs }) => {
    const main = page.getByRole('main')
    for (const path of PAGES) {
      await openAs(page, 'admin@saleroom.example', path)
      await expect(main).toContainText(/\$[\d,]+\.\d\d|\d,\d{3}/)
      const figures = [...new Set((await main.innerText()).match(FIGURES))]
      expect(await seenWhileMasking(page, figures)).toEqual([])
      expect(await findFigures(page, figures)).toEqual([])

      await setPrivacy(page, false)
      for (const figure of figures.slice(0, 5)) await expect(main).toContainText(figure)
    }
  },
)

test('In privacy mode no canvas draws a figure, from its first text on', async ({
  page,
  openAs,
}) => {
  await noteDrawnTexts(page)
  await openAs(page, 'admin@saleroom.example', '/?period=month')
  await untilSettled(page)
  await pointAtCharts(page)
  const open = await drawnTexts(page)
  expect(open.days.length).toBeGreaterThan(5)
  expect(new Set(open.figures).size).toBeGreaterThan(5)

  await setPrivacy(page, true)
  await drawnTexts(page)
  await page.reload({ waitUntil: 'commit' })
  await untilSettled(page)
  await pointAtCharts(page)
  const compare = page.getByRole('switch', { name: 'Compare with previous period' })
  await compare.click()
  await expect(compare).toBeChecked()
  await untilSettled(page)
  await pointAtCharts(page)
  for (const card of GRAPHS) {
    const options = region(page, card).getByRole('radio')
    for (const option of await options.all()) {
      await option.click()
      await expect(option).toBeChecked()
    }
    await region(page, card).getByRole('button', { name: 'Pie chart' }).click()
  }
  await pointAtCharts(page)
  for (const card of GRAPHS)
    await region(page, card).getByRole('button', { name: 'Bar chart' }).click()
  await pointAtCharts(page)
  const hidden = await drawnTexts(page)
  expect(hidden.days.length).toBeGreaterThan(5)
  expect(hidden.figures).toEqual([])
})

test(
  'Home is accessible in all its states',
  ALL_PHONE,
  async ({ page, openAs, expectAccessible }) => {
    await openAs(page, 'admin@saleroom.example', '/?period=month')
    await untilSettled(page)
    await expectAccessible(page)
    await page.getByRole('switch', { name: 'Compare with previous period' }).click()
    await expect(region(page, 'Transactions')).toContainText(/from \$[\d,]+/)
    await region(page, 'Transactions').getByRole('button', { name: 'Pie chart' }).click()
    await region(page, 'UTM Plus').getByRole('button', { name: / \/ / }).first().click()
    await expectAccessible(page)
    await region(page, 'Referrers').getByRole('button', { name: 'Show all' }).click()
    await expect(page.getByRole('dialog', { name: 'Referrers: all' })).toBeVisible()
    await expectAccessible(page)
  },
)
