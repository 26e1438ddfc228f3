import * as z from 'zod/mini'
import { countSchema, decimalSchema, instantSchema, nullableTextSchema } from './primitives.ts'

/** What a connected chain says of a purchase. */
export const PROOF_STATES = ['proven', 'waiting', 'differs', 'not_checkable'] as const
export type ProofState = (typeof PROOF_STATES)[number]
/** A purchase in none of these is not checkable. */
export type StoredProofState = Exclude<ProofState, 'not_checkable'>

/** Why a purchase differs. */
export const PROOF_REASONS = [
  /** No transaction has its hash, an hour after the purchase. */
  'not_found',
  'reverted',
  /** It paid, but none of the receivers. */
  'other_receiver',
  /** It paid a receiver in another token. */
  'other_token',
  'too_little',
  /** The purchases that name the hash claim together more than it paid. */
  'used_twice',
  /** It was on chain, then its block was dropped. */
  'gone',
] as const
export type ProofReason = (typeof PROOF_REASONS)[number]

/**
 * The proof of a purchase; amounts are exact decimals of the token. Everything but the state is null for
 * `not_checkable`, and until the purchase was first checked.
 */
export const proofSchema = z.object({
  // Not enums: an unknown one of a newer server is shown as it is.
  state: z.string(),
  reason: nullableTextSchema,
  chain_id: z.nullable(countSchema),
  /** Of the transaction; null while it is in none. */
  block: z.nullable(countSchema),
  /** The blocks from this one on, itself included, as far as the chain was read. */
  confirmations: z.nullable(countSchema),
  payer: nullableTextSchema,
  receiver: nullableTextSchema,
  /** What reached the receivers, or what was paid elsewhere (`other_receiver`). */
  amount: z.nullable(decimalSchema),
  /** The symbol of `amount`. */
  token: nullableTextSchema,
  checked_at: z.nullable(instantSchema),
  /** So many confirmations prove it. */
  confirmations_needed: z.nullable(countSchema),
  chain_name: nullableTextSchema,
  /** The transaction at the chain's explorer. */
  explorer_url: nullableTextSchema,
  /** When it was first proven. */
  proven_at: z.nullable(instantSchema),
  /** For `used_twice`: how many purchases name the hash, and what they claim together. */
  claims: z.nullable(z.object({ purchases: countSchema, amount: decimalSchema })),
})
export type Proof = z.infer<typeof proofSchema>
