import type { ChainSummary } from '#src/wire/chain-payments.ts'
import type { Proof } from '#src/wire/proofs.ts'

/** A proven purchase, with some of it changed. */
export const proofOf = (changed: Partial<Proof> = {}): Proof => ({
  state: 'proven',
  reason: null,
  chain_id: 1,
  block: 23_840_948,
  confirmations: 283,
  payer: `0x${'28'.repeat(20)}`,
  receiver: `0x${'7c'.repeat(20)}`,
  amount: '1',
  token: 'ETH',
  checked_at: '2026-11-20T14:31:40.000Z',
  confirmations_needed: 12,
  chain_name: 'Ethereum',
  explorer_url: 'https://etherscan.io/tx/0xcd',
  proven_at: '2026-11-20T13:38:00.000Z',
  claims: null,
  ...changed,
})

/** What nothing is known of but that no chain can check it. */
export const NOT_CHECKABLE = proofOf({
  state: 'not_checkable',
  chain_id: null,
  block: null,
  confirmations: null,
  payer: null,
  receiver: null,
  amount: null,
  token: null,
  checked_at: null,
  confirmations_needed: null,
  chain_name: null,
  explorer_url: null,
  proven_at: null,
})

/** What the chains say of a project's purchases, with some of it changed. */
export const chainSummaryOf = (changed: Partial<ChainSummary> = {}): ChainSummary => ({
  is_connected: true,
  proven_usd: '900.005',
  waiting_usd: '40',
  differs_usd: '50',
  not_checkable_usd: '9.995',
  proven: 3405,
  waiting: 18,
  differs: 7,
  not_checkable: 462,
  open_payments: 4,
  ...changed,
})
