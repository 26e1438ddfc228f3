import { sql } from 'kysely'
import type { IngestEvent } from '#src/wire/ingest.ts'
import { asJson, isNewer, newestOf, ofKind, type Refusal } from './ingest-events.ts'
import type { Tx } from './open.ts'
import type { TransactionStatus } from './schema.ts'

type PurchaseEvent = Extract<IngestEvent, { kind: 'transaction' }>

interface Stored {
  source_id: string | null
  source_at: Date | null
  source_event: string | null
  status: TransactionStatus
  transaction_hash: string | null
}

const hashOf = (event: PurchaseEvent) => event.transaction_hash?.toLowerCase() ?? null

/** Whether an event changes the purchase as it is stored. */
function stands(event: PurchaseEvent, row: Stored | undefined): boolean {
  if (!row?.source_at) return true
  const { source_at, source_event, status } = row
  return isNewer(event, { id: source_event ?? '', occurred_at: source_at.toISOString(), status })
}

/**
 * A transaction hash belongs to one purchase of a project. Who has it is decided as it will be once
 * the batch is stored, so that a purchase may take what another one gives up beside it: an event with
 * a hash that another purchase then has is refused, and of several that claim a free one the first
 * has it.
 */
export async function findHashConflicts(
  tx: Tx,
  projectId: string,
  events: readonly IngestEvent[],
): Promise<Map<string, Refusal>> {
  const purchases = ofKind(events, 'transaction')
  const hashes = purchases.flatMap((event) => hashOf(event) ?? [])
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<Stored>`
    select source_id, source_at, source_event, status, transaction_hash from transactions
    where project_id = ${projectId} and (transaction_hash = any(${hashes}::text[])
      or source_id = any(${purchases.map((event) => event.transaction_id)}::text[]))`.execute(tx)

  const refusals = new Map<string, Refusal>()
  // A refused event leaves its purchase with the hash that it had, which another may have counted on.
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

/** Which purchase has each hash once these events are stored; null for one without a sender's id. */
function holdersAfter(events: readonly PurchaseEvent[], rows: readonly Stored[]) {
  const stored = new Map(rows.map((row) => [row.source_id, row]))
  const changed = new Map<string, string | null>()
  for (const event of newestOf(events, ({ transaction_id }) => transaction_id)) {
    if (stands(event, stored.get(event.transaction_id)))
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
 * Takes the hashes from the purchases that are about to change theirs, as two rows must not hold one
 * even for the moment between their updates.
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
