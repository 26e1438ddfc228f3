import type { ProofReason } from '#src/wire/proofs.ts'

/** Why a purchase differs from its chain, in a few words. */
export const PROOF_REASON_LABELS: Readonly<Record<ProofReason, string>> = {
  not_found: 'Not found',
  reverted: 'Reverted',
  other_receiver: 'Other receiver',
  other_token: 'Other token',
  too_little: 'Paid too little',
  used_twice: 'Hash used twice',
  gone: 'No longer on chain',
}
