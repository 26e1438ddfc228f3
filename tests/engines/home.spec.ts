import { role, until } from '#tests/support/engines/engine-page.ts'
import type { EnginePage } from '#tests/support/engines/engine-page.ts'
import { expect, test } from '#tests/support/engines/engine-test.ts'
import { inSidebar, readTotal, signIn } from '#tests/support/engines/steps.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'

const CARDS = [
  'Transactions',
  'Referrals',
  'Registrations',
  'Conversions',
  'Countries',
  'Currencies',
  'Deposits',
  'Referrers',
  'UTM Sources',
  'UTM Plus',
]

/** Brings a card into view, and waits until it is no longer busy. */
async function untilSettled(page: EnginePage, card: string): Promise<void> {
  const region = role('region', card)
  await until(`${card} to settle`, async () => {
    // A chart is drawn shortly before it comes into view.
    const { attributes } = await page.find(region, 'scroll')
    return attributes['aria-busy'] === 'false' ? true : undefined
  })
}

/** A ring or a thin line covers more of its canvas. */
const LEAST_SHARE = 0.005

/** The share of the pixels of a card's charts that are not empty. */
const drawnShare = (page: EnginePage, card: string) =>
  page.evaluate((name) => {
    const heading = [...document.querySelectorAll('h2')].find(
      ({ textContent }) => textContent === name,
    )
    const charts = [...(heading?.closest('section')?.querySelectorAll('canvas') ?? [])]
    const shares = charts.map(({ width, height }, at) => {
      const copy = new OffscreenCanvas(width, height).getContext('2d')
      const chart = charts[at]
      if (!copy || !chart) return 0
      copy.drawImage(chart, 0, 0)
      const { data } = copy.getImageData(0, 0, width, height)
      return data.filter((value, index) => index % 4 === 3 && value > 0).length / (width * height)
    })
    return Math.max(0, ...shares)
  }, card)

/** By how much the sidebar has to be scrolled, in px. */
const hiddenHeight = (page: EnginePage) =>
  page.evaluate(() => {
    const sidebar = document.querySelector('nav')
    const scrollers = [...(sidebar?.querySelectorAll('*') ?? [])].filter(
      (part) => getComputedStyle(part).overflowY === 'auto',
    )
    return Math.max(...scrollers.map((part) => part.scrollHeight - part.clientHeight))
  })

/** Figures and labels of the page, visible or for assistive technology. */
const figuresIn = (page: EnginePage) =>
  page.evaluate(() => {
    const text = document.querySelector('main')?.textContent ?? ''
    return [...new Set(text.match(/\$?\d[\d,]*\.\d\d%?|\d{1,3}(?:,\d{3})+/g))]
  })

test('Home draws its charts, writes figures as everywhere, and in privacy mode has none', async ({
  app,
  device,
  isPhone,
}) => {
  const page = await device.open()
  await signIn(page, app.url)
  // In a browser whose own language writes 885.097.
  expect(await readTotal(page)).toMatch(/^\$\d{1,3}(?:,\d{3})+$/)
  expect(await page.evaluate(() => navigator.language)).toMatch(/^de/)
  for (const card of CARDS) {
    await untilSettled(page, card)
    await until(`a drawn chart of ${card}`, async () =>
      (await drawnShare(page, card)) > LEAST_SHARE ? true : undefined,
    )
  }
  expect(await layoutErrors(page)).toEqual([])
  if (!isPhone) expect(await hiddenHeight(page)).toBe(0)

  const figures = await figuresIn(page)
  expect(figures.length).toBeGreaterThan(20)
  const privacy = role('switch', 'Privacy mode')
  await inSidebar(page, isPhone, () => page.press(privacy))
  await until('no figure', async () => {
    const html = await page.evaluate(() => document.documentElement.outerHTML)
    return figures.some((figure) => html.includes(figure)) ? undefined : true
  })
  await inSidebar(page, isPhone, () => page.press(privacy))
  expect(await readTotal(page)).toMatch(/^\$/)
})
