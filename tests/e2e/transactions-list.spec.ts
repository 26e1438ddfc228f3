import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { toCsv } from '#src/domain/text/csv.ts'
import type { StageSummary } from '#src/wire/stages.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { signInCaller, type Caller } from '#tests/support/journeys/e2e-calls.ts'
import { ALL, ALL_PHONE, expect, PHONE, test } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'

const ADMIN = 'admin@saleroom.example'
const PROJECTS = ['AURA', 'HELIX', 'NOVA', 'ORBIT', 'PYXIS'].map((id) => `projects=${id}`).join('&')

async function purchases(caller: Caller, query: string): Promise<Transaction[]> {
  const { results } = await caller.get<{ results: Transaction[] }>(
    `/transactions?${PROJECTS}&limit=20&${query}`,
  )
  return results
}

async function choose(page: Page, filter: string, ...options: string[]) {
  await page.getByRole('combobox', { name: filter, exact: true }).click()
  for (const option of options)
    await page.getByRole('option', { name: option, exact: true }).click()
  await page.keyboard.press('Escape')
}

/** The ids of the purchases in the order of the page, by their links. */
async function idsIn(page: Page, isMobile: boolean): Promise<string[]> {
  const links = page
    .getByRole(isMobile ? 'article' : 'row')
    .getByRole('link', { name: /^Transaction \d/ })
  const names = await links.evaluateAll((found) =>
    found.map((link) => link.getAttribute('aria-label') ?? ''),
  )
  return names.map((name) => /\d+/.exec(name)?.[0] ?? '')
}

test(
  'Purchases are filtered by status, stage and token, and the address keeps the choice',
  PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const caller = await signInCaller(app, ADMIN)
    const [failed] = await purchases(caller, 'status=failed')
    if (!failed?.stage_name || !failed.payment_token_name) throw new Error('no demo data')
    const shows = async (query: string) => {
      const ids = (await purchases(caller, query)).map(({ id }) => id)
      await expect.poll(() => idsIn(page, isMobile)).toEqual(ids)
    }
    await openAs(page, ADMIN, '/transactions')
    await shows('')
    await choose(page, 'Status', 'Failed', 'Expired')
    await expect(page).toHaveURL(/status=failed&status=expired/)
    await shows('status=failed&status=expired')
    await choose(page, 'Stage', failed.stage_name)
    await choose(page, 'Payment token', failed.payment_token_name)
    const all = new URLSearchParams([
      ['status', 'failed'],
      ['status', 'expired'],
      ['stage', failed.stage_name],
      ['payment_token', failed.payment_token_name],
    ]).toString()
    await shows(all)
    await expectAccessible(page)

    await page.reload()
    await shows(all)
    await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Failed, Expired')
    await page.goBack()
    await expect(page).not.toHaveURL(/payment_token/)
    await page.goForward()

    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.fill(failed.wallet_address)
    await box.press('Enter')
    await shows(`${all}&walletAddress=${failed.wallet_address}`)
    await choose(page, 'Status', 'Failed', 'Expired', 'Refunded')
    await choose(page, 'Payment token', failed.payment_token_name)
    await box.fill(`0x${'0'.repeat(40)}`)
    await box.press('Enter')
    await expect(
      page.getByText(/^No match for status Refunded, stage .*, wallet address 0x0/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText(/is not in any project/)).toBeVisible()
    await expect(page).not.toHaveURL(/status|stage/)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await shows('')
  },
)

test(
  'Purchases off the price of a stage or outside its time are those that its summary counts',
  ALL_PHONE,
  async ({ page, app, openAs, isMobile, expectAccessible }) => {
    const caller = await signInCaller(app, ADMIN)
    const { AURA } = await caller.get<Record<string, StageSummary>>('/stages/summary?projects=AURA')
    const stage = AURA?.stages.find(({ off_price }) => off_price.purchases > 0)
    if (stage === undefined) throw new Error('no demo data')
    const { name, off_price, outside } = stage
    const own = new URLSearchParams({ status: 'completed', voided: '0', stage: name })
    const total = page.getByRole('status', { name: 'Total' })
    const usd = Number(off_price.amount).toLocaleString('en-US', {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })

    await openAs(page, ADMIN, `/transactions?${own.toString()}&stage_price=off&projects=AURA`)
    await expect(total).toHaveText(`${off_price.purchases} purchases, $${usd}`)
    await expect(page.getByText(`at $${off_price.usual_price}`).first()).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Price' })).toContainText(
      'Off the stage’s price',
    )
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Price' }).press('Enter')
    const any = page.getByRole('option', { name: 'Any price' })
    await expect(any).toBeVisible()
    await any.press('Home')
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/stage_price/)
    await choose(page, 'Time of the stage', 'Before it began')
    await expect(page).toHaveURL(/stage_time=before/)
    await expect(total).toContainText(`${outside.before} purchases`)
    await expect(page.getByText(/^at \$/)).toHaveCount(0)
    await page.reload()
    await expect(total).toContainText(`${outside.before} purchases`)
    const ids = await caller.get<{ results: Transaction[] }>(
      `/transactions?projects=AURA&limit=20&${own.toString()}&stage_time=before`,
    )
    await expect
      .poll(() => idsIn(page, isMobile))
      .toEqual(ids.results.map(({ id }) => id).slice(0, 20))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).not.toHaveURL(/stage|status|voided/)
  },
)

const HEAD =
  'Transaction ID,Status,Project,Stage,Wallet,Paid,Payment token,USD,Tokens bought,Transaction hash,Type,Created at,Id on the site,Price,Unusual price,Received at,Received by,Voided at,Voided by,Void reason,Proof,Proof reason'

const cellsOf = (row: Transaction) => [
  row.id,
  row.status,
  row.project_id,
  row.stage_name,
  row.wallet_address,
  row.payment_token_amount,
  row.payment_token_name,
  row.payment_usd_amount,
  row.tokens_bought,
  row.transaction_hash,
  row.type,
  row.created_at,
  row.source_id ?? null,
  row.price ?? null,
  row.price_is_unusual === 1 ? 'yes' : null,
  row.received?.at ?? null,
  row.received?.key_name ?? null,
  row.voided?.at ?? null,
  row.voided?.by ?? null,
  row.voided?.reason ?? null,
  row.proof?.state ?? null,
  row.proof?.reason ?? null,
]

async function downloaded(page: Page): Promise<string> {
  const started = page.waitForEvent('download')
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Download CSV' }).click()
  const file = await started
  expect(file.suggestedFilename()).toBe('transactions.csv')
  return readFile(await file.path(), 'utf8')
}

test('A selection is copied and downloaded with its exact amounts, and stays while more rows load', async ({
  page,
  context,
  app,
  openAs,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = await purchases(await signInCaller(app, ADMIN), 'status=completed')
  const row = (at: number) =>
    page.getByRole('checkbox', { name: `Select row ${rows[at]?.id}`, exact: true })
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await openAs(page, ADMIN, '/transactions?status=completed')
  await row(0).click()
  await expect(bar).toContainText('1 selected')
  await row(2).click()
  await row(5).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('5 selected')
  const all = page.getByRole('checkbox', { name: 'Select all loaded rows' })
  await expect(all).toHaveAttribute('aria-checked', 'mixed')
  await expectAccessible(page)

  const chosen = [0, 2, 3, 4, 5].flatMap((at) => rows[at] ?? [])
  expect(await downloaded(page)).toBe(`\uFEFF${toCsv([HEAD.split(','), ...chosen.map(cellsOf)])}`)
  await bar.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied to clipboard').first()).toBeVisible()
  const lines = [HEAD.split(','), ...chosen.map(cellsOf)].map((cells) => cells.join('\t'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lines.join('\n'))

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(bar).toBeInViewport()
  await expect(page.getByRole('status').filter({ hasText: 'Loading more' })).toHaveCount(0)
  await expect(bar).toContainText('5 selected')
  await all.click()
  await expect(bar).toContainText(/\d\d selected/)
  await expect(all).toBeChecked()
  await bar.getByRole('button', { name: 'Clear' }).press('Enter')
  await expect(bar).toHaveCount(0)
  await expect(all).toBeFocused()
  await expect(all).toBeInViewport()
  await page.keyboard.press('Space')
  await expect(bar).toContainText(/\d\d selected/)

  await page.getByRole('switch', { name: 'Privacy mode' }).click()
  for (const name of ['Copy', 'Download CSV'])
    await expect(bar.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('switch', { name: 'Privacy mode' }).click()
  await choose(page, 'Status', 'Failed')
  await expect(bar).toHaveCount(0)
  await expect(all).not.toBeChecked()
})

test('On a phone rows are selected in a mode of their own', async ({ page, openAs }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, ADMIN, '/transactions')
  const boxes = page.getByRole('checkbox', { name: /^Select row/ })
  const bar = page.getByRole('toolbar', { name: 'Selection' })
  await expect(page.getByRole('article')).toHaveCount(20)
  await expect(boxes).toHaveCount(0)
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await select.click()
  await expect(boxes).toHaveCount(20)
  await expect(bar).toContainText('0 selected')
  await expect(bar).toBeInViewport({ ratio: 1 })
  await boxes.nth(1).click()
  await boxes.nth(2).click()
  await expect(bar).toContainText('2 selected')
  const lines = (await downloaded(page)).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(boxes).toHaveCount(0)
  await expect(bar).toHaveCount(0)
  await expect(select).toBeFocused()
})

test(
  'A purchase links to its page, its wallet and its project, also in a new tab',
  ALL,
  async ({ page, context, app, openAs }) => {
    const newest = await purchases(await signInCaller(app, ADMIN), 'status=completed')
    const first = newest.find(({ transaction_hash }) => transaction_hash !== null)
    if (!first) throw new Error('no demo data')
    await openAs(page, ADMIN, '/transactions?status=completed')
    const row = page.getByRole('row').filter({
      has: page.getByRole('link', { name: `Transaction ${first.id}` }),
    })
    const link = (name: string | RegExp) => row.getByRole('link', { name })
    const own = `/transactions/${first.project_id}/${first.id}`
    await expect(link(`Transaction ${first.id}`)).toHaveAttribute('href', own)
    await expect(link(first.project_id)).toHaveAttribute(
      'href',
      `/project-settings?project=${first.project_id}`,
    )
    const wallet = `/users/${first.project_id}/${first.wallet_address}`
    await expect(link(first.wallet_address)).toHaveAttribute('href', wallet)
    const opened = context.waitForEvent('page')
    await link(first.wallet_address).click({ modifiers: ['ControlOrMeta'] })
    await expect(await opened).toHaveURL(new RegExp(`${wallet}$`))
    await expect(page).toHaveURL(/status=completed/)

    await row.getByRole('button', { name: 'Show bonus transactions' }).click()
    await expect(page.getByRole('link', { name: first.id, exact: true })).toHaveAttribute(
      'href',
      own,
    )
    await page.getByRole('link', { name: first.transaction_hash ?? '' }).click()
    await expect(page).toHaveURL(new RegExp(`${own}$`))
    await page.goBack()
    await link(first.project_id).click()
    await expect(page.getByText('Showing one project')).toBeVisible()
    await expect(page.getByRole('region', { name: first.project_id })).toHaveCount(1)
  },
)

test(
  'Keys alone filter, sort and select purchases, and open one',
  ALL,
  async ({ page, openAs, app }) => {
    const rows = await purchases(
      await signInCaller(app, ADMIN),
      'status=failed&sort=payment_usd_amount',
    )
    await openAs(page, ADMIN, '/transactions')
    const keys = keyboardOf(page)
    await expect(page.getByRole('row')).toHaveCount(21)
    const status = page.getByRole('combobox', { name: 'Status' })
    await keys.press(status)
    await page.keyboard.press('f')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await keys.isAt(status)
    await expect(page).toHaveURL(/status=failed$/)
    const usd = page.getByRole('button', { name: 'USD', exact: true })
    await keys.press(usd)
    await expect(page).toHaveURL(/sort=payment_usd_amount/)
    await keys.isAt(usd)
    const [first, second] = rows
    await keys.press(page.getByRole('checkbox', { name: `Select row ${first?.id}` }), 'Space')
    await keys.press(page.getByRole('checkbox', { name: `Select row ${second?.id}` }), 'Space')
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('2 selected')
    await keys.press(page.getByRole('link', { name: `Transaction ${second?.id}` }))
    await expect(page).toHaveURL(new RegExp(`/transactions/[^/]+/${second?.id}$`))
  },
)

test('The way back from a purchase, also through its wallet, leads to the list as it was left', async ({
  page,
  openAs,
}) => {
  await openAs(page, ADMIN, '/transactions')
  await choose(page, 'Status', 'Failed')
  await expect(page).toHaveURL(/\/transactions\?status=failed/)
  const list = page.url()
  const open = () =>
    page
      .getByRole('link', { name: /^Transaction \d/ })
      .first()
      .click()
  await open()
  await expect(page).toHaveURL(/\/transactions\/[^/]+\/\d+$/)
  await page.reload()
  const wayBack = page.getByRole('navigation', { name: 'Breadcrumb' })
  await wayBack.getByRole('link', { name: 'Transactions Search' }).click()
  await expect(page).toHaveURL(list)
  await open()
  await page.getByRole('main').getByRole('link', { name: /^0x/ }).first().click()
  await expect(page).toHaveURL(/\/users\//)
  await page
    .getByRole('region', { name: 'Timeline' })
    .getByRole('link', { name: /^Transaction/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/transactions\/[^/]+\/\d+$/)
  await wayBack.getByRole('button', { name: 'Back to Transactions Search' }).click()
  await expect(page).toHaveURL(list)
})
