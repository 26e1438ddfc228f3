import { readFile } from 'node:fs/promises'
import { ALL, ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'
const PAGE = '/stages?project=AURA'

test(
  'The stages of a project are read, and each count leads to exactly its purchases',
  ALL_PHONE,
  async ({ page, isMobile, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, PAGE)
    const current = page.getByRole('region', { name: 'Current stage' })
    await expect(current.getByRole('img', { name: /% of .+ sold$/ })).toBeVisible()
    await expect(current.getByRole('status')).toContainText(/Sold out|Not sold out|No forecast/)
    await expect(page.getByRole('region', { name: 'Raised' })).toContainText('Of the hard cap')
    await expectAccessible(page)

    const pace = page.getByRole('region', { name: 'Pace' })
    await pace.getByRole('radio', { name: '14' }).click()
    await expect(pace.getByRole('table', { name: 'Pace data' }).getByRole('row')).toHaveCount(15)
    await expect(pace.getByRole('table', { name: 'Pace data' }).locator('caption')).toHaveText(
      /^The median is [\d,.]+ AURA a day\.$/,
    )
    await page.reload()
    await expect(pace.getByRole('radio', { name: '14' })).toBeChecked()

    const stages = page.getByRole('region', { name: 'Stages' })
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(file).toContain('Stage 1,')
    if (!isMobile) {
      await stages.getByRole('button', { name: 'Show details' }).first().click()
      await expect(stages).toContainText('First purchase')
      await expectAccessible(page)
      await stages.getByRole('button', { name: 'Hide details' }).click()
    }

    const off = stages.getByRole('link', { name: /off price$/ }).first()
    const count = (await off.textContent())?.split(' ')[0] ?? ''
    await off.click()
    await expect(page).toHaveURL(/stage_price=off/)
    await expect(page.getByRole('combobox', { name: 'Price' })).toContainText(
      'Off the stage’s price',
    )
    await expect(page.getByText(new RegExp(`^${count} purchases?, \\$`))).toBeVisible()
    await page.goBack()

    await inSidebar(page, () => page.getByRole('switch', { name: 'Privacy mode' }).click())
    await expect(current.getByRole('img', { name: /^Hidden of/ })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/\d%|\$\d|\d,\d{3}/)
    await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
    await expectAccessible(page)
  },
)

test(
  'A name that the plan lacks joins a stage',
  ALL_PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, PAGE, ownApp)
    const unplanned = page.getByRole('region', { name: 'Not in the plan' })
    const join = unplanned.getByRole('button', { name: /^Join .+ to a stage$/ }).first()
    const label = (await join.getAttribute('aria-label')) ?? ''
    const name = label.slice('Join '.length, -' to a stage'.length)
    await join.click()
    await page.getByRole('menuitem', { name: 'Stage 1', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: `Join ${name} to Stage 1?` })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await join.click()
    await page.getByRole('menuitem', { name: 'Stage 1', exact: true }).click()
    await question.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByText('Successfully joined name')).toBeVisible()
    await expect(page.getByRole('button', { name: label })).toBeHidden()
  },
)

test('The page of stages is used by keys alone', ALL, async ({ page, openAs }) => {
  await openAs(page, ADMIN, PAGE)
  const keys = keyboardOf(page)
  const stages = page.getByRole('region', { name: 'Stages' })
  await expect(stages.getByRole('button', { name: 'Show details' }).first()).toBeVisible()
  const pace = page.getByRole('region', { name: 'Pace' })
  await keys.to(pace.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect(pace.getByRole('radio', { name: '14' })).toBeChecked()
  await keys.press(stages.getByRole('button', { name: 'Show details' }).first())
  await keys.press(stages.getByRole('link', { name: /^\w{3} \d/ }).first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Transaction /)
  await page.goBack()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused()
  await page.keyboard.type('edit stages')
  await expect(page.getByRole('option', { name: /Edit stages/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit stages')
})

test(
  'Who has no finance has no stages, and who is no admin does not edit them',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'marketing@saleroom.example', '/leads')
    await expect(page.getByRole('link', { name: 'Leads', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Stages', exact: true })).toBeHidden()
    await page.goto(new URL(PAGE, page.url()).href)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  },
)
