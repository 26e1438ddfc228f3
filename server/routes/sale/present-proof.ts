import type { StoredProof } from '#server/db/records/transaction-proofs.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Proof } from '#src/wire/proofs.ts'

/** What a chain says of a purchase with this hash. */
export function presentProof(stored: StoredProof, hash: string | null): Proof {
  const { explorer = null, claims = null, claimed = null } = stored
  return {
    state: stored.state,
    reason: stored.reason ?? null,
    chain_id: stored.chain_id ?? null,
    block: stored.block ?? null,
    confirmations: stored.confirmations ?? null,
    payer: stored.payer ?? null,
    receiver: stored.receiver ?? null,
    amount: decimalOf(stored.amount),
    token: stored.token ?? null,
    checked_at: instantOf(stored.checked_at),
    confirmations_needed: stored.confirmations_needed ?? null,
    chain_name: stored.chain_name ?? null,
    explorer_url:
      explorer === null || hash === null ? null : `${explorer}/tx/${encodeURIComponent(hash)}`,
    proven_at: instantOf(stored.proven_at),
    claims:
      claims === null || claimed === null
        ? null
        : { purchases: claims, amount: trimDecimal(claimed) },
  }
}

const decimalOf = (text: string | null = null) => (text === null ? null : trimDecimal(text))
const instantOf = (text: string | null = null) =>
  text === null ? null : new Date(text).toISOString()
