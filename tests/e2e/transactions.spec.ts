import { expect, PHONE, test } from '#tests/support/journeys/e2e.ts'

test(
  'A purchase opens to its bonuses, which are fetched once and can be copied',
  PHONE,
  async ({ page, context, openAs, database, expectAccessible }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const [purchase] = await database.query<{ hash: string; n: number; identifier: string }>(
      `select t.transaction_hash as hash, count(*)::int as n, min(b.identifier) as identifier
     from transactions t join bonus_transactions b on b.transaction_id = t.id
     where t.transaction_hash is not null group by 1 having count(*) > 1 order by 1 limit 1`,
    )
    if (!purchase) throw new Error('no demo data')
    let requests = 0
    await page.route('**/v1/bonus-transactions?*', (route) => {
      requests += 1
      return route.continue()
    })
    await openAs(page, 'admin@saleroom.example', `/transactions?hash=${purchase.hash}`)
    await page.getByRole('button', { name: 'Show bonus transactions' }).click()
    const copies = page.getByRole('button', { name: 'Copy identifier' })
    await expect(copies).toHaveCount(purchase.n)
    await expect(page.getByText('Total', { exact: true })).toBeVisible()
    await copies.first().click()
    await expect(page.getByText('Copied to clipboard').first()).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const [known] = await database.query<{ n: number }>(
      'select count(*)::int as n from bonus_transactions where identifier = $1',
      [copied],
    )
    expect(known?.n).toBeGreaterThan(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Hide bonus transactions' }).click()
    await expect(copies).toHaveCount(0)
    await page.getByRole('button', { name: 'Show bonus transactions' }).click()
    await expect(copies).toHaveCount(purchase.n)
    expect(requests).toBe(1)
  },
)
