import { expect, test } from 'vitest'
import { chance } from '#server/demo/random.ts'
import { fromUnits } from '#src/domain/money/token-units.ts'
import type { ChainToken } from '#src/wire/chains.ts'
import type { MinedTransaction, Transfer } from './chain-node.ts'
import { compareAbsent, comparePurchase, type PaymentRules } from './compare-purchase.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const BUYER = address('b')
const SHOP = address('1')
const SAFE = address('2')
const ELSEWHERE = address('e')
const USDT: ChainToken = { symbol: 'USDT', address: address('d'), decimals: 6 }
const DAI: ChainToken = { symbol: 'DAI', address: `0x${'A'.repeat(40)}`, decimals: 18 }
const ETH: ChainToken = { symbol: 'ETH', address: null, decimals: 18 }
const UNKNOWN = address('9')
const RULES: PaymentRules = { receivers: [SHOP, SAFE], tokens: [USDT, DAI, ETH], confirmations: 3 }
const HASH = `0x${'5'.repeat(64)}`
const BLOCK = 100
const WEI = 10n ** 18n

const transfer = (fields: Partial<Transfer> = {}): Transfer => ({
  transactionHash: HASH,
  block: BLOCK,
  logIndex: 0,
  token: USDT.address,
  payer: BUYER,
  receiver: SHOP,
  units: 100_000_000n,
  ...fields,
})
const mined = (fields: Partial<MinedTransaction> = {}): MinedTransaction => ({
  block: BLOCK,
  blockHash: `0x${'8'.repeat(64)}`,
  hasSucceeded: true,
  from: BUYER,
  to: USDT.address,
  value: 0n,
  transfers: [],
  ...fields,
})

interface Case {
  transaction: MinedTransaction
  token?: ChainToken
  amount?: string
  others?: string[]
  head?: number
}
const compare = ({ transaction, token = USDT, amount = '100', others = [], head = 200 }: Case) =>
  comparePurchase({ token, amount, otherAmounts: others }, RULES, transaction, head)

const coins = (to: string, value: bigint, transfers: Transfer[] = []) =>
  mined({ to, value, transfers })
const coinLog = (fields: Partial<Transfer>) => transfer({ token: null, units: WEI, ...fields })

test.each<[string, Case, object]>([
  [
    'exactly what it claims',
    { transaction: mined({ transfers: [transfer()] }) },
    { state: 'proven', reason: null, amount: '100', token: 'USDT', payer: BUYER, receiver: SHOP },
  ],
  [
    'more than it claims',
    { transaction: mined({ transfers: [transfer({ units: 100_000_001n })] }) },
    { state: 'proven', amount: '100.000001' },
  ],
  [
    'one unit less',
    { transaction: mined({ transfers: [transfer({ units: 99_999_999n })] }) },
    { state: 'differs', reason: 'too_little', amount: '99.999999' },
  ],
  [
    'several payments to several receivers, the largest is named',
    {
      transaction: mined({
        transfers: [
          transfer({ units: 40_000_000n }),
          transfer({ units: 60_000_000n, payer: address('c'), receiver: SAFE }),
        ],
      }),
    },
    { state: 'proven', amount: '100', payer: address('c'), receiver: SAFE },
  ],
  [
    'a claim finer than the token can pay',
    { transaction: mined({ transfers: [transfer()] }), amount: '100.0000009' },
    { state: 'proven', amount: '100' },
  ],
  [
    'a claim of nothing without a payment',
    { transaction: mined(), amount: '0' },
    { state: 'differs', reason: 'too_little', amount: '0' },
  ],
  [
    'a payment of nothing, as dust has it',
    { transaction: mined({ transfers: [transfer({ units: 0n })] }), amount: '0' },
    { state: 'differs', reason: 'too_little' },
  ],
  [
    'a contract that passes it on to another receiver counts once',
    {
      transaction: mined({
        transfers: [
          transfer({ units: 60_000_000n }),
          transfer({ payer: SHOP, receiver: SAFE, units: 60_000_000n }),
        ],
      }),
    },
    { state: 'differs', reason: 'too_little', amount: '60' },
  ],
  [
    'a move between own addresses',
    { transaction: mined({ transfers: [transfer({ payer: SHOP, receiver: SAFE })] }) },
    { state: 'differs', reason: 'other_receiver' },
  ],
  [
    'reverted, though it has logs and a value',
    { transaction: { ...coins(SHOP, WEI, [transfer()]), hasSucceeded: false } },
    { state: 'differs', reason: 'reverted', amount: null, payer: BUYER, receiver: null },
  ],
  [
    'paid to somebody else',
    { transaction: mined({ transfers: [transfer({ receiver: ELSEWHERE })] }) },
    { reason: 'other_receiver', amount: '100', token: 'USDT', receiver: ELSEWHERE },
  ],
  [
    'another token of the list, whatever its case',
    {
      transaction: mined({
        transfers: [
          transfer({ receiver: ELSEWHERE }),
          transfer({ token: address('a'), units: 5n * WEI }),
        ],
      }),
    },
    { reason: 'other_token', amount: '5', token: 'DAI', receiver: SHOP },
  ],
  [
    'a token that is in no list',
    { transaction: mined({ transfers: [transfer({ token: UNKNOWN })] }) },
    { reason: 'other_token', amount: null, token: null, payer: BUYER, receiver: SHOP },
  ],
  [
    'the coin in place of the token',
    { transaction: coins(SAFE, 2n * WEI) },
    { reason: 'other_token', amount: '2', token: 'ETH', receiver: SAFE },
  ],
  [
    'nothing of anything',
    { transaction: mined() },
    { reason: 'too_little', amount: '0', token: 'USDT', payer: null, receiver: null },
  ],
  [
    'coins from an account',
    { token: ETH, amount: '1', transaction: coins(SHOP, WEI) },
    { state: 'proven', amount: '1', token: 'ETH', payer: BUYER, receiver: SHOP },
  ],
  [
    'coins to a contract that logs them count once',
    { token: ETH, amount: '2', transaction: coins(SHOP, WEI, [coinLog({})]) },
    { reason: 'too_little', amount: '1' },
  ],
  [
    'coins of an account and of a contract to the same receiver',
    {
      token: ETH,
      amount: '3',
      transaction: coins(SHOP, WEI, [coinLog({}), coinLog({ payer: ELSEWHERE, units: 2n * WEI })]),
    },
    { state: 'proven', amount: '3', payer: ELSEWHERE },
  ],
  [
    'coins of a smart account, whose transaction goes to itself',
    { token: ETH, amount: '1', transaction: coins(ELSEWHERE, 0n, [coinLog({ payer: ELSEWHERE })]) },
    { state: 'proven', amount: '1', payer: ELSEWHERE },
  ],
  [
    'tokens whose receiver logs them as others log coins',
    {
      token: ETH,
      amount: '1',
      transaction: mined({ transfers: [transfer({ units: WEI }), coinLog({ logIndex: 1 })] }),
    },
    { reason: 'other_token', token: 'USDT' },
  ],
  [
    'coins to somebody else',
    { token: ETH, amount: '1', transaction: coins(ELSEWHERE, WEI) },
    { reason: 'other_receiver', amount: '1', token: 'ETH', receiver: ELSEWHERE },
  ],
  [
    'coins with which a contract is made',
    { token: ETH, amount: '1', transaction: mined({ to: null, value: WEI }) },
    { reason: 'too_little', amount: '0' },
  ],
  [
    'a hash of two purchases that paid for one',
    { transaction: mined({ transfers: [transfer()] }), others: ['100'] },
    { state: 'differs', reason: 'used_twice', amount: '100', claims: 2, claimed: '200' },
  ],
  [
    'a hash of two purchases that paid for both',
    { transaction: mined({ transfers: [transfer({ units: 200_000_000n })] }), others: ['100'] },
    { state: 'proven', claims: null, claimed: null },
  ],
  [
    'a hash of two purchases, of which this one alone claims too much',
    { transaction: mined({ transfers: [transfer()] }), amount: '101', others: ['1'] },
    { state: 'differs', reason: 'too_little', claims: null },
  ],
  [
    'a hash of three purchases whose claims are rounded down each',
    {
      transaction: mined({ transfers: [transfer({ units: 3n })] }),
      amount: '0.0000019',
      others: ['0.0000019', '0.0000019'],
    },
    { state: 'proven', amount: '0.000003' },
  ],
])('a transaction with %s', (_, example, expected) => {
  expect(compare(example)).toMatchObject({ block: BLOCK, ...expected })
})

test.each<[string, Transfer, object]>([
  ['enough', transfer(), { amount: '100', token: 'USDT', payer: BUYER, receiver: SHOP }],
  ['too little', transfer({ units: 1n }), { amount: '0.000001' }],
  ['somebody else', transfer({ receiver: ELSEWHERE }), { amount: null, receiver: null }],
])('before its confirmations a transaction that paid %s waits', (_, payment, expected) => {
  const transaction = mined({ transfers: [payment] })
  for (const head of [BLOCK - 1, BLOCK, BLOCK + 1])
    expect(compare({ transaction, head })).toMatchObject({
      state: 'waiting',
      reason: null,
      block: BLOCK,
      ...expected,
    })
  expect(compare({ transaction, head: BLOCK + 2 }).state).not.toBe('waiting')
})

test('a purchase without a transaction waits for an hour, and what was proven is gone', () => {
  const createdAt = new Date('2026-11-20T12:00:00.000Z')
  const after = (ms: number) => new Date(createdAt.getTime() + ms)
  const absent = (wasProven: boolean, ms: number) =>
    compareAbsent({ createdAt, wasProven }, after(ms))
  expect(absent(false, -60_000)).toMatchObject({ state: 'waiting', reason: null, block: null })
  expect(absent(false, 3_599_999)).toMatchObject({ state: 'waiting', reason: null })
  expect(absent(false, 3_600_000)).toMatchObject({ state: 'differs', reason: 'not_found' })
  expect(absent(true, 60_000)).toMatchObject({ state: 'differs', reason: 'gone', block: null })
})

test('amounts of every size are compared to the last unit', () => {
  const random = chance('amounts on chain')
  for (const decimals of [0, 6, 18, 36])
    for (let round = 0; round < 500; round += 1) {
      const token = { ...USDT, decimals }
      // Up to the 20 digits before the point that a purchase can have, and beyond what a float can hold.
      const whole =
        random.whole(0, 1) === 0 ? '0' : `${random.whole(1, 9)}`.repeat(random.whole(1, 20))
      const fraction = Array.from({ length: random.whole(0, 18) }, () => random.whole(0, 9)).join(
        '',
      )
      const amount = fraction === '' ? whole : `${whole}.${fraction}`
      const units = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
      if (units < 2n) continue
      const parts = random.whole(1, 4)
      const split = (total: bigint) =>
        Array.from({ length: parts }, (_, n) =>
          transfer({
            logIndex: n,
            receiver: random.pick(RULES.receivers),
            units: total / BigInt(parts) + (n === 0 ? total % BigInt(parts) : 0n),
          }),
        )
      const of = (total: bigint) =>
        compare({ token, amount, transaction: mined({ transfers: split(total) }) })
      const exact = fromUnits(units.toString(), decimals)
      expect(of(units)).toMatchObject({ state: 'proven', amount: exact })
      expect(of(units - 1n)).toMatchObject({ state: 'differs', reason: 'too_little' })
      const twice = { token, amount, others: [amount] }
      const both = (total: bigint) =>
        compare({ ...twice, transaction: mined({ transfers: split(total) }) })
      expect(both(2n * units).state).toBe('proven')
      expect(both(2n * units - 1n)).toMatchObject({ reason: 'used_twice', claims: 2 })
    }
})
