import { sql } from 'kysely'
import type { IngestEvent } from '#src/wire/ingest.ts'
import type { TransactionStatus } from './schema.ts'

/** A refused event: which field, and why. */
export interface Refusal {
  field: string
  reason: string
}

/** Events of one kind. */
export function ofKind<Kind extends IngestEvent['kind']>(
  events: readonly IngestEvent[],
  kind: Kind,
): Extract<IngestEvent, { kind: Kind }>[] {
  return events.filter(
    (event): event is Extract<IngestEvent, { kind: Kind }> => event.kind === kind,
  )
}

/** Rows for `jsonb_to_recordset`: one parameter, however many rows. */
export const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** Which status stands when two events are of one moment; `status_rank` in the database. */
const STATUS_RANK: Readonly<Record<TransactionStatus, number>> = {
  pending: 0,
  processing: 1,
  completed: 2,
  failed: 2,
  expired: 2,
  refunded: 3,
}

/** Of one moment the later stage of a purchase stands. */
export const rankOf = (status: TransactionStatus) => STATUS_RANK[status]

interface Moment {
  id: string
  occurred_at: string
  status?: TransactionStatus
}

/** Whether `a` stands after `b`: later, at one moment by the later status, then by the greater id. */
export function isNewer(a: Moment, b: Moment): boolean {
  const rank = (moment: Moment) => (moment.status === undefined ? 0 : STATUS_RANK[moment.status])
  const order = Date.parse(a.occurred_at) - Date.parse(b.occurred_at) || rank(a) - rank(b)
  return order === 0 ? a.id > b.id : order > 0
}

/** Of the events of each thing the one that stands. */
export function newestOf<Event extends Moment>(
  events: readonly Event[],
  thing: (event: Event) => string,
): Event[] {
  const newest = new Map<string, Event>()
  for (const event of events) {
    const other = newest.get(thing(event))
    if (other === undefined || isNewer(event, other)) newest.set(thing(event), event)
  }
  return [...newest.values()]
}

/** An instant as the database is given it: whole milliseconds, in UTC. */
export const instant = (text: string) => new Date(text).toISOString()

/** Absent, null and blank are one: not known. */
export const known = (text: string | null | undefined) => text?.trim() || null
