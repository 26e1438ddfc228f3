import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { ChainToken } from '#src/wire/chains.ts'
import type { ProofReason, StoredProofState } from '#src/wire/proofs.ts'

/** A purchase that is to be checked. */
export interface DuePurchase {
  id: number
  /** Changes with every change of its proof, and so of its claim too. */
  version: string
  hash: string
  token: string
  /** An exact decimal of the token. */
  amount: string
  created_at: Date
  is_voided: boolean
  /** Where its transaction was found. */
  chain_id: number | null
  proven_at: Date | null
  differs_at: Date | null
  claims: number | null
  claimed: string | null
}

/** The chains of a project whose nodes respond. */
export interface RespondingChains {
  /** By id of the chain. */
  heads: ReadonlyMap<number, number>
  /** Of their tokens, in lower case. */
  symbols: readonly string[]
}

/**
 * The purchases of a project that are due and that one of the chains may prove, the longest due first. A
 * purchase that was found on another chain waits until that one responds.
 */
export async function listDuePurchases(
  db: Db,
  projectId: string,
  { heads, symbols }: RespondingChains,
  now: Date,
  limit: number,
): Promise<DuePurchase[]> {
  const ids = sql`${[...heads.keys()]}::bigint[]`
  const { rows } = await sql<DuePurchase>`
    with due as (
      (select p.transaction_id from proofs as p join transactions as t on t.id = p.transaction_id
        where p.project_id = ${projectId} and p.due_at <= ${now}
          and lower(t.payment_token_name) = any(${symbols}::text[])
          and (p.chain_id is null or p.chain_id = any(${ids}) or p.chain_id not in
            (select chain_id from chains where project_id = ${projectId} and disconnected_at is null))
        order by p.due_at limit ${limit})
      union
      (select p.transaction_id
        from unnest(${ids}, ${[...heads.values()]}::bigint[]) as head (chain_id, block)
          join proofs as p on p.project_id = ${projectId} and p.chain_id = head.chain_id
            and p.due_block <= head.block and p.due_block is not null
        limit ${limit})
    )
    select t.id, p.xmin::text as version, t.transaction_hash as hash, t.payment_token_name as token,
      t.payment_token_amount as amount, t.created_at, t.voided_at is not null as is_voided,
      p.chain_id, p.proven_at, p.differs_at, p.claims, p.claimed
    from due join proofs as p using (transaction_id) join transactions as t on t.id = p.transaction_id
    order by p.due_at nulls first, t.id
    limit ${limit}`.execute(db)
  return rows
}

/** What another project's purchase claims of a transaction, and what that project's chain is set to. */
export interface OtherClaim {
  hash: string
  token: string
  amount: string
  chain_id: number
  receivers: string[]
  tokens: ChainToken[]
}

/** The claims of purchases of other projects that name the hashes. A hash is unique in its project. */
export async function listOtherClaims(
  tx: Tx,
  projectId: string,
  hashes: readonly string[],
): Promise<OtherClaim[]> {
  const { rows } = await sql<OtherClaim>`
    select t.transaction_hash as hash, t.payment_token_name as token, t.payment_token_amount as amount,
      c.chain_id, c.receivers, c.tokens
    from chains as c join transactions as t on t.project_id = c.project_id
    where c.project_id <> ${projectId} and c.disconnected_at is null
      and t.transaction_hash = any(${hashes}::text[]) and t.type = 'blockchain'
      and t.status not in ('failed', 'expired') and t.voided_at is null`.execute(tx)
  return rows
}

/** What the chain says of a purchase. Amounts are exact decimals. */
export interface Finding {
  state: StoredProofState
  reason: ProofReason | null
  block: number | null
  block_hash: string | null
  /** Of the largest payment, as the receiver. */
  payer: string | null
  receiver: string | null
  /** What reached the receivers, or what was paid elsewhere (`other_receiver`); null if its token is unknown. */
  amount: string | null
  token: string | null
  /** For `used_twice` alone. */
  claims: number | null
  claimed: string | null
}

/** When a purchase is checked next: the first of both that comes, never if both are null. */
export interface NextCheck {
  due_at: Date | null
  due_block: number | null
}

export interface CheckedPurchase {
  purchase: DuePurchase
  finding: Finding
  chain_id: number | null
  next: NextCheck
}

/**
 * Stores what was found for purchases of a project whose sales are locked, except where a purchase or its
 * proof has changed since it was read. Purchases of other projects with the same hash are due again where
 * `used_twice` comes, goes or has other claims.
 * @returns the ids of those that were stored
 */
export async function storeFindings(
  tx: Tx,
  projectId: string,
  checked: readonly CheckedPurchase[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = checked.map(({ purchase, finding, chain_id, next }) => {
    const { state, ...facts } = finding
    return {
      id: purchase.id,
      version: purchase.version,
      hash: purchase.hash,
      state,
      chain_id,
      ...facts,
      ...next,
      proven_at: purchase.proven_at ?? (state === 'proven' ? now : null),
      differs_at: state === 'differs' ? (purchase.differs_at ?? now) : null,
    }
  })
  const found = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, version text,
    hash text, state text, chain_id bigint, reason text, block bigint, block_hash text, payer text,
    receiver text, amount numeric, token text, claims integer, claimed numeric, due_at timestamptz,
    due_block bigint, proven_at timestamptz, differs_at timestamptz)`
  const stored = await sql<{ id: number }>`
    update proofs as p set due_at = r.due_at, due_block = r.due_block, chain_id = r.chain_id,
      reason = r.reason, block = r.block, block_hash = r.block_hash, payer = r.payer,
      receiver = r.receiver, amount = r.amount, token = r.token, claims = r.claims,
      claimed = r.claimed, proven_at = r.proven_at, differs_at = r.differs_at, checked_at = ${now}
    from ${found} where p.transaction_id = r.id and p.xmin::text = r.version
    returning r.id`.execute(tx)
  const ids = stored.rows.map(({ id }) => id)
  await sql`
    update transactions as t set proof_state = r.state from ${found}
    where t.id = r.id and t.id = any(${ids}::bigint[]) and t.proof_state <> r.state`.execute(tx)

  const hashes = checked
    .filter(
      ({ purchase, finding }) =>
        purchase.claims !== finding.claims || purchase.claimed !== finding.claimed,
    )
    .map(({ purchase }) => purchase.hash)
  if (hashes.length > 0)
    await sql`
      update proofs as p set due_at = ${now} from ${found}, transactions as t
      where r.id = any(${ids}::bigint[]) and r.hash = any(${hashes}::text[])
        and t.transaction_hash = r.hash and t.project_id <> ${projectId}
        and t.project_id in (select project_id from chains) and p.transaction_id = t.id
        and p.checked_at is not null and (p.claims, p.claimed) is distinct from (r.claims, r.claimed)`.execute(
      tx,
    )
  return new Set(ids)
}

/** Has purchases checked later, except where one has changed since it was read. */
export async function postponeChecks(
  tx: Tx,
  purchases: readonly { id: number; version: string; due_at: Date }[],
): Promise<void> {
  await sql`
    update proofs as p set due_at = r.due_at, due_block = null
    from jsonb_to_recordset(${JSON.stringify(purchases)}::jsonb)
      as r (id bigint, version text, due_at timestamptz)
    where p.transaction_id = r.id and p.xmin::text = r.version`.execute(tx)
}
