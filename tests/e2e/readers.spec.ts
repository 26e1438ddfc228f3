import type { Page } from '@playwright/test'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL, ALL_PHONE, expect, inSidebar, test } from '#tests/support/journeys/e2e.ts'
import type { RunningApp } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'
const STAFF = 'user@saleroom.example'
const NOTICE = 'You can look, but not change'

/** Takes the right to make changes from a person, or gives it back. */
async function setRight(app: RunningApp, email: string, mayWrite: 0 | 1): Promise<void> {
  const caller = await signInCaller(app, ADMIN)
  const members = await caller.get<{ id: string; email: string }[]>('/team')
  const id = members.find((member) => member.email === email)?.id
  await caller.patch(`/team/${id}`, { may_write: mayWrite })
}

/** Every request of the page that is no read and not about the person's own account. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  const OWN = /\/v1\/(?:auth|search|vitals|push|alerts|sessions|factors)\b/
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/v1/') && request.method() !== 'GET' && !OWN.test(url.pathname))
      writes.push(`${request.method()} ${url.pathname}`)
  })
  return writes
}

const WRITING =
  /^(?:Add|Approve|Cancel request|Change|Confirm|Create|Credit|Delete|Disable|Dismiss|Drag|Edit|Freeze|Import|Invite|New|Reject|Remove|Replace|Restore|Retry|Reverse|Save|Set|Test|Try again|Upload|Use as template|Void)\b/
/** Columns of Channels, which they sort by. */
const COLUMNS = new Set(['Change', 'New'])
/** They change nothing that others see. */
const OWN_PAGES = new Set(['/account', '/alerts'])

test(
  'Somebody who only looks meets no button that would be refused, on any page',
  ALL_PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    test.slow()
    await setRight(ownApp, STAFF, 0)
    const writes = watchWrites(page)
    await openAs(page, STAFF, '/users', ownApp)
    const notice = page.getByRole('status', { name: NOTICE })
    await expect(notice).toContainText('An admin set this for your account.')
    await inSidebar(page, async () => {
      await expect(page.getByRole('navigation', { name: 'Main' }).getByText(NOTICE)).toBeVisible()
    })
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Got it' }).click()
    await expect(notice).toBeHidden()
    const wallet = page.getByRole('main').getByRole('link', { name: /^0x/ }).first()
    const walletPath = await wallet.getAttribute('href')

    const call = await signInCaller(ownApp, STAFF)
    const first = async (path: string) =>
      (await call.get<{ results: { id: string }[] }>(`${path}?projects=AURA&limit=1`)).results[0]
        ?.id
    const paths = [
      '/',
      '/channels',
      '/launch-comparison',
      '/stages',
      '/settlement',
      '/allocations',
      '/transactions',
      '/transactions/payments',
      '/users',
      walletPath ?? '',
      `/transactions/AURA/${await first('/transactions')}`,
      '/manual-transactions',
      '/bonus-codes',
      `/bonus-codes/AURA/${await first('/bonus-codes')}`,
      '/leads',
      '/banners',
      '/seo-scripts',
      '/project-settings',
      '/alerts',
      '/account',
    ]
    for (const path of paths) {
      await page.goto(`${ownApp.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(notice).toBeHidden()
      const main = page.getByRole('main')
      // Opened rows hold actions too.
      const rows = main.getByRole('button', { name: /^Details/, expanded: false })
      if ((await rows.count()) > 0) await rows.first().click()
      const names = await main
        .getByRole('button')
        .evaluateAll((all) =>
          all.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()),
        )
      if (!OWN_PAGES.has(path)) {
        expect
          .soft(
            names.filter((name) => WRITING.test(name) && !COLUMNS.has(name)),
            path,
          )
          .toEqual([])
        // What they may not change is text, not a locked field.
        expect.soft(await main.locator('input:disabled, textarea:disabled').count(), path).toBe(0)
      }
      await expectAccessible(page)
    }
    expect(writes).toEqual([])

    // Links that start an action say why they do not.
    await page.goto(`${ownApp.url}/bonus-codes?action=create`)
    await expect(page.getByText(NOTICE, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.goto(`${ownApp.url}/leads?action=export`)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(writes).toEqual([])
  },
)

test(
  'The right is taken while a dialog is open, and given back, without a reload',
  ALL,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    const writes = watchWrites(page)
    await openAs(page, STAFF, '/users', ownApp)
    await page.getByRole('button', { name: 'Add Tokens' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
    await dialog.getByLabel('Tokens', { exact: true }).fill('25000')
    await dialog.getByLabel('Reason').fill('Compensation for ticket 4190')
    await setRight(ownApp, STAFF, 0)
    const why = dialog.getByRole('status').filter({ hasText: NOTICE })
    await expect(why).toHaveText(
      /^You can look, but not change\. An admin set this at \d\d:\d\d\. Nothing was sent\.$/,
    )
    await expect(dialog.getByLabel('Reason')).toHaveValue('Compensation for ticket 4190')
    await expect(dialog.getByLabel('Reason')).toHaveAttribute('readonly')
    await expect(dialog.getByRole('button', { name: 'Add Tokens' })).toHaveCount(0)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add Tokens' })).toHaveCount(0)
    await expect(page.getByRole('status', { name: NOTICE })).toBeVisible()
    expect(writes).toEqual([])

    await setRight(ownApp, STAFF, 1)
    await expect(page.getByRole('button', { name: 'Add Tokens' }).first()).toBeVisible()
    await expect(page.getByRole('status', { name: NOTICE })).toBeHidden()
  },
)
