import type { Page } from '@playwright/test'
import { ALL, ALL_PHONE, DEMO_PASSWORD, expect, test } from '#tests/support/journeys/e2e.ts'
import { dragByMouse, dragByTouch } from '#tests/support/screens/drag.ts'

const ADMIN = 'admin@saleroom.example'
const address = (project: string, more = '') => `/stages/${project}/edit?project=${project}${more}`
const stages = (page: Page) => page.getByRole('table', { name: 'Stages' })
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const names = (page: Page) => page.getByRole('button', { name: /^Move .*, position \d+ of \d+$/ })

/** Confirms who it is if the server asks. */
async function saveStages(page: Page): Promise<void> {
  await press(page, 'Save stages')
  const stepUp = page.getByRole('dialog', { name: 'Confirm it is you' })
  const done = page.getByText('Successfully saved stages')
  await expect(stepUp.or(done).first()).toBeVisible()
  if (await stepUp.isVisible()) {
    await stepUp.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await stepUp.getByRole('button', { name: 'Confirm' }).click()
  }
  await expect(done.first()).toBeVisible()
  await expect(page).toHaveURL(/\/stages\?/)
}

test(
  'Stages are renamed, moved by the keyboard and saved, and their purchases stay with them',
  ALL,
  async ({ page, openAs, ownApp, expectAccessible }) => {
    await openAs(page, ADMIN, address('AURA'), ownApp)
    await expect(names(page).nth(2)).toBeVisible()
    const count = await names(page).count()
    expect(count).toBeGreaterThan(2)
    const save = page.getByRole('button', { name: 'Save stages' })
    await expect(save).toBeDisabled()
    await box(page, 'Name of Stage 2').fill('Early sale')
    await expect(stages(page)).toContainText(/purchases carry the name Stage 2\. They stay/)
    await box(page, 'Price of Early sale').fill('0')
    await box(page, 'Supply of Early sale').click()
    await expect(stages(page)).toContainText('The price must be more than 0.')
    await save.click()
    await expect(box(page, 'Price of Early sale')).toBeFocused()
    await box(page, 'Price of Early sale').fill('$0.0125')
    await expectAccessible(page)
    await box(page, 'Price of Early sale').fill('0.0125')
    await expect(page.getByText('2 changes')).toBeVisible()
    const handle = page.getByRole('button', { name: `Move Stage 1, position 1 of ${count}` })
    await handle.focus()
    await page.keyboard.press('ArrowDown')
    const moved = page.getByRole('button', { name: `Move Stage 1, position 2 of ${count}` })
    await expect(moved).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(names(page).first()).toHaveAccessibleName(/^Move Stage 1,/)
    await saveStages(page)
    await page.goto(`${ownApp.url}${address('AURA')}`)
    await expect(box(page, 'Price of Early sale')).toHaveValue('0.0125')
    await box(page, 'Name of Early sale').fill('Stage 2')
    await saveStages(page)
  },
)

test(
  'Pasted rows are read one by one, replace the stages of their names, and a long table stays quick',
  ALL,
  async ({ page, openAs, ownApp, expectAccessible }) => {
    await openAs(page, ADMIN, address('AURA'), ownApp)
    await expect(stages(page)).toBeVisible()
    await press(page, 'Paste rows')
    const dialog = page.getByRole('dialog', { name: 'Paste rows' })
    const rows = dialog.getByRole('textbox', { name: 'Rows' })
    await rows.fill(
      'Name\tPrice\tSupply\tStarts\tEnds\nStage 1\t0,012\t30,000,000\t2025-08-14\t2025-09-01\nStage 2\t0.015\t89 million',
    )
    const read = dialog.getByRole('status', { name: 'Rows read' })
    await expect(read).toContainText('2 rows read, 1 with an error')
    await expect(read).toContainText('1 heading left out')
    await expect(read.getByRole('listitem')).toContainText([
      '0,012 read as 0.012',
      '“89 million” is not a number',
    ])
    const use = dialog.getByRole('button', { name: 'Use 2 rows' })
    await expect(use).toBeDisabled()
    await expectAccessible(page)
    const hundred = Array.from({ length: 100 }, (_, at) => `Stage ${at + 1}\t0.01\t1,000,000`)
    await rows.fill(hundred.join('\n'))
    await dialog.getByRole('radio', { name: 'Add below' }).click()
    await expect(dialog.getByText('A plan has at most 100 stages.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Replace them' }).click()
    await dialog.getByRole('button', { name: 'Use 100 rows' }).click()
    await expect(dialog).toBeHidden()
    await expect(names(page)).toHaveCount(100)
    await expect(page.getByText('All sold: 100,000,000 AURA for $1,000,000.00')).toBeVisible()
    await box(page, 'Name of Stage 100').fill('The last of a hundred')
    await expect(box(page, 'Price of The last of a hundred')).toBeVisible()
    // Leaving asks, and a draft outlives Back.
    await press(page, 'Cancel')
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await leave.getByRole('button', { name: 'Stay' }).click()
    await expect(names(page)).toHaveCount(100)
    await press(page, 'Cancel')
    await leave.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/stages\?/)
  },
)

test(
  'Two admins who plan at once lose nothing: the second compares, and saves on top',
  ALL,
  async ({ page, openAs, ownApp, browser, allowConsole, expectAccessible }) => {
    allowConsole(/409/)
    await openAs(page, ADMIN, address('HELIX'), ownApp)
    await box(page, 'Supply of Stage 1').fill('123,456')
    const context = await browser.newContext()
    const other = await context.newPage()
    await openAs(other, ADMIN, address('HELIX'), ownApp)
    await box(other, 'Price of Stage 1').fill('0.0321')
    await saveStages(other)
    await context.close()
    await press(page, 'Save stages')
    const alert = page.getByRole('alert').filter({ hasText: 'changed the stages' })
    await expect(alert).toContainText(`${ADMIN} changed the stages at`)
    await expect(alert).toContainText('Your 1 change is still here.')
    await alert.getByRole('button', { name: 'Show what has changed' }).click()
    const dialog = page.getByRole('dialog', { name: 'What has changed' })
    await expect(dialog.getByRole('row', { name: /^Stage 1: Price/ })).toContainText('0.0321')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(alert).toBeHidden()
    await expect(box(page, 'Price of Stage 1')).toHaveValue('0.0321')
    await expect(box(page, 'Supply of Stage 1')).toHaveValue('123,456')
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await saveStages(page)
  },
)

test(
  'Stages are dragged by the mouse or a finger, and changed in a sheet on phones',
  ALL_PHONE,
  async ({ page, openAs, ownApp, isMobile, expectAccessible }) => {
    await openAs(page, ADMIN, address('AURA'), ownApp)
    await expect(names(page).first()).toHaveAccessibleName(/^Move Stage 1,/)
    const handle = names(page).first()
    await handle.click({ trial: true })
    const grip = await handle.boundingBox()
    const next = await names(page).nth(1).boundingBox()
    if (!grip || !next) throw new Error('no handle')
    const at = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 }
    const by = (next.y - grip.y) * 1.1
    const rows = stages(page).getByRole('row')
    const before = await rows.first().textContent()
    const firstName = async () => (await names(page).first().getAttribute('aria-label')) ?? ''
    const arrival = async () => !(await firstName()).startsWith('Move Stage 1,')
    if (isMobile) await dragByTouch(page, at, by, arrival)
    else await dragByMouse(page, at, by, { arrival })
    await expect(names(page).first()).toHaveAccessibleName(/^Move Stage 2,/)
    expect(before).not.toBeNull()
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await expectAccessible(page)
    if (!isMobile) return
    await press(page, 'Change Stage 2')
    const sheet = page.getByRole('dialog', { name: 'Stage 2' })
    await expectAccessible(page)
    await box(page, 'Supply').fill('1000')
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Change Stage 2' })).toContainText('1,000')
    await expect(page.getByText('2 changes')).toBeVisible()
    await press(page, 'Change Stage 2')
    await sheet.getByRole('button', { name: 'Remove Stage 2' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove Stage 2?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Change Stage 2' })).toBeHidden()
  },
)
