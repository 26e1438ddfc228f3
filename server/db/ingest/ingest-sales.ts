import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { tokensOfProject } from '#server/db/records/transactions.ts'
import { whereCounted } from '#server/db/rollups/pieces.ts'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import { readableName } from '#src/wire/project-name.ts'
import {
  type AddedRow,
  asJson,
  columnsOf,
  isNewer,
  ofKind,
  pickEvents,
  rankOf,
  textOrNull,
  toUtc,
  type Batch,
  type ProjectEvents,
  type Refusal,
} from './ingest-events.ts'
import { releaseHashes } from './ingest-hashes.ts'
import { findUnusualPrices } from './usual-prices.ts'

interface Dimensions {
  country?: string | null | undefined
  referrer?: string | null | undefined
  utm_source?: string | null | undefined
  utm_medium?: string | null | undefined
}

const dimensionsOf = (event: Dimensions) => ({
  country: textOrNull(event.country),
  referrer: textOrNull(event.referrer),
  utm_source: textOrNull(event.utm_source),
  utm_medium: textOrNull(event.utm_medium),
})

/**
 * Refuses imported lines that contradict another line about the same purchase, time and status. Ids
 * of imported lines are generated, so they cannot decide which of two lines is newer.
 */
export async function validateReferences(
  db: Db,
  { projectId, events }: ProjectEvents,
): Promise<Map<string, Refusal>> {
  const purchases = ofKind(events, 'transaction')
  const { rows } = await sql<{ source_id: string; source_at: Date; status: TransactionStatus }>`
    select source_id, source_at, status from transactions
    where project_id = ${projectId}
      and source_id = any(${purchases.map((event) => event.transaction_id)}::text[])`.execute(db)
  const stateOf = (id: string, at: string | Date, status: TransactionStatus) =>
    `${id} ${Number(new Date(at))} ${rankOf(status)}`
  const seen = new Set(rows.map((row) => stateOf(row.source_id, row.source_at, row.status)))
  const refusals = new Map<string, Refusal>()
  for (const event of purchases) {
    const state = stateOf(event.transaction_id, event.occurred_at, event.status)
    if (seen.has(state))
      refusals.set(event.id, {
        field: 'occurred_at',
        reason:
          'Another line describes this transaction at the same time: to correct it, use a later occurred_at',
      })
    seen.add(state)
  }
  return refusals
}

/**
 * Adds wallets that registered, and wallets that are known only by their purchases, bonuses and
 * payouts. These count as registered at the first of them until their registration arrives. Wallets
 * from other sources (demo data, before ingestion) do not change.
 */
export async function addWallets(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const received = [
    ...ofKind(events, 'transaction').map((event) => ({ ...event, occurred_at: event.created_at })),
    ...ofKind(events, 'bonus_transaction'),
    ...ofKind(events, 'referral_payout'),
  ]
  const first = pickEvents<{ id: string; occurred_at: string; wallet_address: string }>(
    received,
    (event) => event.wallet_address.toLowerCase(),
    (a, b) => Date.parse(a.occurred_at) < Date.parse(b.occurred_at),
  )
  const receivers = [...first].map(([wallet_address, event]) => ({
    wallet_address,
    created_at: toUtc(event.occurred_at),
  }))
  await sql`
    insert into wallets (project_id, wallet_address, created_at, source_at, source_event)
    select ${projectId}, wallet_address, created_at, 'infinity', ''
    from jsonb_populate_recordset(null::wallets, ${asJson(receivers)})
    order by wallet_address
    on conflict (project_id, wallet_address) do update set created_at = excluded.created_at
    where wallets.source_at = 'infinity' and excluded.created_at < wallets.created_at`.execute(tx)

  const registrations = pickEvents(
    ofKind(events, 'wallet'),
    (event) => event.wallet_address.toLowerCase(),
    (a, b) => isNewer(b, a),
  )
  if (registrations.size === 0) return
  const rows = [...registrations].map(([wallet_address, event]) => {
    const at = toUtc(event.occurred_at)
    const referral_code = textOrNull(event.referral_code)
    return {
      wallet_address,
      created_at: at,
      source_at: at,
      source_event: event.id,
      ...dimensionsOf(event),
      referred_by: event.referred_by?.toLowerCase() ?? null,
      referral_code,
      referral_code_applied_at: referral_code === null ? null : at,
    }
  })
  const { columns, updates } = columnsOf(rows)
  await sql`
    insert into wallets as w (project_id, ${columns})
    select ${projectId}, ${columns} from jsonb_populate_recordset(null::wallets, ${asJson(rows)})
    order by wallet_address
    on conflict (project_id, wallet_address) do update set ${updates}
    where (excluded.source_at, excluded.source_event) < (w.source_at, w.source_event)`.execute(tx)
}

/** One spelling of a payment token that is written in several cases: the one that the project has. */
async function openTokenNames(tx: Tx, projectId: string): Promise<(name: string) => string> {
  const { rows } = await sql<{ name: string }>`
    select found.name from projects as p
    cross join lateral (${tokensOfProject()}) as found
    where p.id = ${projectId}`.execute(tx)
  const names = new Map(rows.map(({ name }) => [name.toLowerCase(), name]))
  return (name) => {
    const clean = readableName(name)
    const known = names.get(clean.toLowerCase())
    if (known !== undefined) return known
    names.set(clean.toLowerCase(), clean)
    return clean
  }
}

/** The purchases of a batch that can cause messages. */
export interface AddedPurchases {
  /** Those that became completed and are not voided. */
  completed: AddedRow[]
  /** Those that arrived with an unusual price and have not failed, expired or been refunded. */
  unusual: AddedRow[]
}

/**
 * Stores the newest event of each purchase. Triggers update the rollups, deposit classes and
 * conversions. Whether a price is unusual is decided by the purchases from before the batch, and again
 * only by an event that changes the amounts or the stage.
 */
export async function addPurchases(
  tx: Tx,
  { projectId, events, now, keyId, isImported = false }: Batch,
): Promise<AddedPurchases> {
  const newest = [
    ...pickEvents(ofKind(events, 'transaction'), (event) => event.transaction_id).values(),
  ]
  if (newest.length === 0) return { completed: [], unusual: [] }
  const sources = newest.map((event) => event.transaction_id)
  const before = await sql<{
    source_id: string
    status: TransactionStatus
    transaction_hash: string | null
  }>`
    select source_id, status, transaction_hash from transactions
    where project_id = ${projectId} and source_id = any(${sources}::text[])`.execute(tx)
  const wereCompleted = new Set(
    before.rows.filter((row) => row.status === 'completed').map((row) => row.source_id),
  )
  const tokenNameOf = await openTokenNames(tx, projectId)
  const rows = newest.map((event) => ({
    source_id: event.transaction_id,
    source_at: toUtc(event.occurred_at),
    source_event: event.id,
    wallet_address: event.wallet_address.toLowerCase(),
    transaction_hash: event.transaction_hash?.toLowerCase() ?? null,
    stage_name: textOrNull(event.stage_name),
    payment_token_name: tokenNameOf(event.payment_token_name),
    payment_token_amount: event.payment_token_amount,
    payment_usd_amount: event.payment_usd_amount,
    tokens_bought: event.tokens_bought ?? null,
    type: event.type ?? 'blockchain',
    status: event.status,
    status_reason: textOrNull(event.status_reason),
    created_at: toUtc(event.created_at),
    received_at: now.toISOString(),
    received_key_id: keyId ?? null,
    ...dimensionsOf(event),
  }))
  const unusual = await findUnusualPrices(tx, projectId, rows)
  const claimed = new Map(rows.map((row) => [row.transaction_hash, row.source_id]))
  const movesHash = before.rows.some(
    ({ source_id, transaction_hash: hash }) =>
      hash !== null && (claimed.get(hash) ?? source_id) !== source_id,
  )
  if (movesHash) await releaseHashes(tx, projectId, rows)
  const { columns, updates } = columnsOf(rows)
  const historySince = isImported ? now : null
  const after = await sql<AddedRow & { is_counted: boolean; is_suspect: boolean }>`
    insert into transactions as t (project_id, updated_at, history_since, price_is_unusual, ${columns})
    select ${projectId}, source_at, ${historySince}::timestamptz,
      source_id = any(${[...unusual]}::text[]), ${columns}
    from jsonb_populate_recordset(null::transactions, ${asJson(rows)})
    order by wallet_address, created_at, source_id collate "C"
    on conflict (project_id, source_id) where source_id is not null
    do update set updated_at = excluded.updated_at, ${updates},
      price_is_unusual = case
        when (t.payment_usd_amount, t.tokens_bought, t.stage_name) is distinct from
          (excluded.payment_usd_amount, excluded.tokens_bought, excluded.stage_name)
        then excluded.price_is_unusual else t.price_is_unusual end
    where (t.source_at, status_rank(t.status), t.source_event)
      < (excluded.source_at, status_rank(excluded.status), excluded.source_event)
    returning id, source_id, source_at, ${whereCounted('t.')} as is_counted, price_is_unusual and voided_at is null
      and status in ('pending', 'processing', 'completed') as is_suspect`.execute(tx)
  return {
    completed: after.rows.filter((row) => row.is_counted && !wereCompleted.has(row.source_id)),
    unusual: after.rows.filter((row) => row.is_suspect),
  }
}
