import { sql } from 'kysely'
import type { IngestEvent } from '#src/wire/ingest.ts'
import {
  asJson,
  newestEvents,
  ofKind,
  rankOf,
  textOrNull,
  toUtc,
  type Refusal,
} from './ingest-events.ts'
import { releaseHashes } from './ingest-hashes.ts'
import type { Tx } from './open.ts'
import type { TransactionStatus } from './schema.ts'

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
  tx: Tx,
  projectId: string,
  events: readonly IngestEvent[],
): Promise<Map<string, Refusal>> {
  const purchases = ofKind(events, 'transaction')
  const { rows } = await sql<{ source_id: string; source_at: Date; status: TransactionStatus }>`
    select source_id, source_at, status from transactions
    where project_id = ${projectId}
      and source_id = any(${purchases.map((event) => event.transaction_id)}::text[])`.execute(tx)
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
 * Adds wallets that registered, and wallets that are known only by their purchases. These count as
 * registered at their first purchase until their registration arrives. Wallets from other sources
 * (demo data, before ingestion) do not change.
 */
export async function addWallets(
  tx: Tx,
  projectId: string,
  events: readonly IngestEvent[],
): Promise<void> {
  const firstSeen = new Map<string, string>()
  for (const event of ofKind(events, 'transaction')) {
    const address = event.wallet_address.toLowerCase()
    const at = toUtc(event.created_at)
    const other = firstSeen.get(address)
    if (other === undefined || at < other) firstSeen.set(address, at)
  }
  const buyers = [...firstSeen].map(([wallet_address, created_at]) => ({
    wallet_address,
    created_at,
  }))
  await sql`
    insert into wallets (project_id, wallet_address, created_at, source_at, source_event)
    select ${projectId}, wallet_address, created_at, 'infinity', ''
    from jsonb_to_recordset(${asJson(buyers)}) as x (wallet_address text, created_at timestamptz)
    order by wallet_address
    on conflict (project_id, wallet_address) do update set created_at = excluded.created_at
    where wallets.source_at = 'infinity' and excluded.created_at < wallets.created_at`.execute(tx)

  // The first registration wins: the order of isNewer in reverse.
  const registrations = new Map<string, object & { source_at: string; source_event: string }>()
  for (const event of ofKind(events, 'wallet')) {
    const row = {
      wallet_address: event.wallet_address.toLowerCase(),
      source_at: toUtc(event.occurred_at),
      source_event: event.id,
      ...dimensionsOf(event),
      referred_by: event.referred_by?.toLowerCase() ?? null,
      referral_code: textOrNull(event.referral_code),
    }
    const other = registrations.get(row.wallet_address)
    const isEarlier =
      other === undefined ||
      row.source_at < other.source_at ||
      (row.source_at === other.source_at && row.source_event < other.source_event)
    if (isEarlier) registrations.set(row.wallet_address, row)
  }
  await sql`
    insert into wallets as w (project_id, wallet_address, created_at, source_at, source_event,
      country, referrer, utm_source, utm_medium, referred_by, referral_code,
      referral_code_applied_at)
    select ${projectId}, wallet_address, source_at, source_at, source_event,
      country, referrer, utm_source, utm_medium, referred_by, referral_code,
      case when referral_code is not null then source_at end
    from jsonb_to_recordset(${asJson([...registrations.values()])}) as x (
      wallet_address text, source_at timestamptz, source_event text, country text, referrer text,
      utm_source text, utm_medium text, referred_by text, referral_code text)
    order by wallet_address
    on conflict (project_id, wallet_address) do update set
      created_at = excluded.created_at, source_at = excluded.source_at,
      source_event = excluded.source_event, country = excluded.country,
      referrer = excluded.referrer, utm_source = excluded.utm_source,
      utm_medium = excluded.utm_medium, referred_by = excluded.referred_by,
      referral_code = excluded.referral_code,
      referral_code_applied_at = excluded.referral_code_applied_at
    where (excluded.source_at, excluded.source_event) < (w.source_at, w.source_event)`.execute(tx)
}

/**
 * Stores the newest event of each purchase. Triggers update the rollups, deposit classes and
 * conversions.
 * @returns the ids of purchases that became completed
 */
export async function addPurchases(
  tx: Tx,
  projectId: string,
  events: readonly IngestEvent[],
): Promise<number[]> {
  const newest = newestEvents(ofKind(events, 'transaction'), (event) => event.transaction_id)
  if (newest.length === 0) return []
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
  const rows = newest.map((event) => ({
    source_id: event.transaction_id,
    source_at: toUtc(event.occurred_at),
    source_event: event.id,
    wallet_address: event.wallet_address.toLowerCase(),
    transaction_hash: event.transaction_hash?.toLowerCase() ?? null,
    stage_name: textOrNull(event.stage_name),
    payment_token_name: event.payment_token_name,
    payment_token_amount: event.payment_token_amount,
    payment_usd_amount: event.payment_usd_amount,
    tokens_bought: event.tokens_bought ?? null,
    type: event.type ?? 'blockchain',
    status: event.status,
    created_at: toUtc(event.created_at),
    ...dimensionsOf(event),
  }))
  const claimed = new Map(rows.map((row) => [row.transaction_hash, row.source_id]))
  const movesHash = before.rows.some(
    ({ source_id, transaction_hash: hash }) =>
      hash !== null && (claimed.get(hash) ?? source_id) !== source_id,
  )
  if (movesHash) await releaseHashes(tx, projectId, rows)
  const after = await sql<{ id: number; source_id: string; status: string }>`
    insert into transactions as t (project_id, updated_at, source_id, source_at, source_event,
      wallet_address, transaction_hash, stage_name, payment_token_name, payment_token_amount,
      payment_usd_amount, tokens_bought, type, status, created_at,
      country, referrer, utm_source, utm_medium)
    select ${projectId}, source_at, source_id, source_at, source_event,
      wallet_address, transaction_hash, stage_name, payment_token_name, payment_token_amount,
      payment_usd_amount, tokens_bought, type, status, created_at,
      country, referrer, utm_source, utm_medium
    from jsonb_to_recordset(${asJson(rows)}) as x (source_id text, source_at timestamptz,
      source_event text, wallet_address text, transaction_hash text, stage_name text,
      payment_token_name text, payment_token_amount numeric, payment_usd_amount numeric,
      tokens_bought numeric, type text, status text, created_at timestamptz,
      country text, referrer text, utm_source text, utm_medium text)
    order by wallet_address, created_at, source_id collate "C"
    on conflict (project_id, source_id) where source_id is not null do update set
      updated_at = excluded.updated_at, source_at = excluded.source_at,
      source_event = excluded.source_event, wallet_address = excluded.wallet_address,
      transaction_hash = excluded.transaction_hash, stage_name = excluded.stage_name,
      payment_token_name = excluded.payment_token_name,
      payment_token_amount = excluded.payment_token_amount,
      payment_usd_amount = excluded.payment_usd_amount,
      tokens_bought = excluded.tokens_bought, type = excluded.type, status = excluded.status,
      created_at = excluded.created_at, country = excluded.country,
      referrer = excluded.referrer, utm_source = excluded.utm_source,
      utm_medium = excluded.utm_medium
    where (t.source_at, status_rank(t.status), t.source_event)
      < (excluded.source_at, status_rank(excluded.status), excluded.source_event)
    returning id, source_id, status`.execute(tx)
  return after.rows.flatMap(({ id, source_id, status }) =>
    status === 'completed' && !wereCompleted.has(source_id) ? [id] : [],
  )
}
