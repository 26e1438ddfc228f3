import { endRoutes } from '#tests/support/journeys/e2e-routes.ts'
import { ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'
import {
  findDialog,
  findField,
  findGroup,
  openFind,
  pageReady,
} from '#tests/support/screens/find.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'

const ADMIN = 'admin@saleroom.example'

test('Long texts fit at every width', async ({ page, openAs }) => {
  const long = 'Long'.repeat(16)
  await openAs(page, ADMIN, '/leads')
  await pageReady(page, 'Leads')
  await page.route('**/v1/search', async (route) => {
    const at = '2026-11-01T09:00:00.000Z'
    const common = { project_id: 'P'.repeat(100), id: '1', at }
    const code = {
      id: '1',
      project_id: common.project_id,
      code: long,
      percentage: 1000,
      start_date: at,
      end_date: '2099-11-01T09:00:00.000Z',
      uses: 2_147_483_646,
      max_uses: 2_147_483_647,
      disabled: 0,
      tokens_come_from_stage_tokens: 0,
      created_at: at,
    }
    const lead = {
      id: '2',
      project_id: common.project_id,
      email: `${long}@${long}.example`,
      is_email_verified: 0,
      wallet_address: null,
      mobile: null,
      preferred_contact_time: null,
      investment_amount: null,
      created_at: at,
      updated_at: at,
    }
    await route.fulfill({
      json: {
        results: [
          { ...common, kind: 'bonus_code', title: long, detail: code },
          { ...common, kind: 'lead', title: lead.email, detail: lead },
        ],
      },
    })
  })
  await openFind(page)
  await findField(page).fill('long')
  await expect(findGroup(page, 'Leads')).toBeVisible()
  for (const size of [
    { width: 320, height: 700 },
    { width: 390, height: 844 },
    { width: 851, height: 600 },
    { width: 1440, height: 900 },
    { width: 2560, height: 1300 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    await expect
      .poll(async () => [
        ...(await layoutErrors(page)),
        ...(await findDialog(page).evaluate((panel) => {
          const box = panel.getBoundingClientRect()
          const wide = [...panel.querySelectorAll('*')].filter((element) => {
            const { left, right, width } = element.getBoundingClientRect()
            return width > 1 && (left < box.left - 1 || right > box.right + 1)
          })
          const names = wide.map((element) => `${element.tagName} ${element.textContent}`)
          const isInside = box.top >= 0 && box.bottom <= innerHeight + 1
          return isInside ? names : [...names, `the dialog ends at ${box.bottom}`]
        })),
      ])
      .toEqual([])
  }
  await endRoutes(page)
})

test(
  'The shortcut leaves another dialog alone, and works above the open sidebar',
  ALL_PHONE,
  async ({ page, openAs, isMobile }) => {
    await openAs(page, ADMIN, '/leads')
    await pageReady(page, 'Leads')
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByRole('dialog', { name: 'Export Leads CSV' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(findDialog(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    if (!isMobile) return
    await inSidebar(page, async () => {
      await page.keyboard.press('Control+k')
      await expect(findField(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(findDialog(page)).toBeHidden()
    })
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  },
)
