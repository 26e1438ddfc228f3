import type { Page } from '@playwright/test'
import { expect, ONCE, test } from '#tests/support/e2e.ts'

test.use({ serviceWorkers: 'allow' })

interface Figures {
  project: string
  amount: number
  count: number
}

const PURCHASES = `
  select project_id as project,
         round(sum(payment_usd_amount), 2)::float8 as amount,
         count(*)::int as count
  from transactions
  where status = 'completed'
  group by project_id order by project_id collate "C"`

/** The sums of a card's hidden table, by its column heads. */
async function columnSums(page: Page, name: string): Promise<Record<string, number>> {
  const table = page.getByRole('table', { name: `${name} data` })
  const rows = await table
    .getByRole('row')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent)),
    )
  const [heads = [], ...body] = rows
  return Object.fromEntries(
    heads.slice(1).map((head, at) => {
      const cells = body.map((row) => Number((row[at + 1] ?? '').replaceAll(/[$,]/g, '')))
      return [head, cells.reduce((sum, value) => sum + value, 0)]
    }),
  )
}

const card = (page: Page) => page.getByRole('region', { name: 'Transactions' })

async function untilDrawn(page: Page) {
  await expect(card(page)).toHaveAttribute('aria-busy', 'false')
  await expect(card(page).locator('canvas')).toBeVisible()
}

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

test('Home shows what the database holds', ONCE, async ({ page, signIn, database }) => {
  const expected = await database.query<Figures>(PURCHASES)
  expect(expected.length).toBeGreaterThan(1)
  await signIn(page, 'admin@saleroom.example')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await untilDrawn(page)
  // The hidden table is built in idle time, and holds the old rows until then.
  await expect(async () => {
    const amounts = await columnSums(page, 'Transactions')
    expect(Object.keys(amounts).toSorted()).toEqual(expected.map(({ project }) => project))
    for (const { project, amount } of expected) {
      // Each bucket is rounded to cents.
      expect(Math.abs((amounts[project] ?? 0) - amount)).toBeLessThan(2)
    }
  }).toPass()

  const total = expected.reduce((sum, { amount }) => sum + amount, 0)
  const purchases = expected.reduce((sum, { count }) => sum + count, 0)
  await expect(card(page)).toContainText(dollars(total))
  await expect(card(page)).toContainText(purchases.toLocaleString('en-US'))

  await card(page).getByRole('radio', { name: 'Transactions' }).click()
  const counts = Object.fromEntries(expected.map(({ project, count }) => [project, count]))
  await expect.poll(() => columnSums(page, 'Transactions')).toEqual(counts)
})
