import { sql } from 'kysely'
import type { EventResult, IngestEvent } from '#src/wire/ingest.ts'
import { addBonuses, addPayouts, validateBonusCodes, settleBonuses } from './ingest-bonuses.ts'
import { addLeads } from './ingest-leads.ts'
import { findHashConflicts } from './ingest-hashes.ts'
import { addPurchases, addWallets, validateReferences } from './ingest-sales.ts'
import { writeNotices } from './notice-writing.ts'
import type { Tx } from './open.ts'

/** Events that are good by themselves, in the order of the request. */
export interface Batch {
  projectId: string
  events: readonly IngestEvent[]
  now: Date
  /** History that is imported tells nobody, and never leaves to chance which of two lines stands. */
  isImported?: boolean
}

/** What became of each event, in the order of the batch, and how far back the project now begins. */
export interface Stored {
  results: EventResult[]
  /** The project's new `created_at`, when older history has moved it. */
  movedTo: Date | null
}

/**
 * Takes a batch within the caller's transaction, each event once. Batches of one project go one
 * after the other, so that two senders never wait for each other in a circle, and what a batch
 * finds stays true until it ends. Events say what was so at their `occurred_at`: of a purchase or
 * lead the newest stands (at one moment the later status, then the greater id), of a wallet the
 * first registration.
 */
export async function storeEvents(tx: Tx, batch: Batch): Promise<Stored> {
  const { projectId, events } = batch
  await sql`select lock_project_sales(${projectId})`.execute(tx)
  const repeated = await findRepeated(tx, batch)
  const first = new Map<string, IngestEvent>()
  for (const event of events)
    if (!repeated.has(event.id) && !first.has(event.id)) first.set(event.id, event)

  const fresh = [...first.values()]
  const refusals = new Map([
    ...(await validateBonusCodes(tx, projectId, fresh)),
    ...(batch.isImported === true ? await validateReferences(tx, projectId, fresh) : []),
  ])
  const others = fresh.filter((event) => !refusals.has(event.id))
  for (const [id, refusal] of await findHashConflicts(tx, projectId, others))
    refusals.set(id, refusal)
  const taken = fresh.filter((event) => !refusals.has(event.id))
  let movedTo: Date | null = null
  if (taken.length > 0) {
    await registerIds(tx, projectId, taken)
    await addWallets(tx, projectId, taken)
    const completed = await addPurchases(tx, projectId, taken)
    await addBonuses(tx, projectId, taken)
    await settleBonuses(tx, projectId, taken)
    await addPayouts(tx, projectId, taken)
    const leads = await addLeads(tx, projectId, taken)
    movedTo = await moveStart(tx, projectId, taken)
    if (batch.isImported !== true) await writeNotices(tx, { ...batch, completed, leads })
  }
  const results = events.map((event): EventResult => {
    const refusal = refusals.get(event.id)
    if (refusal) return { id: event.id, outcome: 'refused', ...refusal }
    return { id: event.id, outcome: first.get(event.id) === event ? 'taken' : 'repeated' }
  })
  return { results, movedTo }
}

async function findRepeated(tx: Tx, { projectId, events }: Batch): Promise<Set<string>> {
  const ids = events.map((event) => event.id)
  const { rows } = await sql<{ event_id: string }>`
    select event_id from ingested_events
    where project_id = ${projectId} and event_id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.event_id))
}

async function registerIds(tx: Tx, projectId: string, events: readonly IngestEvent[]) {
  const ids = events.map((event) => event.id)
  await sql`
    insert into ingested_events (project_id, event_id)
    select ${projectId}, id from unnest(${ids}::text[]) as id order by id`.execute(tx)
}

/** The time by which an event counts in the figures. */
function timeOf(event: IngestEvent): number {
  return Date.parse(event.kind === 'transaction' ? event.created_at : event.occurred_at)
}

/** A project begins with the oldest thing it has (the app's "all" starts there). */
async function moveStart(
  tx: Tx,
  projectId: string,
  events: readonly IngestEvent[],
): Promise<Date | null> {
  const oldest = new Date(events.reduce((least, event) => Math.min(least, timeOf(event)), Infinity))
  const row = await tx
    .updateTable('projects')
    .set({ created_at: oldest })
    .where('id', '=', projectId)
    .where('created_at', '>', oldest)
    .returning('id')
    .executeTakeFirst()
  return row === undefined ? null : oldest
}
