import type { Finding } from '#server/db/chain/proofs.ts'
import { fromUnits, toUnits } from '#src/domain/money/token-units.ts'
import type { ChainToken } from '#src/wire/chains.ts'
import type { ProofReason } from '#src/wire/proofs.ts'
import type { MinedTransaction } from './chain-node.ts'

/** What the settings of a chain say of payments. Addresses are in lower case. */
export interface PaymentRules {
  receivers: readonly string[]
  tokens: readonly ChainToken[]
  /** 1 or more; the block of the transaction is the first. */
  confirmations: number
}

/** What a purchase claims, on the chain where its transaction was found. */
export interface Claim {
  token: ChainToken
  /** An exact decimal of the token. */
  amount: string
  /**
   * What other purchases claim that name the transaction, the token and a shared receiver. Amounts finer
   * than a smallest unit are rounded down, as the purchase's own.
   */
  otherAmounts: readonly string[]
}

interface Payment {
  /** Null: the coin. */
  token: string | null
  payer: string
  receiver: string
  units: bigint
}

const NOTHING = {
  reason: null,
  block: null,
  block_hash: null,
  payer: null,
  receiver: null,
  amount: null,
  token: null,
  claims: null,
  claimed: null,
} as const
const HOUR_MS = 3_600_000
/** The reasons whose amount is what reached the receivers. */
const REACHED: ReadonlySet<ProofReason> = new Set(['too_little', 'used_twice'])

/**
 * Compares a purchase with its transaction. A transaction with fewer confirmations than the chain needs is
 * `waiting`, whatever it paid: until then it can change.
 * @param head the number of the newest block
 */
export function comparePurchase(
  claim: Claim,
  rules: PaymentRules,
  transaction: MinedTransaction,
  head: number,
): Finding {
  const { block, blockHash } = transaction
  const place = { ...NOTHING, block, block_hash: blockHash }
  const result = compareAmounts(claim, rules, transaction)
  if (head - block + 1 >= rules.confirmations) return { ...place, ...result }
  if (result.reason !== null && !REACHED.has(result.reason)) return { ...place, state: 'waiting' }
  const { payer = null, receiver = null, amount = null, token = null } = result
  return { ...place, payer, receiver, amount, token, state: 'waiting' }
}

/** A purchase whose transaction is in no block. */
export function compareAbsent(
  { createdAt, wasProven }: { createdAt: Date; wasProven: boolean },
  now: Date,
): Finding {
  if (wasProven) return { ...NOTHING, state: 'differs', reason: 'gone' }
  if (now.getTime() - createdAt.getTime() < HOUR_MS) return { ...NOTHING, state: 'waiting' }
  return { ...NOTHING, state: 'differs', reason: 'not_found' }
}

type Comparison = Pick<Finding, 'state' | 'reason'> & Partial<Finding>

function compareAmounts(
  { token, amount, otherAmounts }: Claim,
  rules: PaymentRules,
  transaction: MinedTransaction,
): Comparison {
  if (!transaction.hasSucceeded)
    return { state: 'differs', reason: 'reverted', payer: transaction.from }
  const address = token.address?.toLowerCase() ?? null
  const payments = paymentsOf(transaction)
  const reached = incoming(payments, rules.receivers)
  const own = reached.filter((payment) => payment.token === address)
  const paid = sum(own)
  if (paid === 0n)
    return { state: 'differs', ...whyNothing(payments, reached, address, token, rules) }

  const facts = describe(own, token)
  const units = (claimed: string) => BigInt(toUnits(claimed, token.decimals))
  const claimed = units(amount)
  if (paid < claimed) return { state: 'differs', reason: 'too_little', ...facts }
  const together = otherAmounts.reduce((total, other) => total + units(other), claimed)
  if (paid < together)
    return {
      state: 'differs',
      reason: 'used_twice',
      ...facts,
      claims: otherAmounts.length + 1,
      claimed: fromUnits(together.toString(), token.decimals),
    }
  return { state: 'proven', reason: null, ...facts }
}

/** Why nothing of the token reached a receiver. */
function whyNothing(
  payments: readonly Payment[],
  reached: readonly Payment[],
  address: string | null,
  token: ChainToken,
  { tokens }: PaymentRules,
): Omit<Comparison, 'state'> {
  // One whose symbol and decimals are known, rather than any.
  const known = tokens.find((other) => {
    const otherAddress = other.address?.toLowerCase() ?? null
    return reached.some((payment) => payment.token === otherAddress)
  })
  if (known) {
    const knownAddress = known.address?.toLowerCase() ?? null
    const received = reached.filter((payment) => payment.token === knownAddress)
    return { reason: 'other_token', ...describe(received, known) }
  }
  const [unknown] = reached
  if (unknown) return { reason: 'other_token', payer: unknown.payer, receiver: unknown.receiver }
  const elsewhere = largest(payments.filter((payment) => payment.token === address))
  if (elsewhere) return { reason: 'other_receiver', ...describe([elsewhere], token) }
  return { reason: 'too_little', payer: null, amount: '0', token: token.symbol }
}

/**
 * The payments to receivers. What one receiver passes on to another is no payment of a buyer: else a contract
 * that forwards would count it twice, and a purchase could name a move between own addresses.
 */
function incoming(payments: readonly Payment[], receivers: readonly string[]): Payment[] {
  const own = new Set(receivers.map((receiver) => receiver.toLowerCase()))
  return payments.filter(({ payer, receiver }) => own.has(receiver) && !own.has(payer))
}

/** All payments of a transaction that are more than zero. */
function paymentsOf({ transfers, from, to, value }: MinedTransaction): Payment[] {
  const key = ({ receiver, units }: Payment) => `${receiver} ${units}`
  // Some contracts log a deposit of tokens as others log one of coins.
  const deposits = new Set(transfers.filter(({ token }) => token !== null).map(key))
  const logged = transfers.filter(
    (transfer) => transfer.units > 0n && (transfer.token !== null || !deposits.has(key(transfer))),
  )
  if (to === null || value === 0n) return logged
  // A contract that logs the coins that it gets may have logged the transaction's own value.
  const isSame = ({ token, receiver }: Payment) => token === null && receiver === to
  if (sum(logged.filter(isSame)) >= value) return logged
  return [
    ...logged.filter((transfer) => !isSame(transfer)),
    { token: null, payer: from, receiver: to, units: value },
  ]
}

const sum = (payments: readonly Payment[]) =>
  payments.reduce((total, { units }) => total + units, 0n)

/** The first of the largest payments. */
const largest = (payments: readonly Payment[]) =>
  payments.reduce<Payment | undefined>(
    (most, payment) => (most === undefined || payment.units > most.units ? payment : most),
    undefined,
  )

function describe(
  payments: readonly Payment[],
  { symbol, decimals }: ChainToken,
): Pick<Finding, 'payer' | 'receiver' | 'amount' | 'token'> {
  const most = largest(payments)
  return {
    payer: most?.payer ?? null,
    receiver: most?.receiver ?? null,
    amount: fromUnits(sum(payments).toString(), decimals),
    token: symbol,
  }
}
