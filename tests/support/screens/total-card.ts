import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

const HEADLINE = /\$[\d,]{5,}/

/** Home's first card, which shows the total of the selection. */
export const totalCard = (page: Page): Locator => page.getByRole('region', { name: 'Transactions' })

/** The card's total, for example "$885,097", once it has been refreshed. */
export async function readTotal(page: Page): Promise<string> {
  const card = totalCard(page)
  await expect(card).toHaveAttribute('aria-busy', 'false')
  await expect(card).toContainText(HEADLINE)
  // Its parts may be on separate lines.
  return HEADLINE.exec((await card.innerText()).replaceAll('\n', ''))?.[0] ?? ''
}
