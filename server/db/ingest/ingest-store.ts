import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import {
  WATCHED_PURCHASE_KINDS,
  writePurchaseAlerts,
  type PurchaseAlertKind,
} from '#server/db/messages/alert-writing.ts'
import type { EventResult, IngestEvent } from '#src/wire/ingest.ts'
import { addBonuses, settleBonuses, validateBonusCodes } from './ingest-bonuses.ts'
import {
  type AddedRow,
  asJson,
  ofKind,
  subjectOf,
  textOrNull,
  toUtc,
  type Batch,
  type ProjectEvents,
  type Refusal,
} from './ingest-events.ts'
import { findHashConflicts } from './ingest-hashes.ts'
import { addLeads } from './ingest-leads.ts'
import { addPurchases, addWallets, validateReferences } from './ingest-sales.ts'

/** What is older is no news: a backfill of old purchases posts nothing. */
const NEWS_MS = 60 * 60_000

/** The outcome of each event, in the order of the batch. */
export interface Stored {
  results: EventResult[]
  /** The project's new `created_at` if older history has moved it. */
  movedTo: Date | null
  /** The completed purchases and new leads that cause no messages, because they are old: see `subjectOf`. */
  silent: string[]
}

/** What is stored of no events. */
export const NOTHING_STORED: Stored = { results: [], movedTo: null, silent: [] }

/**
 * Runs the batches of one project one after the other until the transaction ends, so senders do not
 * deadlock and the rows that a batch reads do not change.
 * @returns for which alerts about single purchases anybody has a rule
 */
export async function lockSale(tx: Tx, projectId: string): Promise<readonly PurchaseAlertKind[]> {
  // A change of a status in any other transaction is not recorded, which a trigger notes.
  // Whether anybody watches purchases is read here too, which costs no statement of its own.
  const { rows } = await sql<{ watched: PurchaseAlertKind[] }>`
    select lock_project_sales(${projectId}),
      set_config('saleroom.records_history', 'on', true),
      ${WATCHED_PURCHASE_KINDS} as watched`.execute(tx)
  return rows[0]?.watched ?? []
}

/**
 * Stores a batch in the caller's transaction, which `lockSale` has opened, each event once. An event
 * describes the state at its `occurred_at`: the newest event of a purchase or lead wins (then the later
 * status, then the greater id), and the first registration of a wallet.
 * @param watched from `lockSale`
 */
export async function storeEvents(
  tx: Tx,
  batch: Batch,
  watched: readonly PurchaseAlertKind[],
): Promise<Stored> {
  const { projectId, now, isImported = false } = batch
  const { accepted, results } = await decide(tx, batch)
  if (accepted.events.length === 0) return { ...NOTHING_STORED, results }
  await registerIds(tx, accepted)
  await addWallets(tx, accepted)
  const { completed, unusual } = await addPurchases(tx, { ...batch, ...accepted })
  await addStatusChanges(tx, accepted)
  await addBonuses(tx, accepted)
  await settleBonuses(tx, accepted)
  await addPayouts(tx, accepted)
  await settlePayouts(tx, accepted)
  const leads = await addLeads(tx, accepted)
  const movedTo = await moveStart(tx, accepted)
  if (isImported) return { results, movedTo, silent: [] }
  const isNews = ({ source_at }: AddedRow) =>
    batch.notifiesOld === true || source_at.getTime() >= now.getTime() - NEWS_MS
  const idsOf = (rows: readonly AddedRow[]) => rows.filter(isNews).map(({ id }) => id)
  const news = { completed: idsOf(completed), unusual: idsOf(unusual), leads: idsOf(leads) }
  await writeNotices(tx, { ...batch, ...news })
  const alerts = { purchase_over: news.completed, price_unusual: news.unusual }
  for (const kind of watched)
    await writePurchaseAlerts(tx, { kind, projectId, ids: alerts[kind], now })
  const oldOf = (kind: 'transaction' | 'lead', added: readonly AddedRow[]) =>
    added.flatMap((row) => (isNews(row) ? [] : [subjectOf(kind, row.source_id)]))
  const silent = [...oldOf('transaction', completed), ...oldOf('lead', leads)]
  return { results, movedTo, silent }
}

/** What `storeEvents` would return at this moment. Writes nothing and takes no lock. */
export async function previewEvents(db: Db, batch: Batch): Promise<Stored> {
  const { accepted, results } = await decide(db, batch)
  if (accepted.events.length === 0) return { ...NOTHING_STORED, results }
  const oldest = oldestOf(accepted)
  const { created_at } = await db
    .selectFrom('projects')
    .select('created_at')
    .where('id', '=', batch.projectId)
    .executeTakeFirstOrThrow()
  return { results, movedTo: oldest < created_at ? oldest : null, silent: [] }
}

/** Decides which events are new and valid, and the result of each. */
async function decide(
  db: Db,
  batch: Batch,
): Promise<{ accepted: ProjectEvents; results: EventResult[] }> {
  const { projectId, events } = batch
  const repeated = await findRepeated(db, batch)
  const first = new Map<string, IngestEvent>()
  for (const event of events)
    if (!repeated.has(event.id) && !first.has(event.id)) first.set(event.id, event)

  const fresh = { projectId, events: [...first.values()] }
  const refusals = await validateEvents(db, { ...batch, ...fresh })
  const results = events.map((event): EventResult => {
    const refusal = refusals.get(event.id)
    if (refusal) return { id: event.id, outcome: 'refused', ...refusal }
    return { id: event.id, outcome: first.get(event.id) === event ? 'taken' : 'repeated' }
  })
  return { accepted: withoutRefused(fresh, refusals), results }
}

/** Why events that are valid on their own are refused, by their ids, which are different. */
async function validateEvents(db: Db, batch: Batch): Promise<Map<string, Refusal>> {
  const refusals = new Map([
    ...(await validateBonusCodes(db, batch)),
    ...(batch.isImported === true ? await validateReferences(db, batch) : []),
  ])
  const others = withoutRefused(batch, refusals)
  for (const [id, refusal] of await findHashConflicts(db, others)) refusals.set(id, refusal)
  return refusals
}

/**
 * What events would be refused for; those that would not are `tested`. They are checked against what is
 * stored, also where an event with the same id was taken, and change nothing.
 */
export async function testEvents(db: Db, batch: Batch): Promise<EventResult[]> {
  // Two tests with one id are two tests.
  const events = batch.events.map((event, at) => ({ ...event, id: String(at) }))
  const refusals = await validateEvents(db, { ...batch, events })
  return batch.events.map(({ id }, at): EventResult => {
    const refusal = refusals.get(String(at))
    return refusal ? { id, outcome: 'refused', ...refusal } : { id, outcome: 'tested' }
  })
}

function withoutRefused(
  { projectId, events }: ProjectEvents,
  refusals: ReadonlyMap<string, Refusal>,
): ProjectEvents {
  return { projectId, events: events.filter((event) => !refusals.has(event.id)) }
}

async function findRepeated(db: Db, { projectId, events }: ProjectEvents): Promise<Set<string>> {
  const ids = events.map((event) => event.id)
  const { rows } = await sql<{ event_id: string }>`
    select event_id from ingested_events
    where project_id = ${projectId} and event_id = any(${ids}::text[])`.execute(db)
  return new Set(rows.map((row) => row.event_id))
}

async function registerIds(tx: Tx, { projectId, events }: ProjectEvents) {
  const ids = events.map((event) => event.id)
  await sql`
    insert into ingested_events (project_id, event_id)
    select ${projectId}, id from unnest(${ids}::text[]) as id order by id`.execute(tx)
}

/** The time at which the figures count an event. */
function timeOf(event: IngestEvent): number {
  return Date.parse(event.kind === 'transaction' ? event.created_at : event.occurred_at)
}

function oldestOf({ events }: ProjectEvents): Date {
  return new Date(events.reduce((least, event) => Math.min(least, timeOf(event)), Infinity))
}

/** A project starts with its oldest event, where the period "all" of the app starts. */
async function moveStart(tx: Tx, { projectId, events }: ProjectEvents): Promise<Date | null> {
  const oldest = oldestOf({ projectId, events })
  const row = await tx
    .updateTable('projects')
    .set({ created_at: oldest })
    .where('id', '=', projectId)
    .where('created_at', '>', oldest)
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? null : oldest
}

/**
 * Adds the status of every event to the history of its purchase. Events that repeat a status are added
 * too: whether one changes the status depends on events that may arrive later, so only a reader can tell
 * (`listStatusChanges`).
 */
async function addStatusChanges(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const rows = ofKind(events, 'transaction').map((event) => ({
    source_id: event.transaction_id,
    at: toUtc(event.occurred_at),
    status: event.status,
    reason: textOrNull(event.status_reason),
  }))
  if (rows.length === 0) return
  await sql`
    insert into status_changes (transaction_id, at, status, reason)
    select t.id, c.at, c.status, c.reason
    from jsonb_to_recordset(${asJson(rows)}) as c (source_id text, at timestamptz, status text,
      reason text)
    join transactions as t on t.project_id = ${projectId} and t.source_id = c.source_id
    order by t.id, c.at
    on conflict do nothing`.execute(tx)
}

/** Adds referral payouts at the time at which they were made, with their purchases if these are there. */
async function addPayouts(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const rows = ofKind(events, 'referral_payout').map((event) => ({
    source_id: event.transaction_id ?? null,
    wallet_address: event.wallet_address.toLowerCase(),
    amount_before_gas: event.amount_before_gas,
    created_at: toUtc(event.occurred_at),
  }))
  if (rows.length === 0) return
  await sql`
    insert into referral_payouts (project_id, transaction_id, source_id, wallet_address,
      amount_before_gas, created_at)
    select ${projectId}, t.id, p.source_id, p.wallet_address, p.amount_before_gas, p.created_at
    from jsonb_populate_recordset(null::referral_payouts, ${asJson(rows)}) as p
    left join transactions as t on t.project_id = ${projectId} and t.source_id = p.source_id
    order by p.created_at`.execute(tx)
}

/** Assigns payouts that arrived before their purchases. */
async function settlePayouts(tx: Tx, { projectId, events }: ProjectEvents): Promise<void> {
  const sources = ofKind(events, 'transaction').map((event) => event.transaction_id)
  if (sources.length === 0) return
  // An update runs the triggers of the sums even if it changes no row, and most batches change none.
  const waiting = await sql<{ id: number }>`
    select id from referral_payouts
    where project_id = ${projectId} and source_id = any(${sources}::text[])
      and transaction_id is null`.execute(tx)
  if (waiting.rows.length === 0) return
  await sql`
    update referral_payouts as p set transaction_id = t.id from transactions as t
    where p.id = any(${waiting.rows.map((row) => row.id)}::bigint[])
      and t.project_id = p.project_id and t.source_id = p.source_id`.execute(tx)
}

/** The rows of a batch that can cause notices. */
interface NoticeCauses {
  projectId: string
  now: Date
  /** Transactions that became completed. */
  completed: readonly number[]
  /** New leads. */
  leads: readonly number[]
}

/**
 * Adds a notice to the outbox for each cause that the project's settings enable, in the same
 * transaction. A purchase that becomes completed twice causes one notice.
 */
async function writeNotices(tx: Tx, causes: NoticeCauses): Promise<void> {
  const { projectId, now, completed, leads } = causes
  if (completed.length > 0)
    await sql`
      insert into notices (project_id, kind, subject_id, next_attempt_at, created_at, updated_at)
      select p.id, 'chat', t.id, ${now}, ${now}, ${now}
      from projects as p join transactions as t on t.project_id = p.id
      where p.id = ${projectId} and t.id = any(${[...completed]}::bigint[])
        and p.telegram_notifications_enabled
        and p.telegram_channel_id is not null and p.telegram_message_text is not null
      order by t.source_at, t.id
      on conflict (project_id, kind, subject_id) do nothing`.execute(tx)
  if (leads.length > 0)
    await sql`
      insert into notices (project_id, kind, subject_id, next_attempt_at, created_at, updated_at)
      select p.id, 'lead', l.id, ${now}, ${now}, ${now}
      from projects as p join leads as l on l.project_id = p.id
      where p.id = ${projectId} and l.id = any(${[...leads]}::bigint[])
        and p.forward_leads_to_brevo
      order by l.source_at, l.id
      on conflict (project_id, kind, subject_id) do nothing`.execute(tx)
}
