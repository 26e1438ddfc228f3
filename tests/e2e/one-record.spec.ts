import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'

test(
  'One record that a link shows, opened, is accessible in each list',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const caller = await signInCaller(app, ADMIN)
    const linkTo = async (path: string) => {
      const { results } = await caller.get<{ results: { id: string }[] }>(
        `${path}?projects=AURA&limit=5`,
      )
      return `${path}?project=AURA&id=${results[2]?.id ?? ''}`
    }
    await openAs(page, ADMIN, '/seo-scripts')
    for (const path of ['/bonus-codes', '/manual-transactions', '/leads']) {
      await page.goto(await linkTo(path))
      const records = page.getByRole(isMobile ? 'article' : 'row')
      await expect(page.getByRole('button', { name: 'Hide details' })).toHaveCount(1)
      // The header, the record and its details.
      await expect(records).toHaveCount(isMobile ? 1 : 3)
      await expectAccessible(page)
    }
  },
)
