import { sql } from 'kysely'
import type { EventResult, IngestEvent } from '#src/wire/ingest.ts'
import { IS_PURCHASE_WATCHED, writePurchaseAlerts } from './alert-writing.ts'
import { addBonuses, settleBonuses, validateBonusCodes } from './ingest-bonuses.ts'
import type { ProjectEvents, Refusal } from './ingest-events.ts'
import { findHashConflicts } from './ingest-hashes.ts'
import { addStatusChanges } from './ingest-history.ts'
import { addLeads } from './ingest-leads.ts'
import { addPayouts, settlePayouts } from './ingest-payouts.ts'
import { addPurchases, addWallets, validateReferences } from './ingest-sales.ts'
import { writeNotices } from './notice-writing.ts'
import type { Db, Tx } from './open.ts'

/** Valid events, in the order of the request. */
export interface Batch extends ProjectEvents {
  now: Date
  /** Imported history sends no notices or alerts, and contradictory lines are refused. */
  isImported?: boolean
  /** Also what is older than NEWS_MS causes notices, alerts and forwarding. */
  notifiesOld?: boolean
}

/** What is older is no news: a backfill of old purchases posts nothing. */
const NEWS_MS = 60 * 60_000

/** The outcome of each event, in the order of the batch. */
export interface Stored {
  results: EventResult[]
  /** The project's new `created_at` if older history has moved it. */
  movedTo: Date | null
  /** The completed purchases and new leads that cause no messages, because they are old. */
  silent: number
}

/**
 * Stores a batch in the caller's transaction, each event once. A lock runs the batches of one project
 * one after the other, so senders do not deadlock and the rows that a batch reads do not change. An
 * event describes the state at its `occurred_at`: the newest event of a purchase or lead wins (then
 * the later status, then the greater id), and the first registration of a wallet.
 */
export async function storeEvents(tx: Tx, batch: Batch): Promise<Stored> {
  const { projectId, now, isImported = false } = batch
  // A change of a status in any other transaction is not recorded, which a trigger notes.
  // Whether anybody watches purchases is read here too, which costs no statement of its own.
  const { rows } = await sql<{ is_watched: boolean }>`
    select lock_project_sales(${projectId}),
      set_config('saleroom.records_history', 'on', true),
      ${IS_PURCHASE_WATCHED} as is_watched`.execute(tx)
  const isWatched = rows[0]?.is_watched ?? false
  const { accepted, results } = await decide(tx, batch)
  if (accepted.events.length === 0) return { results, movedTo: null, silent: 0 }
  await registerIds(tx, accepted)
  await addWallets(tx, accepted)
  const completed = await addPurchases(tx, accepted, isImported ? now : null)
  await addStatusChanges(tx, accepted)
  await addBonuses(tx, accepted)
  await settleBonuses(tx, accepted)
  await addPayouts(tx, accepted)
  await settlePayouts(tx, accepted)
  const leads = await addLeads(tx, accepted)
  const movedTo = await moveStart(tx, accepted)
  if (isImported) return { results, movedTo, silent: 0 }
  const news = await findNews(tx, batch, { completed, leads })
  await writeNotices(tx, { ...batch, ...news })
  if (isWatched) await writePurchaseAlerts(tx, { projectId, completed: news.completed, now })
  const silent = completed.length + leads.length - news.completed.length - news.leads.length
  return { results, movedTo, silent }
}

/** The rows that cause notices and alerts: those whose state is not old. */
async function findNews(
  tx: Tx,
  { events, now, notifiesOld = false }: Batch,
  rows: { completed: readonly number[]; leads: readonly number[] },
): Promise<{ completed: readonly number[]; leads: readonly number[] }> {
  const since = now.getTime() - NEWS_MS
  if (notifiesOld || events.every((event) => Date.parse(event.occurred_at) >= since)) return rows
  const recent = async (table: 'transactions' | 'leads', ids: readonly number[]) => {
    const found = await sql<{ id: number }>`
      select id from ${sql.table(table)}
      where id = any(${[...ids]}::bigint[]) and source_at >= ${new Date(since)}
      order by id`.execute(tx)
    return found.rows.map(({ id }) => id)
  }
  return {
    completed: await recent('transactions', rows.completed),
    leads: await recent('leads', rows.leads),
  }
}

/** What `storeEvents` would return at this moment. Writes nothing and takes no lock. */
export async function previewEvents(db: Db, batch: Batch): Promise<Stored> {
  const { accepted, results } = await decide(db, batch)
  if (accepted.events.length === 0) return { results, movedTo: null, silent: 0 }
  const oldest = oldestOf(accepted)
  const { created_at } = await db
    .selectFrom('projects')
    .select('created_at')
    .where('id', '=', batch.projectId)
    .executeTakeFirstOrThrow()
  return { results, movedTo: oldest < created_at ? oldest : null, silent: 0 }
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
  const refusals = new Map([
    ...(await validateBonusCodes(db, fresh)),
    ...(batch.isImported === true ? await validateReferences(db, fresh) : []),
  ])
  const others = withoutRefused(fresh, refusals)
  for (const [id, refusal] of await findHashConflicts(db, others)) refusals.set(id, refusal)
  const results = events.map((event): EventResult => {
    const refusal = refusals.get(event.id)
    if (refusal) return { id: event.id, outcome: 'refused', ...refusal }
    return { id: event.id, outcome: first.get(event.id) === event ? 'taken' : 'repeated' }
  })
  return { accepted: withoutRefused(fresh, refusals), results }
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
