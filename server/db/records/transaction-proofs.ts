import { sql, type RawBuilder } from 'kysely'
import type { ProofReason, ProofState } from '#src/wire/proofs.ts'

/** A proof as it is read, in JSON: amounts are decimals with all their places, times not yet in UTC. */
export interface StoredProof {
  state: ProofState
  // Absent where the purchase is not checkable, and null until it was checked.
  reason?: ProofReason | null
  chain_id?: number | null
  block?: number | null
  confirmations?: number | null
  payer?: string | null
  receiver?: string | null
  amount?: string | null
  token?: string | null
  checked_at?: string | null
  confirmations_needed?: number | null
  chain_name?: string | null
  /** The start of its addresses, without a slash at the end. */
  explorer?: string | null
  proven_at?: string | null
  claims?: number | null
  claimed?: string | null
}

/**
 * Whether no connected chain can check a purchase, although it was paid and its project has a chain.
 * @param row the name of its table
 */
export function whereNotCheckable(row: 't' | 'transactions'): RawBuilder<boolean> {
  const own = (column: string) => sql.ref(`${row}.${column}`)
  return sql`(${own('proof_state')} is null and ${own('status')} in ('completed', 'refunded')
    and exists (select from chains as h
      where h.project_id = ${own('project_id')} and h.disconnected_at is null))`
}

/** What a chain says of a purchase `t`; null where that is nothing. Those without a state are not looked up. */
export const PROOF = sql<StoredProof | null>`
  case when t.proof_state is not null then (
    select json_build_object('state', t.proof_state, 'reason', p.reason, 'chain_id', p.chain_id,
      'block', p.block, 'confirmations', greatest(c.head_block, p.block - 1) - p.block + 1,
      'payer', p.payer, 'receiver', p.receiver, 'amount', p.amount::text, 'token', p.token,
      'checked_at', p.checked_at, 'confirmations_needed', c.confirmations, 'chain_name', c.name,
      'explorer', c.explorer_url, 'proven_at', p.proven_at, 'claims', p.claims,
      'claimed', p.claimed::text)
    from proofs as p left join chains as c on c.project_id = p.project_id and c.chain_id = p.chain_id
    where p.transaction_id = t.id)
  when ${whereNotCheckable('t')} then '{"state": "not_checkable"}'::json end`
