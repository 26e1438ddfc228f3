import { signInCaller } from '#tests/support/e2e-calls.ts'
import { ALL, ALL_PHONE, expect, test } from '#tests/support/e2e.ts'

const ADMIN = 'admin@saleroom.example'
const LISTS = [
  ['/bonus-codes', 'bonus code', 'No bonus codes found'],
  ['/manual-transactions', 'manual transaction', 'No transactions found'],
  ['/leads', 'lead', 'No leads found'],
] as const

for (const [path, noun, empty] of LISTS) {
  test(
    `A link to one ${noun} shows it alone and opened, and leads to all`,
    ALL_PHONE,
    async ({ page, app, openAs, isMobile, expectAccessible }) => {
      const caller = await signInCaller(app, ADMIN)
      const { results } = await caller.get<{ results: { id: string }[] }>(
        `${path}?projects=AURA&limit=5`,
      )
      const id = results[2]?.id ?? ''
      // The selected projects do not matter.
      await openAs(page, ADMIN, `${path}?project=AURA&id=${id}&projects=HELIX`)
      const records = page.getByRole(isMobile ? 'article' : 'row')
      const line = page.getByText(`Showing one ${noun}`)
      await expect(line).toBeVisible()
      await expect(page.getByRole('button', { name: 'Hide details' })).toHaveCount(1)
      // The header, the record and its details.
      await expect(records).toHaveCount(isMobile ? 1 : 3)
      await expect(page.getByRole('main').getByRole('link', { name: 'AURA' }).first()).toBeVisible()
      await expectAccessible(page)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Hide details' })).toHaveCount(1)
      await page.getByRole('link', { name: 'Show all' }).click()
      await expect(line).toHaveCount(0)
      await expect(records.nth(4)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Hide details' })).toHaveCount(0)
      await page.goBack()
      await expect(line).toBeVisible()

      await page.goto(`${path}?project=AURA&id=999999999`)
      await expect(page.getByText(empty)).toBeVisible()
      await expect(
        page.getByText(`This ${noun} does not exist, or you do not have access to it.`),
      ).toBeVisible()
    },
  )
}

test(
  'A record of a project that a person may not see is not found',
  ALL,
  async ({ page, app, openAs, database }) => {
    const [foreign] = await database.query<{ project_id: string; id: string }>(
      `select project_id, id::text from leads where project_id not in (
       select p.project_id from memberships p join users u on u.id = p.user_id
       where u.email = 'client@saleroom.example') limit 1`,
    )
    if (!foreign) throw new Error('no demo data')
    expect(app.url).toContain('127.0.0.1')
    await openAs(
      page,
      'client@saleroom.example',
      `/leads?project=${foreign.project_id}&id=${foreign.id}`,
    )
    await expect(page.getByText('No leads found')).toBeVisible()
  },
)
