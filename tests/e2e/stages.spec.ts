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

test(
  'Home leads to the stage that sells out first',
  ALL_PHONE,
  async ({ page, isMobile, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, '/')
    const line = page.getByRole('link', { name: /^[A-Z]+, .+: \d+\.\d{2}% sold, / })
    await expect(line).toBeVisible()
    await expectAccessible(page)
    const box = await line.boundingBox()
    if (isMobile) expect(box?.height).toBeGreaterThanOrEqual(44)
    const name = (await line.getAttribute('aria-label')) ?? ''
    const [project = ''] = name.split(',')
    await line.click()
    await expect(page).toHaveURL(`/stages?project=${project}`)
    await expect(page.getByRole('region', { name: 'Current stage' })).toContainText(
      /(.+): /.exec(name.slice(project.length + 2))?.[1] ?? '',
    )
  },
)

test('Launches are compared by stage', ALL, async ({ page, openAs, expectAccessible }) => {
  await openAs(page, ADMIN, '/launch-comparison')
  const stage = page.getByRole('combobox', { name: 'Stage' })
  await expect(stage).toContainText('Whole sale')
  const answer = page.waitForResponse((response) => response.url().includes('stage=1'))
  await stage.click()
  await page.getByRole('option', { name: /^Stage 1 / }).click()
  expect((await answer).status()).toBe(200)
  await expect(stage).toContainText('Stage 1')
  await expect(page.getByRole('table').first()).toContainText('AURA')
  await expectAccessible(page)
})

test(
  'An alert says that a stage is sold to a share',
  ALL,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, '/alerts', ownApp)
    await page.getByRole('button', { name: 'Add alert' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add alert' })
    await dialog.getByRole('combobox').first().click()
    await page.getByRole('option', { name: /^A stage is sold/ }).click()
    await dialog.getByRole('textbox').first().fill('95')
    await dialog.getByRole('checkbox', { name: 'Mail' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add', exact: false }).last().click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('switch', { name: 'A stage is sold to 95%' })).toBeChecked()
  },
)
