import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import type { IngestEvent } from '#src/wire/ingest.ts'
import {
  asJson,
  isNewer,
  pickEvents,
  ofKind,
  type ProjectEvents,
  type Refusal,
} from './ingest-events.ts'

type PurchaseEvent = Extract<IngestEvent, { kind: 'transaction' }>

interface Stored {
  source_id: string | null
  source_at: Date | null
  source_event: string | null
  status: TransactionStatus
  transaction_hash: string | null
}

const hashOf = (event: PurchaseEvent) => event.transaction_hash?.toLowerCase() ?? null

/** Whether an event is newer than the stored purchase. */
function applies(event: PurchaseEvent, row: Stored | undefined): boolean {
  if (!row?.source_at) return true
  const { source_at, source_event, status } = row
  return isNewer(event, { id: source_event ?? '', occurred_at: source_at.toISOString(), status })
}

/**
 * Finds events whose transaction hash belongs to another purchase of the project. Ownership is
 * decided by the state after the batch, so a purchase can take a hash that another one releases in
 * the same batch. If several events claim a free hash, the first one gets it.
 */
export async function findHashConflicts(
  db: Db,
  { projectId, events }: ProjectEvents,
): Promise<Map<string, Refusal>> {
  const purchases = ofKind(events, 'transaction')
  const hashes = purchases.flatMap((event) => hashOf(event) ?? [])
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<Stored>`
    select source_id, source_at, source_event, status, transaction_hash from transactions
    where project_id = ${projectId} and (transaction_hash = any(${hashes}::text[])
      or source_id = any(${purchases.map((event) => event.transaction_id)}::text[]))`.execute(db)

  const refusals = new Map<string, Refusal>()
  // A refused event leaves the old hash with its purchase, which can cause further conflicts.
  for (;;) {
    const live = purchases.filter((event) => !refusals.has(event.id))
    const holders = holdersAfter(live, rows)
    const refused = live.filter((event) => {
      const hash = hashOf(event)
      return hash !== null && holders.has(hash) && holders.get(hash) !== event.transaction_id
    })
    for (const event of refused)
      refusals.set(event.id, { field: 'transaction_hash', reason: "Is another purchase's" })
    if (refused.length === 0) return refusals
  }
}

/** Whether one of these events has the hash of another purchase, as it is stored now. */
export async function claimsTakenHash(
  db: Db,
  { projectId, events }: ProjectEvents,
): Promise<boolean> {
  const claims = ofKind(events, 'transaction').flatMap((event) => {
    const hash = hashOf(event)
    return hash === null ? [] : [{ hash, source_id: event.transaction_id }]
  })
  if (claims.length === 0) return false
  const { rows } = await sql<{ is_taken: boolean }>`
    select exists (
      select from jsonb_to_recordset(${asJson(claims)}) as c (hash text, source_id text)
        join transactions as t on t.project_id = ${projectId} and t.transaction_hash = c.hash
      where t.source_id is distinct from c.source_id) as is_taken`.execute(db)
  return rows.some((row) => row.is_taken)
}

/** The purchase of each hash after these events; null for a purchase without a sender's id. */
function holdersAfter(events: readonly PurchaseEvent[], rows: readonly Stored[]) {
  const stored = new Map(rows.map((row) => [row.source_id, row]))
  const changed = new Map<string, string | null>()
  for (const event of pickEvents(events, (one) => one.transaction_id).values()) {
    if (applies(event, stored.get(event.transaction_id)))
      changed.set(event.transaction_id, hashOf(event))
  }
  const holders = new Map<string, string | null>()
  for (const { source_id, transaction_hash } of rows) {
    const keeps =
      source_id === null || !changed.has(source_id) || changed.get(source_id) === transaction_hash
    if (transaction_hash !== null && keeps) holders.set(transaction_hash, source_id)
  }
  for (const event of events) {
    const hash = hashOf(event)
    if (hash !== null && !holders.has(hash) && changed.get(event.transaction_id) === hash)
      holders.set(hash, event.transaction_id)
  }
  return holders
}

/**
 * Removes the hashes of purchases that are about to change theirs. Two rows must not have one hash,
 * not even between two updates.
 */
export async function releaseHashes(
  tx: Tx,
  projectId: string,
  rows: readonly {
    source_id: string
    source_at: string
    source_event: string
    status: TransactionStatus
    transaction_hash: string | null
  }[],
): Promise<void> {
  await sql`
    update transactions t set transaction_hash = null
    from jsonb_to_recordset(${asJson(rows)}) as x (source_id text, source_at timestamptz,
      source_event text, status text, transaction_hash text)
    where t.project_id = ${projectId} and t.source_id = x.source_id
      and t.transaction_hash <> coalesce(x.transaction_hash, '')
      and (t.source_at, status_rank(t.status), t.source_event)
        < (x.source_at, status_rank(x.status), x.source_event)`.execute(tx)
}
