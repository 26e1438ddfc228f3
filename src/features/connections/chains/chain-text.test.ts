import { expect, test } from 'vitest'
import type { Chain } from '#src/wire/chains.ts'
import { chainBadge, describeHead, describeHold, describeUncovered } from './chain-text.ts'

const NOW = new Date(2026, 10, 28, 14, 32).getTime()
const at = (hours: number, minutes: number) => new Date(2026, 10, 28, hours, minutes).toISOString()

const chain = (changes: Partial<Chain> = {}): Chain => ({
  chain_id: 1,
  name: 'Ethereum',
  rpc_host: 'eth.nodes.example',
  explorer_url: null,
  confirmations: 12,
  receivers: [],
  tokens: [
    { symbol: 'ETH', address: null, decimals: 18 },
    { symbol: 'USDT', address: null, decimals: 6 },
  ],
  from_block: 100,
  state: 'ok',
  head_block: 1_000,
  scanned_block: 1_000,
  error: null,
  checked_at: null,
  head_at: null,
  failing_since: null,
  next_try_at: null,
  ...changes,
})
const failing = { state: 'failing', error: 'The node answers 429 Too Many Requests' }

test.each<[Partial<Chain>, string, string, string]>([
  [{}, 'Up to date', 'the newest block', ''],
  [
    { state: 'behind', head_block: 68_421_322, scanned_block: 68_420_118 },
    'Behind',
    'of 68,421,322',
    '1,204 blocks, about 4 hours. Catching up.',
  ],
  [
    { state: 'behind', chain_id: 31_337, scanned_block: 999 },
    'Behind',
    'of 1,000',
    '1 block. Catching up.',
  ],
  [
    { state: 'behind', scanned_block: null },
    'Behind',
    'of 1,000',
    '901 blocks, about 3 hours. Catching up.',
  ],
  [
    { state: 'behind', head_block: null, scanned_block: null },
    'Behind',
    'not read yet',
    'The node is about to be read.',
  ],
  [
    { ...failing, failing_since: at(14, 10), next_try_at: at(14, 33) },
    'Failing',
    'the newest block',
    'The node answers 429 Too Many Requests since 14:10. Next try at 14:33. No proof was changed.',
  ],
  [
    { ...failing, error: null },
    'Failing',
    'the newest block',
    'The node does not answer as it should. No proof was changed.',
  ],
  [{ state: 'paused' }, 'Paused', 'the newest block', ''],
])('%j reads %s, %s, "%s"', (changes, badge, head, hold) => {
  const one = chain(changes)
  expect([chainBadge(one).text, describeHead(one), describeHold(one, NOW)]).toEqual([
    badge,
    head,
    hold,
  ])
})

const END = 'are not checkable. Proof changes no figure.'

test.each([
  [['eth', 'USDT'], null],
  [['SOL', 'ETH'], `SOL has no connected chain: purchases in it ${END}`],
  [['SOL', 'BTC', 'AVAX'], `SOL, BTC and AVAX have no connected chain: purchases in them ${END}`],
  [
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'],
    `A, B, C, D, E and 2 others have no connected chain: purchases in them ${END}`,
  ],
])('the payment tokens %j read %s', (tokens, text) => {
  expect(describeUncovered([chain()], tokens)).toBe(text)
})
