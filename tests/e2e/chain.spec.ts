import type { Locator, Page } from '@playwright/test'
import { shortAddress } from '#src/domain/text/text.ts'
import type { ChainPaymentPage } from '#src/wire/chain-payments.ts'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import {
  EXCHANGE,
  PROJECT,
  RECEIVER,
  test,
  type ChainSale,
} from '#tests/support/journeys/e2e-chain.ts'
import type { OwnPurchase } from '#tests/support/journeys/e2e-sale.ts'
import { ALL, ALL_PHONE, expect, inSidebar } from '#tests/support/journeys/e2e.ts'
import { keyboardOf } from '#tests/support/screens/keyboard.ts'
import { expectNoSideways, tap } from '#tests/support/screens/touch.ts'

const ADMIN = 'admin@saleroom.example'
const CONNECTIONS = `/connections?project=${PROJECT}`
const PAYMENTS = `/transactions/payments?projects=${PROJECT}`
const PURCHASES = `/transactions?projects=${PROJECT}`

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
const field = (within: Page | Locator, name: string) =>
  within.getByRole('textbox', { name, exact: true })

/** Waits until the server has compared a purchase. */
const expectProof = (sale: ChainSale, { path }: OwnPurchase, state: string) =>
  expect
    .poll(async () => {
      const { transaction } = await sale.caller.get<TransactionDetails>(path)
      return transaction.proof?.state
    })
    .toBe(state)

/** Waits until the server has found so many payments without a purchase. */
const expectOpen = (sale: ChainSale, count: number) =>
  expect
    .poll(async () => {
      const path = `/chain/payments?projects=${PROJECT}&state=open&page=1&limit=1`
      return (await sale.caller.get<ChainPaymentPage>(path)).counts?.open
    })
    .toBe(count)

test(
  'A chain is connected, purchases are proven or differ, and payments without one are settled',
  ALL_PHONE,
  async ({ page, sale, openAs, isMobile, allowConsole, expectAccessible }) => {
    // The node that is refused at first, and the wallet that the exchange does not have.
    allowConsole(/status of 400/)
    allowConsole(/status of 404 .*wallets/)
    const press = (target: Locator) => (isMobile ? tap(target) : target.click())
    const rowOf = (text: string | RegExp) =>
      page
        .getByRole('main')
        .getByRole(isMobile ? 'article' : 'row')
        .filter({ hasText: text })
    const goTo = async (path: string, title: string) => {
      await page.goto(`${sale.url}${path}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    const refresh = () =>
      inSidebar(page, () => page.getByRole('button', { name: 'Refresh' }).click())
    const isSound = async () => {
      await expectAccessible(page)
      await expectNoSideways(page)
    }
    const exact = await sale.buy(1250, sale.pay(1250))
    const little = await sale.buy(2000, sale.pay(1500))

    // Ethereum's USDC has 6 decimals, this node's 18.
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    sale.node.addToken({ address: usdc, symbol: 'USDC', decimals: 18 })
    await openAs(page, ADMIN, CONNECTIONS, sale)
    const chains = region(page, 'Chains')
    await expect(chains).toContainText('No chain is connected')
    await isSound()
    await press(button(chains, 'Connect a chain'))
    const dialog = page.getByRole('dialog', { name: 'Connect a chain' })
    await expect(dialog.getByRole('combobox', { name: 'Chain' })).toContainText('Ethereum')
    await field(dialog, 'Node address').fill(sale.node.url)
    await field(dialog, 'Receivers').fill(RECEIVER)
    await press(button(dialog, 'Connect'))
    await expect(dialog).toContainText('Decimals of USDC: the contract says 18, not 6.')
    const check = dialog.getByRole('status', { name: 'Check' })
    await expect(check.getByRole('listitem').filter({ hasText: 'Wrong' })).toHaveCount(1)
    await expect(check).toContainText('The node serves Ethereum')
    await expect(check).toContainText('Nothing was saved')
    await expect(field(dialog, 'Decimals').last()).toBeFocused()
    await isSound()
    sale.node.addToken({ address: usdc, symbol: 'USDC', decimals: 6 })
    await press(button(dialog, 'Connect'))
    await expect(page.getByText('Successfully connected chain')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(chains).toContainText('Up to date')
    await expect(chains).toContainText('ETH, USDT, USDC')
    await isSound()

    await expectProof(sale, exact, 'proven')
    await expectProof(sale, little, 'differs')
    await goTo(PURCHASES, 'Transactions Search')
    await expect(rowOf('Paid too little')).toHaveCount(1)
    if (isMobile) await expect(rowOf('Proven on chain')).toHaveCount(1)
    else {
      await expect(page.getByRole('img', { name: 'Proven on chain' })).toHaveCount(1)
      const mark = page.getByRole('img', { name: 'Differs from the chain: paid too little' })
      await expect(mark).toHaveCount(1)
    }
    await press(button(rowOf('Paid too little'), 'Show bonus transactions'))
    await expect(page.getByText(/1,500\.00 USDT reached your receiver/)).toContainText(
      'the purchase claims 2,000.00 USDT. It counts in the figures all the same.',
    )
    await isSound()
    await press(page.getByRole('link', { name: 'Show the proof' }))
    await expect(page).toHaveURL(new RegExp(`/transactions/${PROJECT}/${little.id}`))
    await expect(page.getByText('The chain shows another amount than this purchase.')).toBeVisible()
    const proof = region(page, 'Proof')
    const table = proof.getByRole('table', { name: 'Purchase and chain' })
    await expect(table).toContainText(/Amount.*2,000\.00 USDT.*1,500\.00 USDT/s)
    await expect(table).toContainText(shortAddress(RECEIVER))
    const explorer = proof.getByRole('link', { name: 'Open in explorer' })
    await expect(explorer).toHaveAttribute('href', /^https:\/\/etherscan\.io\/tx\/0x/)
    await expect(explorer).toHaveAttribute('rel', 'noreferrer')
    await isSound()
    await goTo(exact.path, `Transaction ${exact.id}`)
    await expect(proof).toContainText('1,250.00 USDT reached your receiver.')
    await expect(proof).toContainText('Another address than the wallet paid')
    await isSound()

    await goTo(PURCHASES, 'Transactions Search')
    await press(page.getByRole('combobox', { name: 'Proof' }))
    const states = page.getByRole('listbox', { name: 'Proof' })
    await expect(states.getByRole('option')).toHaveText([
      'Any proof',
      'Proven',
      'Waiting',
      'Differs',
      'Not checkable',
    ])
    await press(states.getByRole('option', { name: 'Differs' }))
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/proof=differs/)
    await expect(rowOf('2,000.00')).toHaveCount(1)
    await expect(rowOf('1,250.00')).toHaveCount(0)

    const [, late] = [sale.pay(640), sale.pay(77), sale.pay(8)]
    await expectOpen(sale, 3)
    await goTo(PURCHASES, 'Transactions Search')
    await refresh()
    await press(page.getByRole('link', { name: '3 payments without a purchase' }))
    await expect(page.getByRole('heading', { level: 1, name: /ithout a purchase$/ })).toBeVisible()
    const open = region(page, 'Open payments')
    await expect(open).toContainText(/725\.00\s*USDT/)
    await expect(open).toContainText('3 payments')
    await isSound()

    await press(button(rowOf('8.00'), 'Dismiss'))
    const dismissal = page.getByRole('alertdialog', { name: 'Dismiss this payment?' })
    await field(dismissal, 'Reason').fill('A test of the team')
    await isSound()
    await press(button(dismissal, 'Dismiss'))
    await expect(page.getByText('Successfully dismissed payment')).toBeVisible()
    await expect(open).toContainText('2 payments')

    // The exchange that paid has no wallet.
    await press(button(rowOf('640.00'), 'Add Tokens'))
    const wallet = page.getByRole('dialog').filter({ has: field(page, 'Wallet address') })
    await expect(wallet).toContainText(`${PROJECT} has no wallet with this address.`)
    await expect(field(wallet, 'Wallet address')).toHaveValue(EXCHANGE)
    await isSound()
    await field(wallet, 'Wallet address').fill(exact.address)
    await press(button(wallet, 'Continue'))
    const credit = page.getByRole('dialog', { name: 'Add Tokens' })
    await expect(field(credit, 'Reason')).toHaveValue(/^Paid 640\.00 USDT with 0x[\da-f]{64}$/)
    await field(credit, 'Tokens').fill('25600')
    await isSound()
    await press(button(credit, 'Add Tokens'))
    await expect(page.getByText('Successfully added tokens')).toBeVisible()
    await expect(open).toContainText('1 payment')
    await press(page.getByRole('radio', { name: 'Dismissed' }))
    await expect(rowOf(/Credited as \d+/)).toHaveCount(1)
    await expect(rowOf('A test of the team')).toContainText(ADMIN)
    await isSound()

    const matched = await sale.buy(77, late ?? '')
    await expectProof(sale, matched, 'proven')
    await goTo(`${PAYMENTS}&state=matched`, isMobile ? 'ithout a purchase' : 'Payments without')
    const purchase = page.getByRole('link', { name: `Transaction ${matched.id}` })
    await expect(purchase).toBeVisible()
    await isSound()

    await goTo(`/settlement?project=${PROJECT}`, 'Settlement')
    const sums = page.getByRole('group', { name: 'Proven on chain' })
    await expect(sums).toContainText(/Proven on chain\$1,327\.002 purchases/)
    await expect(sums).toContainText(/Differs\$2,000\.001 purchases/)
    await isSound()
    await press(sums.getByRole('link', { name: 'Show the rows of Proven on chain' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Transactions Search' })).toBeVisible()
    await expect(rowOf('1,250.00')).toHaveCount(1)
    await expect(rowOf('77.00')).toHaveCount(1)
    await expect(rowOf('2,000.00')).toHaveCount(0)

    await goTo(`/?projects=${PROJECT}`, 'Home')
    const line = page.getByRole('link', { name: '66.66% proven on chain, 1 differs' })
    await expect(line).toBeVisible()
    await isSound()
    await press(line)
    await expect(page).toHaveURL(/proof=differs/)
    await expect(rowOf('2,000.00')).toHaveCount(1)

    await goTo(CONNECTIONS, 'Connections')
    await press(button(chains, 'Actions for Ethereum'))
    await isSound()
    await press(page.getByRole('menuitem', { name: 'Disconnect' }))
    const question = page.getByRole('alertdialog', { name: 'Disconnect Ethereum?' })
    await isSound()
    await press(button(question, 'Disconnect'))
    await expect(page.getByText('Successfully disconnected chain')).toBeVisible()
    await expect(chains).toContainText('No chain is connected')
    await goTo(PURCHASES, 'Transactions Search')
    await refresh()
    await expect(rowOf('2,000.00')).toHaveCount(1)
    await expect(page.getByText('Paid too little')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Proof' })).toHaveCount(0)
  },
)

test(
  'Keys alone connect a chain, dismiss a payment and disconnect the chain',
  ALL,
  async ({ page, sale, openAs }) => {
    await openAs(page, ADMIN, CONNECTIONS, sale)
    const keys = keyboardOf(page)
    const chains = region(page, 'Chains')
    const connect = button(chains, 'Connect a chain')
    await keys.press(connect)
    const dialog = page.getByRole('dialog', { name: 'Connect a chain' })
    await keys.fill(field(dialog, 'Node address'), 'ftp://node.example')
    await keys.fill(field(dialog, 'Confirmations'), '3')
    await keys.fill(field(dialog, 'Receivers'), RECEIVER)
    await keys.press(button(dialog, 'Remove USDC'))
    await keys.isAt(button(dialog, 'Add token'))
    await keys.press(button(dialog, 'Connect'))
    await keys.isAt(field(dialog, 'Node address'))
    await keys.fill(field(dialog, 'Node address'), sale.node.url)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Successfully connected chain')).toBeVisible()
    await expect(dialog).toBeHidden()
    await keys.isAt(connect)
    await expect(chains).toContainText('Up to date')

    sale.pay(12)
    await expectOpen(sale, 1)
    await page.goto(`${sale.url}${PAYMENTS}`)
    await keys.press(button(page, 'Dismiss'))
    const dismissal = page.getByRole('alertdialog', { name: 'Dismiss this payment?' })
    await keys.isAt(field(dismissal, 'Reason'))
    await page.keyboard.press('Escape')
    await keys.isAt(button(page, 'Dismiss'))
    await page.keyboard.press('Enter')
    await keys.isAt(field(dismissal, 'Reason'))
    await page.keyboard.insertText('A transfer of our own')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Successfully dismissed payment')).toBeVisible()
    await expect(page.getByText('No payments without a purchase')).toBeVisible()
    await keys.to(page.getByRole('radio', { name: 'Open', exact: true }), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('main')).toContainText('A transfer of our own')

    await page.goto(`${sale.url}${CONNECTIONS}`)
    await keys.press(button(chains, 'Actions for Ethereum'))
    await page.keyboard.press('End')
    await keys.isAt(page.getByRole('menuitem', { name: 'Disconnect' }))
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Disconnect Ethereum?' })
    await keys.press(button(question, 'Disconnect'))
    await expect(chains).toContainText('No chain is connected')
    await keys.isAt(connect)
  },
)
