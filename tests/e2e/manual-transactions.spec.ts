import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { expect, PHONE, test } from '#tests/support/journeys/e2e.ts'

test(
  'Credits are found by wallet; an empty reason reads None; an unknown wallet has none',
  PHONE,
  async ({ page, app, openAs, database, isMobile, expectAccessible }) => {
    const caller = await signInCaller(app, 'admin@saleroom.example')
    const [silent] = await database.query<{ wallet_address: string; project_id: string }>(
      'select wallet_address, project_id from manual_transactions where reason is null limit 1',
    )
    if (!silent) throw new Error('no demo data')
    const { results } = await caller.get<{ results: { id: string; reason: string | null }[] }>(
      `/manual-transactions?projects=${silent.project_id}&wallet_address=${silent.wallet_address}`,
    )
    await openAs(
      page,
      'admin@saleroom.example',
      `/manual-transactions?projects=${silent.project_id}`,
    )
    const records = page.getByRole(isMobile ? 'article' : 'row')
    await expect(records.nth(5)).toBeVisible()
    await expectAccessible(page)
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.fill('0x')
    await box.press('Enter')
    await expect(page.getByText('Search must be a valid wallet address')).toBeVisible()
    await box.fill(silent.wallet_address)
    await box.press('Enter')
    await expect(records).toHaveCount(isMobile ? results.length : results.length + 1)
    await expect(page.getByText('None', { exact: true }).first()).toBeVisible()
    await box.fill(`0x${'0'.repeat(40)}`)
    await box.press('Enter')
    await expect(page.getByText('No transactions found')).toBeVisible()
  },
)
