import { sql } from 'kysely'
import type { EventResult, IngestEvent } from '#src/wire/ingest.ts'
import { addBonuses, addPayouts, validateBonusCodes, settleBonuses } from './ingest-bonuses.ts'
import type { ProjectEvents, Refusal } from './ingest-events.ts'
import { findHashConflicts } from './ingest-hashes.ts'
import { addLeads } from './ingest-leads.ts'
import { addPurchases, addWallets, validateReferences } from './ingest-sales.ts'
import { writeNotices } from './notice-writing.ts'
import type { Tx } from './open.ts'

/** Valid events, in the order of the request. */
export interface Batch extends ProjectEvents {
  now: Date
  /** Imported history sends no notices, and contradictory lines are refused. */
  isImported?: boolean
}

/** The outcome of each event, in the order of the batch. */
export interface Stored {
  results: EventResult[]
  /** The project's new `created_at` if older history has moved it. */
  movedTo: Date | null
}

/**
 * Stores a batch in the caller's transaction, each event once. A lock runs the batches of one project
 * one after the other, so senders do not deadlock and the rows that a batch reads do not change. An
 * event describes the state at its `occurred_at`: the newest event of a purchase or lead wins (then
 * the later status, then the greater id), and the first registration of a wallet.
 */
export async function storeEvents(tx: Tx, batch: Batch): Promise<Stored> {
  const { projectId, events } = batch
  await sql`select lock_project_sales(${projectId})`.execute(tx)
  const repeated = await findRepeated(tx, batch)
  const first = new Map<string, IngestEvent>()
  for (const event of events)
    if (!repeated.has(event.id) && !first.has(event.id)) first.set(event.id, event)

  const fresh = { projectId, events: [...first.values()] }
  const refusals = new Map([
    ...(await validateBonusCodes(tx, fresh)),
    ...(batch.isImported === true ? await validateReferences(tx, fresh) : []),
  ])
  const others = withoutRefused(fresh, refusals)
  for (const [id, refusal] of await findHashConflicts(tx, others)) refusals.set(id, refusal)
  const accepted = withoutRefused(fresh, refusals)
  let movedTo: Date | null = null
  if (accepted.events.length > 0) {
    await registerIds(tx, accepted)
    await addWallets(tx, accepted)
    const completed = await addPurchases(tx, accepted)
    await addBonuses(tx, accepted)
    await settleBonuses(tx, accepted)
    await addPayouts(tx, accepted)
    const leads = await addLeads(tx, accepted)
    movedTo = await moveStart(tx, accepted)
    if (batch.isImported !== true) await writeNotices(tx, { ...batch, completed, leads })
  }
  const results = events.map((event): EventResult => {
    const refusal = refusals.get(event.id)
    if (refusal) return { id: event.id, outcome: 'refused', ...refusal }
    return { id: event.id, outcome: first.get(event.id) === event ? 'taken' : 'repeated' }
  })
  return { results, movedTo }
}

function withoutRefused(
  { projectId, events }: ProjectEvents,
  refusals: ReadonlyMap<string, Refusal>,
): ProjectEvents {
  return { projectId, events: events.filter((event) => !refusals.has(event.id)) }
}

async function findRepeated(tx: Tx, { projectId, events }: ProjectEvents): Promise<Set<string>> {
  const ids = events.map((event) => event.id)
  const { rows } = await sql<{ event_id: string }>`
    select event_id from ingested_events
    where project_id = ${projectId} and event_id = any(${ids}::text[])`.execute(tx)
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

/** A project starts with its oldest event, where the period "all" of the app starts. */
async function moveStart(tx: Tx, { projectId, events }: ProjectEvents): Promise<Date | null> {
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
