import { ALL, ALL_PHONE, expect, PHONE, test } from '#tests/support/e2e.ts'

interface Purchase {
  id: string
  wallet_address: string
  transaction_hash: string
  project_id: string
}

const record = (isMobile: boolean) => (isMobile ? 'article' : 'row')

test(
  'Purchases are found by wallet address and by hash, and Back undoes a search',
  ALL_PHONE,
  async ({ page, openAs, database, isMobile, expectAccessible }) => {
    const [wallet] = await database.query<{ wallet_address: string; n: number }>(
      `select wallet_address, count(*)::int as n from transactions
     group by 1 having count(*) between 3 and 9 order by 2 desc, 1 limit 1`,
    )
    const [purchase] = await database.query<Purchase>(
      `select id::text, wallet_address, transaction_hash, project_id from transactions
     where transaction_hash is not null order by id limit 1`,
    )
    if (!wallet || !purchase) throw new Error('no demo data')
    const rows = page.getByRole(record(isMobile))
    const found = (count: number) => expect(rows).toHaveCount(isMobile ? count : count + 1)

    await openAs(page, 'admin@saleroom.example', '/transactions')
    await found(20)
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.fill(wallet.wallet_address.toUpperCase().replace('0X', '0x'))
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await found(wallet.n)
    await expect(page).toHaveURL(/walletAddress=0x/)

    await page.getByRole('combobox', { name: 'Search Field' }).click()
    await page.getByRole('option', { name: 'Transaction Hash' }).click()
    await box.fill(purchase.transaction_hash)
    await box.press('Enter')
    await found(1)
    await expect(page).toHaveURL(/[?&]hash=0x/)
    await expectAccessible(page)

    await page.goBack()
    await found(wallet.n)
    await expect(page.getByRole('combobox', { name: 'Search Field' })).toContainText(
      'Wallet Address',
    )
    await page.getByRole('button', { name: 'Clear' }).click()
    await found(20)
    await expect(page).not.toHaveURL(/walletAddress/)

    await box.fill(`0x${'0'.repeat(40)}`)
    await box.press('Enter')
    await expect(page.getByText('No transactions found')).toBeVisible()
    // Clear has reappeared under the pointer, with its tooltip.
    await page.mouse.move(0, 0)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'A search for what is no address or hash says so and asks nobody',
  ALL,
  async ({ page, openAs }) => {
    await openAs(page, 'user@saleroom.example', '/transactions')
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.fill('0x12')
    await expect(page.getByText('Search must be a valid wallet address')).toBeHidden()
    await box.press('Enter')
    await expect(page.getByText('Search must be a valid wallet address')).toBeVisible()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('combobox', { name: 'Search Field' }).click()
    await page.getByRole('option', { name: 'Transaction Hash' }).click()
    await expect(page.getByText('Search must be a valid transaction hash')).toBeVisible()
    await expect(page).not.toHaveURL(/hash=/)
  },
)

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

test(
  'Missing stages of a purchase read In Progress, and privacy mode hides amounts',
  ALL_PHONE,
  async ({ page, openAs, database, isMobile }) => {
    const [open] = await database.query<{ hash: string; usd: string }>(
      `select transaction_hash as hash, round(payment_usd_amount, 2)::text as usd from transactions
     where tokens_bought is null and stage_name is null and transaction_hash is not null limit 1`,
    )
    if (!open) throw new Error('no demo data')
    await openAs(page, 'admin@saleroom.example', `/transactions?hash=${open.hash}`)
    await expect(page.getByText('In Progress')).toHaveCount(2)
    const record_ = page.getByRole(isMobile ? 'article' : 'row').last()
    await expect(record_).toContainText(/PENDING|PROCESSING|FAILED|EXPIRED/)
    await expect(record_).toContainText('$')
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('switch', { name: 'Privacy mode' }).click()
    await expect(record_).not.toContainText('$')
    await page.getByRole('switch', { name: 'Privacy mode' }).click()
  },
)
