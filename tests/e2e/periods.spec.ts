import type { Page } from '@playwright/test'
import { dayStart } from '#src/domain/time/calendar.ts'
import { periodPresets } from '#src/domain/time/period-presets.ts'
import { ALL, expect, PHONE, test, withoutLive } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'
import { expectNoSideways, tap } from '#tests/support/screens/touch.ts'

const ADMIN = 'admin@saleroom.example'
const region = (page: Page) => page.getByRole('region', { name: 'Transactions' })
const picker = (page: Page) => page.getByRole('dialog', { name: 'Select date range' })
const option = (page: Page, name: string) =>
  picker(page).getByRole('listbox', { name: 'Presets' }).getByRole('option', { name })
const rangeButton = (page: Page) => page.getByRole('button', { name: 'Custom range' })
const periodButton = (page: Page) => page.getByRole('button', { name: 'Time period' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Time period' })

/** The days of a preset by the clock and the zone of the browser. */
async function daysOf(page: Page, name: string) {
  const { now, zone } = await page.evaluate(() => ({
    now: Date.now(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }))
  const days = periodPresets(now, null, zone).find((each) => each.name === name)?.days
  if (!days) throw new Error(`No days of ${name}`)
  return { ...days, zone }
}

const linkOf = ({ start, end }: { start: string; end: string }) =>
  new RegExp(`period=custom&from=${start}&to=${end}`)

async function openHome(
  page: Page,
  openAs: (page: Page, email: string, address: string) => Promise<void>,
) {
  await openAs(page, ADMIN, '/?period=month')
  await expect(region(page)).toHaveAttribute('aria-busy', 'false')
}

test('A preset fills the range, and Apply sends its days', async ({
  page,
  openAs,
  expectAccessible,
}) => {
  await withoutLive(page)
  await openHome(page, openAs)
  const sent: number[][] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/v1/transactions/summary')
      sent.push(
        ['start_date', 'end_date'].map((name) => Date.parse(url.searchParams.get(name) ?? '')),
      )
  })
  await rangeButton(page).click()
  await option(page, 'Last month').click()
  await expect(option(page, 'Last month')).toHaveAttribute('aria-selected', 'true')
  await option(page, 'Last week').click()
  await expect(option(page, 'Last week')).toHaveAttribute('aria-selected', 'true')
  await expect(option(page, 'Last month')).toHaveAttribute('aria-selected', 'false')
  await expect(picker(page).getByText('7 days, Monday to Sunday')).toBeVisible()
  await expectAccessible(page)
  expect(sent).toEqual([])
  const days = await daysOf(page, 'Last week')
  await picker(page).getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(linkOf(days))
  const { start, end, zone } = days
  await expect.poll(() => sent).toEqual([[dayStart(start, zone), dayStart(end, zone, 1)]])
  for (const name of ['Day', 'Week', 'Month', 'Year', 'All'])
    await expect(page.getByRole('radio', { name, exact: true })).not.toBeChecked()
  await rangeButton(page).click()
  await expect(option(page, 'Last week')).toHaveAttribute('aria-selected', 'true')
})

test('Keys alone choose a preset and apply it', ALL, async ({ page, openAs }) => {
  await openHome(page, openAs)
  const keys = keyboardOf(page)
  await keys.press(rangeButton(page))
  await expect(picker(page).locator('[role=grid] [tabindex="0"]')).toBeFocused()
  await keys.to(option(page, 'Today'), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await keys.isAt(option(page, 'Last week'))
  await page.keyboard.press('Space')
  await expect(option(page, 'Last week')).toHaveAttribute('aria-selected', 'true')
  await keys.isAt(option(page, 'Last week'))
  const days = await daysOf(page, 'Last week')
  await keys.press(picker(page).getByRole('button', { name: 'Apply' }))
  await expect(page).toHaveURL(linkOf(days))
  await keys.isAt(rangeButton(page))
})

test(
  'On a phone one tap on a period or a preset applies it',
  ALL,
  async ({ page, openAs, expectAccessible }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openHome(page, openAs)
    await expect(periodButton(page)).toContainText(/^Month.*, by day$/)
    expect((await periodButton(page).boundingBox())?.height).toBe(44)
    await periodButton(page).click()
    await expect(sheet(page).getByRole('radio', { name: 'Month' })).toBeChecked()
    await expectAccessible(page)
    await sheet(page).getByRole('button', { name: 'Last week' }).click()
    await expect(sheet(page)).toBeHidden()
    await expect(page).toHaveURL(linkOf(await daysOf(page, 'Last week')))
    await expect(periodButton(page)).toContainText(/^Last week.*, by day$/)
    await periodButton(page).click()
    await expect(
      sheet(page).getByRole('button', { name: 'Last week', pressed: true }),
    ).toBeVisible()
    await sheet(page).getByRole('radio', { name: 'Year' }).click()
    await expect(sheet(page)).toBeHidden()
    await expect(page).toHaveURL(/period=year/)
    await expect(periodButton(page)).toContainText(/^Year.*, by month$/)
  },
)

test('On a phone keys alone choose a period and a range, and the focus returns', async ({
  page,
  openAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page, openAs)
  const keys = keyboardOf(page)
  await keys.press(periodButton(page))
  // The focus goes to the sheet itself when it opens; a key before that would be lost.
  await expect(sheet(page)).toBeFocused()
  await keys.press(sheet(page).getByRole('button', { name: 'Yesterday' }))
  await expect(page).toHaveURL(linkOf(await daysOf(page, 'Yesterday')))
  await keys.isAt(periodButton(page))
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toBeFocused()
  await keys.press(sheet(page).getByRole('button', { name: 'Custom range' }))
  await expect(picker(page)).toBeFocused()
  await keys.press(option(page, 'Yesterday'), 'ArrowUp')
  await page.keyboard.press('Enter')
  await expect(option(page, 'Today')).toHaveAttribute('aria-selected', 'true')
  await keys.press(picker(page).getByRole('button', { name: 'Apply' }))
  await expect(page).toHaveURL(linkOf(await daysOf(page, 'Today')))
  await expect(sheet(page)).toBeHidden()
  await keys.isAt(periodButton(page))
})

test(
  'A finger reaches every period, preset and day of a phone, which nothing leaves',
  PHONE,
  async ({ page, openAs, isMobile }) => {
    await openHome(page, openAs)
    if (!isMobile) {
      await expect(periodButton(page)).toHaveCount(0)
      return
    }
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 568 })
      await tap(periodButton(page))
      await tap(sheet(page).getByRole('radio', { name: 'Week', exact: true }))
      await tap(periodButton(page))
      await tap(sheet(page).getByRole('button', { name: 'Since launch' }))
      await expect(periodButton(page)).toContainText('Since launch')
      await tap(periodButton(page))
      await expectNoSideways(page)
      await tap(sheet(page).getByRole('button', { name: 'Custom range' }))
      await expectNoSideways(page)
      await expect(option(page, 'Since launch')).toBeInViewport({ ratio: 1 })
      await tap(option(page, 'This month'))
      await tap(picker(page).getByRole('button', { name: 'Apply' }))
      await expect(picker(page)).toBeHidden()
      await expect(page).toHaveURL(/from=\d{4}-\d\d-01&/)
    }
  },
)

test(
  'The button of the period is on each page with one, and on no other',
  ALL,
  async ({ page, openAs }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openHome(page, openAs)
    await expect(periodButton(page)).toBeVisible()
    await page.goto('/activity')
    await expect(periodButton(page)).toBeVisible()
    await page.goto('/leads')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leads')
    await expect(periodButton(page)).toHaveCount(0)
  },
)
