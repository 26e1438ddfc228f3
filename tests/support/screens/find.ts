import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { FolderDatabase } from '#tests/support/journeys/e2e-database.ts'

/** The dialog "Search everything" and its parts. */
export const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Search everything' })
export const findField = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
export const findOption = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
export const findGroup = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true })
export const pageTitle = (page: Page) => page.getByRole('heading', { level: 1 })

/** Waits until the page is shown, and with it the button of the search. */
export async function pageReady(page: Page, name: string): Promise<void> {
  await expect(pageTitle(page)).toHaveText(name)
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible()
}

export async function openFind(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search everything' }).click()
  await expect(findField(page)).toBeFocused()
}

/** The latest failed purchase of the demo data. */
export async function failedPurchase(database: FolderDatabase) {
  const [purchase] = await database.query<{
    id: string
    wallet_address: string
    transaction_hash: string
    project_id: string
  }>(
    `select id, wallet_address, transaction_hash, project_id from transactions
      where status = 'failed' and transaction_hash is not null
      order by created_at desc, id desc limit 1`,
  )
  if (purchase === undefined) throw new Error('The demo data has no failed purchase')
  return purchase
}
