import { signInCaller } from '#tests/support/e2e-calls.ts'
import { expect, test } from '#tests/support/e2e.ts'
import { expectNoSideways, tap } from '#tests/support/touch.ts'

// A finger is what a phone has; the desk is gone through by mouse and by keys elsewhere.
test.skip(({ isMobile }) => !isMobile)

test('A finger alone goes to every page of a phone and does what is done there', async ({
  page,
  app,
  openAs,
}) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const goTo = async (name: string) => {
    await tap(button('Open menu'))
    await tap(page.getByRole('link', { name, exact: true }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expectNoSideways(page)
  }

  await openAs(page, 'admin@saleroom.example', '/?period=month&projects=AURA&projects=HELIX')
  await expect(region('Transactions')).toHaveAttribute('aria-busy', 'false')
  await tap(button('Open menu'))
  await tap(page.getByRole('combobox', { name: 'Projects' }))
  await tap(page.getByRole('option', { name: 'HELIX' }))
  await tap(page.getByRole('combobox', { name: 'Projects' }))
  await tap(page.getByRole('radio', { name: 'Week', exact: true }))
  await tap(page.getByRole('switch', { name: 'Exclude unknown' }))
  await tap(page.getByRole('combobox', { name: 'Time unit' }))
  await tap(page.getByRole('option', { name: 'Hour' }))
  await tap(button('Custom range'))
  const days = dialog('Select date range').getByRole('gridcell').locator('button:not([disabled])')
  await tap(days.first())
  await tap(days.nth(2))
  await tap(dialog('Select date range').getByRole('button', { name: 'Apply' }))
  await expect(page).toHaveURL(/period=custom/)
  await tap(page.getByRole('radio', { name: 'Month', exact: true }))
  await tap(button('Close menu'))
  await tap(region('Transactions').getByRole('radio', { name: 'Transactions' }))
  await tap(region('Transactions').getByRole('button', { name: 'Pie chart' }))
  await tap(region('Countries').getByRole('button', { name: 'Next page' }))
  await tap(region('Countries').getByRole('button', { name: 'Show all' }))
  await tap(dialog('Countries: all').getByRole('button', { name: 'Country' }))
  await tap(dialog('Countries: all').getByRole('button', { name: 'Close' }))
  await tap(region('UTM Plus').getByRole('button', { name: ' / ' }).first())
  await tap(button('Back'))
  await expectNoSideways(page)

  await goTo('Transactions Search')
  await tap(button('Show bonus transactions').first())
  await tap(button('Copy wallet address').first())
  await expect(button('Hide bonus transactions')).toBeVisible()
  await expectNoSideways(page)

  await goTo('User Search')
  await tap(button('Show details').first())
  await tap(page.getByRole('textbox', { name: 'Minimum referral spend' }))
  await tap(button('Add Tokens').first())
  await tap(dialog('Add Tokens').getByLabel('Tokens', { exact: true }))
  await dialog('Add Tokens').getByLabel('Tokens', { exact: true }).fill('5')
  await dialog('Add Tokens').getByLabel('Reason').fill('Not sent')
  await expect(dialog('Add Tokens').getByText('+5')).toBeVisible()
  await tap(dialog('Add Tokens').getByRole('button', { name: 'Cancel' }))

  await goTo('Manual Transactions')
  await tap(button('Copy wallet address').first())

  await goTo('Bonus Codes')
  const code = `TOUCH-${Math.random().toString(36).slice(2, 10).toUpperCase()}`
  await tap(button('Create bonus code'))
  await tap(dialog('Create a Bonus Code').getByRole('combobox', { name: 'Project' }))
  await tap(page.getByRole('option', { name: 'AURA' }))
  await dialog('Create a Bonus Code').getByLabel('Code', { exact: true }).fill(code)
  await tap(dialog('Create a Bonus Code').getByRole('switch', { name: /^Limit/ }))
  await tap(dialog('Create a Bonus Code').getByRole('button', { name: 'Submit' }))
  const made = page.getByRole('article').filter({ hasText: code })
  await tap(made.getByRole('button', { name: 'Show details' }))
  await tap(made.getByRole('button', { name: 'Disable' }))
  await tap(page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }))
  await expect(made).toContainText('Disabled')
  await tap(page.getByRole('radio', { name: 'Inactive' }))
  await expectNoSideways(page)

  await goTo('Leads')
  await tap(button('Export'))
  await tap(dialog('Export Leads CSV').getByRole('checkbox', { name: 'Mobile' }))
  const file = page.waitForEvent('download')
  await tap(dialog('Export Leads CSV').getByRole('button', { name: 'Export' }))
  expect((await file).suggestedFilename()).toBe('leads.csv')

  await goTo('SEO Scripts')
  const aura = region('AURA')
  await aura.getByRole('textbox', { name: 'Head script' }).fill('<b>by finger</b>')
  await tap(aura.getByRole('radio', { name: 'Preview' }).first())
  await tap(aura.getByRole('radio', { name: 'Edit' }).first())
  await tap(aura.getByRole('button', { name: 'Save' }))
  await expectNoSideways(page)
  await tap(aura.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Successfully updated scripts')).toBeVisible()

  await goTo('Banners')
  await tap(page.getByRole('combobox', { name: 'Project' }))
  await tap(page.getByRole('option', { name: 'AURA' }))
  await tap(button('Create banner'))
  await tap(dialog('Create a new Banner').getByRole('switch', { name: 'Has click url?' }))
  await tap(dialog('Create a new Banner').getByRole('button', { name: 'Cancel' }))
  await tap(button('Delete').last())
  await tap(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }))

  await goTo('Project Settings')
  const caller = await signInCaller(app, 'admin@saleroom.example')
  const { results } = await caller.get<{ results: { id: string; project_ticker: string }[] }>(
    '/projects',
  )
  const ticker = results.find(({ id }) => id === 'AURA')?.project_ticker ?? ''
  for (const value of ['TOUCH', ticker]) {
    await aura.getByLabel('Ticker').fill(value)
    await tap(button('Confirm Update').filter({ visible: true }))
    await expect(button('Confirm Update').filter({ visible: true })).toHaveCount(0)
  }
  await expectNoSideways(page)
  await tap(button('Open menu'))
  await tap(button('Logout'))
  await expect(page).toHaveURL(/login/)
  await expectNoSideways(page)
})
