import type { Page } from '@playwright/test'
import { addPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { expect, test } from '#tests/support/journeys/e2e.ts'
import { layoutErrors } from '#tests/support/screens/layout-errors.ts'
import { WINDOW_SIZES } from '#tests/support/screens/window-sizes.ts'

// The pages of a wallet and of a purchase at every width.

const ADMIN = 'admin@saleroom.example'

const LONG_WORD = 'Long'.repeat(50)
const LONG_TEXT = 'A reason of many words '.repeat(17)

/** A word of two hundred letters and an amount of forty digits have to be broken. */
const BROKEN_BY_LENGTH = /^"(?:@?(?:Long){2}|[\d.,]+" is broken)/

/** Puts long texts and amounts into what both pages show. */
async function lengthen(page: Page) {
  const change = (pattern: string, edit: (body: Record<string, unknown>) => object) =>
    page.route(pattern, async (route) => {
      const response = await route.fetch()
      // The app validates the response.
      const body = (await response.json()) as Record<string, unknown>
      await route.fulfill({ response, json: edit(body) })
    })
  const amount = '12345678901234567890.123456789012345678'
  const source = {
    country: LONG_TEXT,
    referrer: LONG_WORD,
    utm_source: LONG_WORD,
    utm_medium: LONG_TEXT,
  }
  const at = new Date().toISOString()
  const long = {
    stage_name: LONG_TEXT,
    status_reason: LONG_TEXT.slice(0, 200),
    payment_token_name: LONG_WORD.slice(0, 100),
    payment_token_amount: amount,
    payment_usd_amount: amount,
    tokens_bought: amount,
  }
  const credit = {
    authorizer: `${LONG_WORD}@saleroom.example`,
    created_at: at,
    updated_at: at,
    id: '918',
    project_id: 'HELIX',
    reason: LONG_TEXT,
    tokens: amount,
    transaction_id: '1',
    wallet_address: `0x${'a'.repeat(40)}`,
  }
  const bonus = {
    id: '1',
    bonus_code_id: '1',
    bonus_token_amount: amount,
    identifier: LONG_WORD.slice(0, 64),
    transaction_id: '1',
    type: 'bonus_code',
    wallet_address: `0x${'a'.repeat(40)}`,
  }
  const lead = {
    id: '1',
    project_id: 'HELIX',
    email: `${LONG_WORD}@buyer.example`,
    is_email_verified: 1,
    wallet_address: null,
    mobile: null,
    preferred_contact_time: null,
    investment_amount: null,
    created_at: at,
    updated_at: at,
  }
  await change('**/v1/wallets/HELIX/0x*', (body) => ({
    ...body,
    wallet: {
      ...(body['wallet'] as object),
      total_tokens: amount,
      referral_code: LONG_WORD.slice(0, 100),
      referred_by: `0x${'b'.repeat(40)}`,
    },
    origin: { registration: source, first_purchase: source },
    totals: { ...(body['totals'] as object), tokens_bought: amount, paid_usd: amount },
    leads: Array.from({ length: 5 }, (_unused, index) => ({ ...lead, id: `${index}` })),
  }))
  await change('**/v1/wallets/HELIX/0x*/timeline?*', (body) => {
    const [first] = body['results'] as { purchase: object }[]
    return {
      ...body,
      results: [
        { ...first, purchase: { ...first?.purchase, ...long, status: 'completed' } },
        { kind: 'credit', at, id: '918', credit },
        { kind: 'bonus', at, id: '1', bonus: { ...bonus, buyer_address: `0x${'c'.repeat(40)}` } },
      ],
    }
  })
  await change('**/v1/transactions/HELIX/*', (body) => ({
    ...body,
    transaction: { ...(body['transaction'] as object), ...long, status: 'failed' },
    origin: source,
    bonuses: [bonus, { ...bonus, id: '2' }],
    credits: [credit],
    history: [
      { at: '2026-01-05T10:00:00.000Z', status: 'pending', reason: LONG_TEXT.slice(0, 200) },
      { at, status: 'failed', reason: LONG_WORD },
    ],
    notices: [{ at, channel: 'chat', state: 'waiting' }],
  }))
}

test('Long texts and amounts fit at every width', async ({ page, app, openAs }) => {
  const purchase = await addPurchase(app, 'failed')
  await lengthen(page)
  await openAs(page, ADMIN, '/leads')
  for (const [path, name] of [
    [purchase.walletPath, 'Timeline'],
    [purchase.path, 'Credits'],
  ] as const) {
    await page.goto(path)
    await expect(
      page
        .getByRole('region', { name, exact: true })
        .getByRole('link', { name: /^Credit/ })
        .first(),
    ).toBeVisible()
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      await expect
        .poll(
          async () => (await layoutErrors(page)).filter((error) => !BROKEN_BY_LENGTH.test(error)),
          { message: `${path} at ${size.width} px` },
        )
        .toEqual([])
    }
  }
})

test('No amount or address is broken at any width', async ({ page, app, openAs }) => {
  const purchase = await addPurchase(app, 'failed', { tokens_bought: '939886.496341' })
  await openAs(page, ADMIN, '/leads')
  for (const [path, button] of [
    [purchase.walletPath, 'Add Tokens'],
    [purchase.path, 'Credit this purchase'],
  ] as const) {
    await page.goto(path)
    const open = page.getByRole('button', { name: button })
    const dialog = page.getByRole('dialog', { name: 'Add Tokens' })
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      const message = `${path} at ${size.width} px`
      await expect(open).toBeVisible()
      await expect.poll(() => layoutErrors(page), { message }).toEqual([])
      await open.click()
      await expect(dialog.getByLabel('Tokens')).toBeVisible()
      await expect.poll(() => layoutErrors(page), { message: `${message}, dialog` }).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }
})
