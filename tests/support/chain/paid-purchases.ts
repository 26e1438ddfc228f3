import type { Hex } from 'viem'
import type { ChainPayment } from '#src/wire/chain-payments.ts'
import type { Proof } from '#src/wire/proofs.ts'
import { transferData, wei, type Contracts, type Payer } from './sale-contracts.ts'

// Purchases of all kinds with what each must be found to be, and payments without a purchase.

export const PROJECTS = ['AURA', 'HELIX'] as const
export type Project = (typeof PROJECTS)[number]

export type Expected = Pick<
  Proof,
  'state' | 'reason' | 'amount' | 'token' | 'payer' | 'receiver' | 'claims'
>

export interface Purchase {
  /** As the site gives it. */
  id: string
  project: Project
  token: string
  /** Of the token, a decimal. */
  amount: string
  hash: string | null
  usd: string
  /** In milliseconds. */
  age: number
  expected: Expected
}

export type ExpectedPayment = Pick<
  ChainPayment,
  'transaction_hash' | 'payer' | 'receiver' | 'token' | 'amount'
>

const NOTHING = {
  reason: null,
  amount: null,
  token: null,
  payer: null,
  receiver: null,
  claims: null,
}
const EACH = 20
const HOUR_MS = 3_600_000
/** In USDT. */
const HUNDRED = 100_000_000n
const someHash = (n: number, digit: string) => `0x${String(n).padStart(64, digit)}`
/** No transaction has it yet. */
export const isUnmined = (hash: string) => hash.startsWith('0xbb')

/** Pays on chain. @returns the 290 purchases that claim it, or that no payment is of */
export async function sell(c: Contracts, p: Payer): Promise<Purchase[]> {
  const purchases: Purchase[] = []
  const add = (purchase: Partial<Purchase> & Pick<Purchase, 'expected' | 'hash'>) =>
    purchases.push(purchaseOf(purchases.length, purchase))
  const paid = { ...NOTHING, payer: c.payer, receiver: c.shop }
  const differs = (reason: string, found: Partial<Expected> = {}) => ({
    ...NOTHING,
    ...found,
    state: 'differs',
    reason,
  })
  const proven = (amount: string, token: string, found: Partial<Expected> = {}) => ({
    ...paid,
    ...found,
    state: 'proven',
    amount,
    token,
  })
  const inDai = { token: 'dai' }
  const inCoins = { token: 'ETH', amount: '1' }
  const usdtTo = (to: Hex, units: bigint) => ({ to: c.usdt, data: transferData(to, units) })

  for (let n = 0; n < EACH; n++) {
    const isEven = n % 2 === 0
    const project = isEven ? 'AURA' : 'HELIX'
    add({ project, hash: await p.pay(c.usdt, c.shop, HUNDRED), expected: proven('100', 'USDT') })
    add({ ...inDai, hash: await p.pay(c.dai, c.shop, wei(100)), expected: proven('100', 'DAI') })
    const coins = await p.payCoins(c.shop, wei(1))
    add({ ...inCoins, project, hash: coins, expected: proven('1', 'ETH') })
    const toVault = proven('1', 'ETH', { receiver: c.vault })
    add({ ...inCoins, hash: await p.payCoins(c.vault, wei(1)), expected: toVault })
    const little = differs('too_little', { ...paid, amount: '99.999999', token: 'USDT' })
    add({ project, hash: await p.pay(c.usdt, c.shop, HUNDRED - 1n), expected: little })
    const less = differs('too_little', { ...paid, amount: '0.999999999999999999', token: 'ETH' })
    add({ ...inCoins, hash: await p.payCoins(c.shop, wei(1) - 1n), expected: less })
    const elsewhere = { ...paid, receiver: c.other }
    if (isEven) {
      const expected = differs('other_receiver', { ...elsewhere, amount: '100', token: 'DAI' })
      add({ ...inDai, hash: await p.pay(c.dai, c.other, wei(100)), expected })
      const five = differs('other_token', { ...paid, amount: '5', token: 'DAI' })
      add({ hash: await p.pay(c.dai, c.shop, wei(5)), expected: five })
    } else {
      const expected = differs('other_receiver', { ...elsewhere, amount: '1', token: 'ETH' })
      add({ ...inCoins, hash: await p.payCoins(c.other, wei(1)), expected })
      // Its symbol and decimals are unknown.
      add({ hash: await p.pay(c.junk, c.shop, wei(5)), expected: differs('other_token', paid) })
    }
    const reverted = await p.send(c.other, usdtTo(c.shop, HUNDRED))
    add({ project, hash: reverted, expected: differs('reverted', { payer: c.other }) })
    add(withoutTransaction(n, differs('not_found')))
    const several = [usdtTo(c.shop, 30_000_000n), usdtTo(c.vault, 50_000_000n)]
    const toBoth = { payer: c.account, receiver: c.vault }
    add({
      hash: await p.run([...several, usdtTo(c.shop, 20_000_000n)]),
      expected: proven('100', 'USDT', toBoth),
    })
    const byAccount = { payer: c.account }
    if (isEven)
      add({
        hash: await p.run([usdtTo(c.shop, HUNDRED)]),
        expected: proven('100', 'USDT', byAccount),
      })
    else if (n % 4 === 1)
      add({
        ...inCoins,
        hash: await p.run([{ to: c.vault, value: wei(1) }]),
        expected: proven('1', 'ETH', toBoth),
      })
    // This node has no traces of calls, and no log says that a receiver that is no contract got coins.
    else
      add({
        ...inCoins,
        hash: await p.run([{ to: c.shop, value: wei(1) }]),
        expected: differs('too_little', { amount: '0', token: 'ETH' }),
      })
  }
  for (let n = 0; n < EACH / 2; n++) {
    const once = await p.pay(c.usdt, c.shop, HUNDRED)
    const claims = { purchases: 2, amount: '200' }
    const usedTwice = differs('used_twice', { ...paid, amount: '100', token: 'USDT', claims })
    const both = await p.pay(c.usdt, c.shop, 2n * HUNDRED)
    for (const project of PROJECTS) {
      add({ project, hash: once, expected: usedTwice })
      add({ project, hash: both, expected: proven('200', 'USDT') })
    }
    const finer = await p.pay(c.usdt, c.shop, HUNDRED)
    add({ amount: '100.0000009', hash: finer, expected: proven('100', 'USDT') })
  }
  return purchases
}

/** A purchase whose transaction is in no block, or which names none that a connected chain could have. */
function withoutTransaction(n: number, notFound: Expected) {
  const waiting = { ...NOTHING, state: 'waiting' }
  const notCheckable = { ...NOTHING, state: 'not_checkable' }
  if (n % 4 === 1) return { hash: someHash(n, 'b'), expected: waiting }
  if (n % 4 === 3)
    return n % 8 === 3
      ? { hash: null, expected: notCheckable }
      : { hash: someHash(n, 'c'), token: 'SOL', expected: notCheckable }
  return { age: 2 * HOUR_MS, hash: someHash(n, 'a'), expected: notFound }
}

/** Pays in the newest block. @returns 10 purchases that wait for confirmations, by number from `first` on */
export async function sellLast(
  c: Contracts,
  p: Payer,
  first: number,
  mine: (send: () => Promise<void>) => Promise<void>,
): Promise<Purchase[]> {
  const purchases: Purchase[] = []
  await mine(async () => {
    for (let n = 0; n < EACH / 2; n++) {
      const hash = await p.pay(c.usdt, c.shop, HUNDRED)
      const found = { payer: c.payer, receiver: c.shop, amount: '100', token: 'USDT' }
      const expected = { ...NOTHING, ...found, state: 'waiting' }
      purchases.push(purchaseOf(first + n, { hash, expected }))
    }
  })
  return purchases
}

export const purchaseOf = (
  n: number,
  purchase: Partial<Purchase> & Pick<Purchase, 'expected' | 'hash'>,
): Purchase => ({
  id: `purchase-${n}`,
  project: 'AURA',
  token: 'USDT',
  amount: '100',
  usd: `${100 + n}.${String(n).padStart(3, '0')}`,
  age: 60_000,
  ...purchase,
})

/** What a purchase of 9 USDT must be found to be at first. */
export const provenPayment = (payer: string, receiver: string): Expected => ({
  ...NOTHING,
  state: 'proven',
  amount: '9',
  token: 'USDT',
  payer,
  receiver,
})
export const GONE: Expected = { ...NOTHING, state: 'differs', reason: 'gone' }

/** Pays 60 times without a purchase, and in ways that no log of a token of the sale shows. */
export async function payWithout(c: Contracts, p: Payer): Promise<ExpectedPayment[]> {
  const payments: ExpectedPayment[] = []
  const add = (transaction_hash: Hex, payment: Omit<ExpectedPayment, 'transaction_hash'>) =>
    payments.push({ transaction_hash, ...payment })
  const { payer, shop, vault, account } = c
  for (let n = 0; n < EACH; n++) {
    const usdt = { payer, receiver: shop, token: 'USDT', amount: '7' }
    add(await p.pay(c.usdt, shop, 7_000_000n), usdt)
    const dai = { payer, receiver: vault, token: 'DAI', amount: '7.000000000000000001' }
    add(await p.pay(c.dai, vault, wei(7) + 1n), dai)
  }
  for (let n = 0; n < EACH / 2; n++) {
    const coins = { payer, receiver: vault, token: 'ETH', amount: '1' }
    add(await p.payCoins(vault, wei(1)), coins)
  }
  for (let n = 0; n < EACH / 4; n++) {
    const eight = { to: c.usdt, data: transferData(shop, 8_000_000n) }
    const twice = await p.run([eight, eight])
    const one = { payer: account, receiver: shop, token: 'USDT', amount: '8' }
    add(twice, one)
    add(twice, one)
    await p.payCoins(shop, wei(1))
    await p.pay(c.junk, shop, wei(7))
    await p.pay(c.usdt, shop, 0n)
  }
  return payments
}
