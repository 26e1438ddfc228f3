import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

const HEADLINE = /\$[\d,]{5,}/

/** Home's first card: the total of the choice. */
export const totalCard = (page: Page): Locator => page.getByRole('region', { name: 'Transactions' })

/** The card's total, such as "$885,097", once it is as fresh as the page can have it. */
export async function readTotal(page: Page): Promise<string> {
  const card = totalCard(page)
  await expect(card).toHaveAttribute('aria-busy', 'false')
  await expect(card).toContainText(HEADLINE)
  // Its parts may be set on lines of their own.
  return HEADLINE.exec((await card.innerText()).replaceAll('\n', ''))?.[0] ?? ''
}
