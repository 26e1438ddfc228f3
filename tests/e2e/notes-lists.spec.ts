import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Transaction } from '#src/wire/transactions.ts'
import { signInCaller, type Caller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL, ALL_PHONE, expect, test } from '#tests/support/journeys/e2e.ts'

const ADMIN = 'admin@saleroom.example'
/** Shorter than a minute, after which a page asks by itself, without any stream. */
const SOON = { timeout: 45_000 }

const addNote = (caller: Caller, { project_id, id }: Transaction, text: string) =>
  caller.post(
    `/notes/transaction/${project_id}/${id}`,
    { text },
    { 'Idempotency-Key': randomUUID() },
  )

/** A purchase without notes among the newest of AURA. */
async function purchaseWithoutNotes(caller: Caller): Promise<Transaction> {
  const { results } = await caller.get<{ results: Transaction[] }>(
    '/transactions?projects=AURA&limit=20',
  )
  const found = results.find(({ notes }) => notes === 0)
  if (found === undefined) throw new Error('no demo data')
  return found
}

/** The row or the card of a purchase. */
const itemOf = (page: Page, isMobile: boolean, { id }: Transaction) =>
  page
    .getByRole(isMobile ? 'article' : 'row')
    .filter({ has: page.getByRole('link', { name: new RegExp(`^Transaction ${id},`) }) })

test(
  'A purchase with notes is marked in its list, found by the switch, and leads to them',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const caller = await signInCaller(app, ADMIN)
    const purchase = await purchaseWithoutNotes(caller)
    await openAs(page, ADMIN, '/transactions?projects=AURA')
    const item = itemOf(page, isMobile, purchase)
    await expect(item).toBeVisible()
    const height = (await item.boundingBox())?.height
    await addNote(caller, purchase, 'Asked the buyer for the right hash.')
    await addNote(caller, purchase, 'Nothing to credit.')

    await page.reload()
    await expect(item.getByRole('img', { name: '2 notes' })).toBeVisible()
    expect((await item.boundingBox())?.height).toBe(height)
    const withNotes = page.getByRole('switch', { name: 'With notes' })
    await withNotes.click()
    await expect(page).toHaveURL(/noted=1/)
    await expect(item).toBeVisible()
    const { rows } = await caller.get<{ rows: number }>('/transactions/total?projects=AURA&noted=1')
    await expect(page.getByText(new RegExp(`^${rows} purchases?,`))).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(withNotes).toBeChecked()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(withNotes).not.toBeChecked()

    await item.getByRole('link', { name: /^Transaction / }).click()
    await page.getByRole('link', { name: '2 notes' }).click()
    await expect(page.getByRole('region', { name: 'Notes' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Notes' })).toBeInViewport()

    await page.goto(`${app.url}/users/AURA/${purchase.wallet_address}`)
    await page.getByRole('radiogroup', { name: 'Show' }).getByText('Notes', { exact: true }).click()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await expect(timeline.getByText('Nothing to credit.')).toBeVisible()
    const number = Number(purchase.id).toLocaleString('en')
    await expect(timeline.getByText(`Note by admin on Purchase ${number}`)).toHaveCount(2)
    await timeline
      .getByRole('link', { name: `Purchase ${number}` })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`/transactions/AURA/${purchase.id}`))
  },
)

test(
  'What others note appears on the open record and in the list by itself',
  ALL,
  async ({ page, app, browser, openAs, isMobile }) => {
    const caller = await signInCaller(app, ADMIN)
    const purchase = await purchaseWithoutNotes(caller)
    const list = await browser.newPage({ locale: 'en-US' })
    await openAs(page, 'user@saleroom.example', `/transactions/AURA/${purchase.id}`)
    await openAs(list, 'user@saleroom.example', '/transactions?projects=AURA')
    const item = itemOf(list, isMobile, purchase)
    await expect(item).toBeVisible()
    await expect(page.getByText('No notes yet')).toBeVisible()
    // Until both hear of changes.
    await expect(list.locator('header time')).toHaveText(/^\d\d:\d\d:\d\d$/, SOON)
    await addNote(caller, purchase, 'The buyer wrote again.')
    await expect(page.getByText('The buyer wrote again.')).toBeVisible(SOON)
    await expect(page.getByRole('link', { name: '1 note' })).toBeVisible(SOON)
    await expect(item.getByRole('img', { name: '1 note' })).toBeVisible(SOON)
    await list.close()
  },
)
