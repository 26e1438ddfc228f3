import type { Page } from '@playwright/test'
import { signInCaller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL_PHONE, expect, inSidebar, PHONE, test } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'
const USER = 'user@saleroom.example'

const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for approval' })
const decisions = (page: Page) => page.getByRole('region', { name: 'Recent decisions' })

/** Enters a credit on the open page of a wallet. */
async function requestCredit(page: Page, tokens: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Tokens' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
  await dialog.getByLabel('Tokens').fill(tokens)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Send for approval' }).click()
  await expect(dialog).toBeHidden()
}

test(
  'A credit above the limit waits for a second person: approved, rejected or cancelled',
  PHONE,
  async ({ page, browser, ownApp, openAs, isMobile, expectAccessible }) => {
    test.slow()
    const caller = await signInCaller(ownApp, USER)
    const [project = ''] = await caller.get<string[]>('/projects/names')
    const { results } = await caller.get<{ results: { wallet_address: string }[] }>(
      `/wallets?projects=${project}&limit=1&page=7`,
    )
    const address = results[0]?.wallet_address ?? ''
    const creditsNow = async () =>
      (
        await caller.get<{ results: unknown[] }>(
          `/manual-transactions?projects=${project}&wallet_address=${address}`,
        )
      ).results.length
    const before = await creditsNow()

    // An admin sets the limit.
    await openAs(page, ADMIN, `/project-settings?projects=${project}`, ownApp)
    const limits = page.getByRole('group', { name: 'Limits' })
    await limits.getByLabel('Approve credits over').fill('1,000.50')
    await expect(page.getByText('1 field edited')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm Update' }).click()
    await expect(page.getByText('Successfully updated data')).toBeVisible()
    await expect(limits.getByLabel('Approve credits over')).toHaveValue('1,000.5')

    // Somebody else reads it, and requests three credits above it.
    const { viewport, userAgent, hasTouch, deviceScaleFactor } = test.info().project.use
    const context = await browser.newContext({
      ...(viewport === undefined ? {} : { viewport }),
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(deviceScaleFactor === undefined ? {} : { deviceScaleFactor }),
      ...(hasTouch === undefined ? {} : { hasTouch }),
      isMobile,
    })
    const other = await context.newPage()
    await openAs(other, USER, `/project-settings?projects=${project}`, ownApp)
    const seen = other.getByRole('group', { name: 'Limits' })
    await expect(seen).toContainText('Read-only')
    await expect(seen).toContainText('1,000.50')
    await expect(seen.getByRole('textbox')).toHaveCount(0)

    await other.goto(`${ownApp.url}/users/${project}/${address}`)
    await requestCredit(other, '350,000', 'Settled by bank transfer')
    await expect(other.getByText('a second person has to approve 350,000.00')).toBeVisible()
    await expect(waiting(other)).toContainText('1 request')
    await requestCredit(other, '2,000', 'A wrong request')
    await expect(waiting(other)).toContainText('2 requests')
    await requestCredit(other, '3,000', 'A second thought')
    await expect(waiting(other)).toContainText('3 requests')
    await expectAccessible(other)
    expect(await creditsNow()).toBe(before)

    // The requester can only cancel.
    await expect(waiting(other).getByRole('button', { name: 'Approve' })).toHaveCount(0)
    const rowsOf = (at: Page) => waiting(at).getByRole(isMobile ? 'article' : 'row')
    await rowsOf(other)
      .filter({ hasText: 'A second thought' })
      .getByRole('button', { name: 'Cancel request' })
      .click()
    const cancel = other.getByRole('alertdialog', { name: 'Cancel request?' })
    await expect(cancel.getByRole('button', { name: 'Keep request' })).toBeFocused()
    await cancel.getByRole('button', { name: 'Cancel request' }).click()
    await expect(other.getByText('Request cancelled')).toBeVisible()
    await expect(waiting(other)).toContainText('2 requests')

    // The admin sees how many wait, and decides.
    await page.goto(`${ownApp.url}/manual-transactions?projects=${project}`)
    await expect(waiting(page)).toContainText('2 requests')
    await inSidebar(page, async () => {
      await expect(
        page.getByRole('link', { name: 'Manual Transactions', exact: true }),
      ).toHaveAccessibleDescription('2 waiting for your approval')
    })
    await expectAccessible(page)
    const first = rowsOf(page).filter({ hasText: 'Settled by bank transfer' })
    await first.getByRole('button', { name: 'Approve' }).click()
    const approve = page.getByRole('alertdialog', { name: 'Approve credit?' })
    await expect(approve.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(approve).toContainText('350,000.00')
    await expect(approve).toContainText(USER)
    await expect(approve.getByRole('img', { name: address })).toBeVisible()
    await expectAccessible(page)
    await approve.getByRole('button', { name: 'Approve' }).dblclick()
    await expect(page.getByText('Credit approved')).toBeVisible()
    await expect(approve).toBeHidden()
    expect(await creditsNow()).toBe(before + 1)
    const records = page.getByRole('main').getByRole(isMobile ? 'article' : 'row')
    // In the list of credits, by the person who requested it.
    await expect(
      records.filter({ hasText: 'Settled by bank transfer' }).filter({ hasNotText: 'Approve' }),
    ).toHaveCount(1)

    await rowsOf(page)
      .filter({ hasText: 'A wrong request' })
      .getByRole('button', { name: 'Reject' })
      .click()
    const reject = page.getByRole('alertdialog', { name: 'Reject credit?' })
    await expectAccessible(page)
    await reject.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Credit rejected')).toBeVisible()
    await expect(waiting(page)).toBeHidden()
    await page.getByRole('button', { name: 'Show recent decisions' }).click()
    for (const state of ['Approved', 'Rejected', 'Cancelled'])
      await expect(decisions(page).getByText(state, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await inSidebar(page, async () => {
      await expect(
        page.getByRole('link', { name: 'Manual Transactions', exact: true }),
      ).toHaveAccessibleDescription('')
    })

    // The requester has the tokens in the wallet, once.
    await other.reload()
    await expect(other.getByText('350,000.00').first()).toBeVisible()
    await expect(waiting(other)).toBeHidden()
    expect(await creditsNow()).toBe(before + 1)
    await context.close()
  },
)

test(
  'An earlier version of scripts is compared and restored; unsaved edits are named first',
  ALL_PHONE,
  async ({ page, ownApp, openAs, expectAccessible }) => {
    await openAs(page, ADMIN, '/seo-scripts?projects=HELIX', ownApp)
    const card = page.getByRole('region', { name: 'HELIX', exact: true })
    const head = card.getByRole('textbox', { name: 'Head script' })
    const original = await head.inputValue()
    const save = async (text: string) => {
      await head.fill(text)
      await card.getByRole('button', { name: 'Save' }).click()
      await card.getByRole('button', { name: 'Save' }).click()
      await expect(card.getByText('No changes').first()).toBeVisible()
    }
    await save('<meta name="robots" content="noindex">')
    await save('<meta name="robots" content="none">')
    await head.fill('<meta name="robots" content="mine">')

    // A toast stays while the pointer is on it.
    await page.mouse.move(0, 0)
    await card.getByRole('button', { name: 'Versions' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions' })
    await expect(versions.getByText('HELIX has edits that are not saved.')).toBeVisible()
    const listed = versions.getByRole('radio')
    await expect(listed).toHaveCount(3)
    await expect(listed.first()).toHaveAccessibleDescription(new RegExp(`by ${ADMIN}`))
    const lines = versions.getByRole('group', { name: 'Head script lines' })
    await expect(lines).toContainText('content="none"')
    await expect(lines).toContainText('content="noindex"')
    await expectAccessible(page)
    // The oldest: the scripts before the two saves.
    await listed.nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await expect(listed.nth(2)).toBeChecked()
    await versions.getByRole('button', { name: 'Restore' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Restore version 1?' })
    await expect(confirm).toContainText('Your edits that are not saved are discarded.')
    await expectAccessible(page)
    await confirm.getByRole('button', { name: 'Restore' }).dblclick()
    await expect(page.getByText('Successfully restored scripts')).toBeVisible()
    await expect(versions).toBeHidden()
    await expect(head).toHaveValue(original)
    await page.reload()
    await expect(head).toHaveValue(original)
    await card.getByRole('button', { name: 'Versions' }).click()
    await expect(listed).toHaveCount(4)
  },
)
