import { trimDecimal } from '#src/domain/money/decimals.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { mask } from '#src/domain/text/mask.ts'
import { uncapitalize } from '#src/domain/text/text.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import { PROOF_STATES, type Proof, type ProofReason, type ProofState } from '#src/wire/proofs.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import { blocksToMs } from './chain-presets.ts'
import { formatDecimal, formatLastUse, formatPaid, formatType } from './record-formats.ts'

/** What a purchase claims, as far as a proof is about it. */
export type Claim = Pick<
  Transaction,
  'type' | 'transaction_hash' | 'payment_token_amount' | 'payment_token_name' | 'wallet_address'
>

const STATES: Record<ProofState, string> = {
  proven: 'Proven',
  waiting: 'Waiting',
  differs: 'Differs',
  not_checkable: 'Not checkable',
}

/** Each state with its name, in the order of the filter. */
export const PROOF_OPTIONS = PROOF_STATES.map((value) => ({ value, label: STATES[value] }))

interface ReasonText {
  /** In the row, and before the sentence. */
  title: string
  /** Above the page of the purchase. */
  notice: string
}

const REASONS: Record<ProofReason, ReasonText> = {
  not_found: { title: 'Not found', notice: 'The chain has no transaction of this purchase.' },
  reverted: { title: 'Reverted', notice: 'The transaction of this purchase failed on chain.' },
  other_receiver: {
    title: 'Other receiver',
    notice: 'The chain shows another receiver than yours.',
  },
  other_token: {
    title: 'Other token',
    notice: 'The chain shows another token than this purchase.',
  },
  too_little: {
    title: 'Paid too little',
    notice: 'The chain shows another amount than this purchase.',
  },
  used_twice: {
    title: 'Hash used twice',
    notice: 'Other purchases name the same transaction as this purchase.',
  },
  gone: {
    title: 'No longer on chain',
    notice: 'The chain no longer has the transaction of this purchase.',
  },
}

const isState = (state: string): state is ProofState => Object.hasOwn(STATES, state)
const isReason = (reason: string): reason is ProofReason => Object.hasOwn(REASONS, reason)

/** "Not checkable". A state that a newer server adds is shown plainly. */
export const proofStateText = (state: string) =>
  isState(state) ? STATES[state] : formatType(state)

/** "Paid too little"; null without a reason. One that a newer server adds is shown plainly. */
export function proofReasonText({ reason }: Pick<Proof, 'reason'>): string | null {
  if (reason === null) return null
  return isReason(reason) ? REASONS[reason].title : formatType(reason)
}

/** "3 of 12 confirmations"; null before the transaction is in a block. */
export function confirmationsText(proof: Proof): string | null {
  const fact = confirmationsFact({ ...proof, state: 'waiting' })
  return fact === null ? null : `${fact} confirmations`
}

/** "283, 12 needed", and "3 of 12" while a proof waits; null before the transaction is in a block. */
export function confirmationsFact(proof: Proof): string | null {
  const { state, block, confirmations, confirmations_needed: needed } = proof
  if (block === null || confirmations === null || needed === null) return null
  const [now, wanted] = [formatCount(confirmations), formatCount(needed)]
  return state === 'waiting' ? `${now} of ${wanted}` : `${now}, ${wanted} needed`
}

/** The name of a proof's mark: "Differs from the chain: paid too little". */
export function proofMarkText(proof: Proof): string {
  const reason = proofReasonText(proof)
  switch (proof.state) {
    case 'proven':
      return 'Proven on chain'
    case 'waiting': {
      const confirmations = confirmationsText(proof)
      return confirmations === null ? 'Waiting' : `Waiting, ${confirmations}`
    }
    case 'differs':
      return reason === null
        ? 'Differs from the chain'
        : `Differs from the chain: ${uncapitalize(reason)}`
    default:
      return proofStateText(proof.state)
  }
}

/** The words beside the mark on a card: "3 of 12 confirmations", "Paid too little". */
export function proofCardText(proof: Proof): string {
  if (proof.state === 'differs') return proofReasonText(proof) ?? STATES.differs
  if (proof.state === 'waiting') return confirmationsText(proof) ?? STATES.waiting
  return proofMarkText(proof)
}

/** "2.2500 ETH"; the amount is masked in privacy mode. */
export function paidText(amount: string, token: string | null, isMasked: boolean): string {
  const shown = isMasked ? mask('count') : formatPaid(amount, token)
  return token === null ? shown : `${shown} ${token}`
}

/**
 * Two amounts of a token as `paidText`, with all their digits where the shortened ones would read the
 * same although the amounts differ.
 */
export function paidTexts(
  first: string,
  second: string,
  token: string | null,
  isMasked: boolean,
): [string, string] {
  const texts: [string, string] = [
    paidText(first, token, isMasked),
    paidText(second, token, isMasked),
  ]
  if (isMasked || texts[0] !== texts[1] || trimDecimal(first) === trimDecimal(second)) return texts
  const exact = (amount: string) =>
    `${formatDecimal(amount, 2)}${token === null ? '' : ` ${token}`}`
  return [exact(first), exact(second)]
}

interface Context {
  /** For "today". */
  now: Date
  isMasked: boolean
}

/** What the chain says of a purchase, in a sentence or two; its amounts are masked in privacy mode. */
export function proofSentence(claim: Claim, proof: Proof, context: Context): string {
  switch (proof.state) {
    case 'proven':
      return [reached(proof, context), ...otherPayer(claim, proof)].join(' ')
    case 'waiting':
      return waitingSentence(proof, context)
    case 'differs':
      return differsSentence(claim, proof, context)
    case 'not_checkable':
      return notCheckableSentence(claim)
    default:
      return ''
  }
}

function reached({ amount, token }: Proof, { isMasked }: Context): string {
  return amount === null
    ? 'The payment reached your receiver.'
    : `${paidText(amount, token, isMasked)} reached your receiver.`
}

/** The payer may be another address: exchanges and smart accounts pay for the wallet. */
export const isOtherPayer = (claim: Pick<Claim, 'wallet_address'>, { payer }: Proof) =>
  payer !== null && payer.toLowerCase() !== claim.wallet_address.toLowerCase()

const otherPayer = (claim: Claim, proof: Proof) =>
  isOtherPayer(claim, proof)
    ? [
        'Another address than the wallet paid, as with exchanges and smart accounts; that is no difference.',
      ]
    : []

function waitingSentence(proof: Proof, context: Context): string {
  const { block, confirmations, confirmations_needed: needed, chain_id: chain } = proof
  if (proof.checked_at === null) return 'It was not compared with the chain yet.'
  if (block === null || confirmations === null || needed === null)
    return `The transaction is not ${placeOf(proof, 'in a block')} yet. An hour after the purchase it counts as not found.`
  const ms = chain === null ? null : blocksToMs(chain, Math.max(0, needed - confirmations))
  const when = ms === null ? '' : `, in about ${formatDuration(ms)}`
  return `${reached(proof, context)} It is proven after ${formatCount(needed)} confirmations${when}.`
}

const placeOf = ({ chain_name: name }: Proof, otherwise: string) =>
  name === null ? otherwise : `on ${name}`

function differsSentence(claim: Claim, proof: Proof, { now, isMasked }: Context): string {
  const { amount, token, claims } = proof
  const { payment_token_amount: claimed, payment_token_name: claimedToken } = claim
  const paid = amount === null ? 'Nothing' : paidText(amount, token, isMasked)
  switch (proof.reason ?? '') {
    case 'not_found':
      return `No transaction with this hash is ${placeOf(proof, 'on a connected chain')}, an hour after the purchase.`
    case 'reverted':
      return 'The transaction failed on chain. Nothing was paid.'
    case 'other_receiver':
      return amount === null
        ? 'It paid none of your receivers.'
        : `${paid} were paid, but to none of your receivers.`
    case 'other_token':
      return `Your receiver got ${amount === null ? 'another token' : paid}, the purchase names ${claimedToken ?? 'another one'}.`
    case 'too_little': {
      if (amount === null || claimed === null) return `${paid} reached your receiver.`
      const [got, wanted] = paidTexts(amount, claimed, claimedToken, isMasked)
      return `${got} reached your receiver, the purchase claims ${wanted}.`
    }
    case 'used_twice': {
      if (claims === null || amount === null) return 'Other purchases name this hash too.'
      const [together, got] = paidTexts(claims.amount, amount, token, isMasked)
      const count = isMasked ? mask('count') : formatCount(claims.purchases)
      return `${count} purchases name this hash. Together they claim ${together}, it paid ${got}.`
    }
    case 'gone': {
      const at = proof.proven_at
      if (at === null) return 'The chain dropped its block.'
      return `It was proven ${sinceText(at, now)}, then the chain dropped its block.`
    }
    default:
      return ''
  }
}

/** "at 13:38" on the day of `now`, else "on Nov 20". Local time. */
function sinceText(instant: string, now: Date): string {
  const isToday = new Date(instant).toDateString() === now.toDateString()
  return `${isToday ? 'at' : 'on'} ${formatLastUse(instant, now)}`
}

function notCheckableSentence(claim: Claim): string {
  if (claim.type !== 'blockchain') return 'This purchase was not paid on a blockchain.'
  if (claim.transaction_hash === null) return 'This purchase has no transaction hash.'
  return claim.payment_token_name === null
    ? 'This purchase names no payment token.'
    : `No connected chain has the payment token ${claim.payment_token_name}.`
}

/** Whether a purchase is not checkable only because no connected chain has its payment token. */
export const lacksChain = (claim: Claim, { state }: Proof) =>
  state === 'not_checkable' && claim.type === 'blockchain' && claim.transaction_hash !== null

/** Above the page of a purchase that differs. */
export function proofNoticeTitle({ reason }: Proof): string {
  return reason !== null && isReason(reason)
    ? REASONS[reason].notice
    : 'The chain differs from this purchase.'
}

/** The field in which the purchase and the chain differ; null where that is not known. */
export type DifferingField = 'amount' | 'receiver' | 'result'

const FIELDS: Record<ProofReason, DifferingField> = {
  not_found: 'result',
  reverted: 'result',
  other_receiver: 'receiver',
  other_token: 'amount',
  too_little: 'amount',
  used_twice: 'amount',
  gone: 'result',
}

/** Where the purchase and the chain differ; null for a reason that a newer server adds. */
export const differingField = ({ reason }: Proof): DifferingField | null =>
  reason !== null && isReason(reason) ? FIELDS[reason] : null

/** How the transaction ended: "Succeeded", "Failed"; null while that is not known. */
export function chainResult({ state, reason, block }: Proof): string | null {
  if (state === 'differs' && reason === 'not_found') return 'Not found'
  if (state === 'differs' && reason === 'gone') return REASONS.gone.title
  if (reason === 'reverted') return 'Failed'
  return block === null ? null : 'Succeeded'
}
