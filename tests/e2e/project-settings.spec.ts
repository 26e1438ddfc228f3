import type { Locator, Page } from '@playwright/test'
import { ALL, expect, PHONE, test } from '#tests/support/journeys/e2e.ts'

const card = (page: Page, project: string) =>
  page.getByRole('region', { name: project, exact: true })
const confirmUpdate = (page: Page) => page.getByRole('button', { name: 'Confirm Update' })

/** The opened card of a project. The first one is open initially. */
async function openCard(page: Page, project: string): Promise<Locator> {
  const region = card(page, project)
  const toggle = region.getByRole('button', { name: /^(Expand|Collapse) / })
  await expect(toggle).toBeVisible()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  return region
}

/** The body of the next PATCH that the page sends. */
async function nextPatch(page: Page): Promise<Record<string, unknown>> {
  const request = await page.waitForRequest((sent) => sent.method() === 'PATCH')
  return request.postDataJSON()
}

test('Three changed fields are sent, and only those', async ({
  page,
  openAs,
  expectAccessible,
}) => {
  await openAs(page, 'admin@saleroom.example', '/project-settings')
  const helix = await openCard(page, 'HELIX')
  await helix.getByLabel('Ticker').fill('HLX')
  await helix.getByLabel('Buy URL').fill('')
  await helix.getByLabel('Minimum referral spend').fill('12.5')
  await helix.getByLabel('Token bonus').fill('9')
  await expect(page.getByText('4 fields edited')).toBeVisible()
  await helix.getByLabel('Token bonus').fill('3')
  await expect(page.getByText('3 fields edited')).toBeVisible()
  await expectAccessible(page)

  const patch = nextPatch(page)
  await confirmUpdate(page).filter({ visible: true }).last().click()
  expect(await patch).toEqual({
    project_ticker: 'HLX',
    buy_url: null,
    default_min_referral_spend: 12.5,
  })
  await expect(page.getByText('Successfully updated data')).toBeVisible()
  await expect(page.getByText(/edited$/)).toBeHidden()
  await page.reload()
  await expect((await openCard(page, 'HELIX')).getByLabel('Ticker')).toHaveValue('HLX')
})

test('Leaving with unsaved changes asks first', PHONE, async ({ page, openAs, isMobile }) => {
  await openAs(page, 'admin@saleroom.example', '/project-settings')
  const aura = await openCard(page, 'AURA')
  await aura.getByLabel('Ticker').fill('OTHER')
  const leave = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Leads' }).click()
  }
  await leave()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/project-settings/)
  await expect(aura.getByLabel('Ticker')).toHaveValue('OTHER')
  if (isMobile) await page.keyboard.press('Escape')
  await leave()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/leads/)
  await page.goBack()
  await expect((await openCard(page, 'AURA')).getByLabel('Ticker')).toHaveValue('AURA')
})

test(
  'Placeholders are completed while typing and shown with example values',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'admin@saleroom.example', '/project-settings')
    const aura = await openCard(page, 'AURA')
    const editor = aura.getByRole('textbox', { name: 'Message text' })
    await editor.fill('')
    await editor.pressSequentially('Sold for {payment_u')
    const options = page.getByRole('listbox', { name: 'Placeholders' })
    await expect(options.getByRole('option')).toHaveText(['payment_usd_amount'])
    await editor.press('Enter')
    await expect(editor).toHaveValue('Sold for {payment_usd_amount}')
    await editor.pressSequentially(' by {')
    await editor.press('ArrowDown')
    await editor.press('ArrowDown')
    await editor.press('Tab')
    await expect(editor).toHaveValue('Sold for {payment_usd_amount} by {wallet_address}')
    await expect(options).toBeHidden()
    await expect(aura.getByText('Sold for 9,060.00 by 0xd204a6e1…37b8')).toBeVisible()
    await aura.getByRole('button', { name: /^buy_url/ }).click()
    await expect(editor).toHaveValue(/\{buy_url\}$/)
    await editor.press('ControlOrMeta+z')
    await expect(editor).toHaveValue('Sold for {payment_usd_amount} by {wallet_address}')
  },
)
