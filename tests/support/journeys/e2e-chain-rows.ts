import type { Page } from '@playwright/test'
import type { ChainPayment, ChainPaymentPage } from '#src/wire/chain-payments.ts'
import type { Chain } from '#src/wire/chains.ts'
import { fakeAddress, fakeHash } from '#tests/support/chain/fake-chain.ts'

const AMOUNT = '123456789012345.123456789012345678'

/** Fills the chains of Connections and the payments without a purchase, which the demo data lacks. */
export async function fillChains(
  page: Page,
  { word, text }: { word: string; text: string },
): Promise<void> {
  const at = new Date(Date.now() - 80_000_000).toISOString()
  const chain: Chain = {
    chain_id: 1,
    name: 'Ethereum',
    rpc_host: 'rpc.example',
    explorer_url: 'https://explorer.example',
    confirmations: 12,
    receivers: [fakeAddress('receiver')],
    tokens: [{ symbol: 'USDT', address: fakeAddress('usdt'), decimals: 6 }],
    from_block: 23_000_000,
    state: 'ok',
    head_block: 23_841_225,
    scanned_block: 23_841_225,
    error: null,
    checked_at: at,
    head_at: at,
    failing_since: null,
    next_try_at: null,
  }
  const long: Chain = {
    ...chain,
    chain_id: 9_007_199_254_740_991,
    name: word.slice(0, 100),
    rpc_host: `${word.slice(0, 200)}.example`,
    tokens: Array.from({ length: 50 }, (_, n) => ({
      symbol: `${word.slice(0, 90)}${n}`,
      address: fakeAddress(`token ${n}`),
      decimals: 18,
    })),
    state: 'failing',
    error: text.slice(0, 300),
    failing_since: at,
    next_try_at: at,
  }
  await page.route('**/v1/projects/*/chains', (route) => route.fulfill({ json: [chain, long] }))

  const payment: ChainPayment = {
    id: '1',
    project_id: 'AURA',
    chain_id: 1,
    chain_name: 'Ethereum',
    explorer_url: 'https://explorer.example/tx',
    transaction_hash: fakeHash('payment'),
    log_index: 1,
    block: 23_841_225,
    at,
    payer: fakeAddress('payer'),
    receiver: fakeAddress('receiver'),
    token: 'USDT',
    amount: '1250',
    state: 'open',
    transaction_id: null,
    dismissed_at: null,
    dismissed_by: null,
    dismissed_reason: null,
  }
  const token = word.slice(0, 100)
  await page.route('**/v1/chain/payments?*', async (route) => {
    const answer: ChainPaymentPage = {
      results: [payment, { ...payment, id: '2', chain_name: token, token, amount: AMOUNT }],
      page: 1,
      limit: 20,
      scanned_at: at,
      counts: { open: 2, matched: 1_234_567, dismissed: 1_234_567 },
      sums: [
        { token: 'USDT', amount: '1250', payments: 1 },
        { token, amount: AMOUNT, payments: 1 },
      ],
    }
    await route.fulfill({ json: answer })
  })
}
