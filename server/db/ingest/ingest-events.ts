import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { TransactionStatus } from '#server/db/schema/schema.ts'
import type { IngestEvent } from '#src/wire/ingest.ts'

/** Why an event is refused, and the field that caused it. */
export interface Refusal {
  field: string
  reason: string
}

/** The first validation error; an empty field if it is about the whole value. */
export function firstIssue({ issues: [issue] }: z.core.$ZodError): Refusal {
  const isExtra = issue?.code === 'unrecognized_keys'
  const path = [...(issue?.path ?? []), ...(isExtra ? issue.keys.slice(0, 1) : [])]
  return { field: path.join('.'), reason: isExtra ? 'Unknown field' : (issue?.message ?? '') }
}

/** Events of a project. */
export interface ProjectEvents {
  projectId: string
  events: readonly IngestEvent[]
}

/** Valid events, in the order of the request. */
export interface Batch extends ProjectEvents {
  now: Date
  /** The key that sent them; absent for an import. */
  keyId?: number
  /** Imported history sends no notices or alerts, and contradictory lines are refused. */
  isImported?: boolean
  /** Also what is older than an hour causes notices, alerts and forwarding. */
  notifiesOld?: boolean
}

/** What an event is about, among all purchases and leads of a project. */
export const subjectOf = (kind: 'transaction' | 'lead', sourceId: string) => `${kind} ${sourceId}`

/** A row that a batch has added or replaced. */
export interface AddedRow {
  id: number
  /** The sender's id. */
  source_id: string
  /** The time of its newest event. */
  source_at: Date
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

/** Rows for `jsonb_to_recordset`: one parameter for any number of rows. */
export const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** The columns of these rows, and their update in an upsert. */
export function columnsOf(rows: readonly object[]) {
  const names = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
  const updates = names.map((name) => sql`${name} = excluded.${name}`)
  return { columns: sql.join(names), updates: sql.join(updates) }
}

/** Orders events with the same `occurred_at`. Equal to `status_rank` in the database. */
const STATUS_RANK: Readonly<Record<TransactionStatus, number>> = {
  pending: 0,
  processing: 1,
  completed: 2,
  failed: 2,
  expired: 2,
  refunded: 3,
}

/** The rank of a status among events with the same `occurred_at`: the later stage wins. */
export const rankOf = (status: TransactionStatus) => STATUS_RANK[status]

/** What decides which of two events of one thing is newer. */
interface EventVersion {
  id: string
  occurred_at: string
  status?: TransactionStatus
}

/** Whether `a` replaces `b`: by `occurred_at`, then by status, then by id. */
export function isNewer(a: EventVersion, b: EventVersion): boolean {
  const rank = ({ status }: EventVersion) => (status === undefined ? 0 : STATUS_RANK[status])
  const order = Date.parse(a.occurred_at) - Date.parse(b.occurred_at) || rank(a) - rank(b)
  return order === 0 ? a.id > b.id : order > 0
}

/**
 * One event of each thing: the one that replaces all others.
 * @param replaces whether event `a` replaces event `b`; by default the newest event does
 */
export function pickEvents<Event extends EventVersion>(
  events: readonly Event[],
  idOf: (event: Event) => string,
  replaces: (a: Event, b: Event) => boolean = isNewer,
): Map<string, Event> {
  const picked = new Map<string, Event>()
  for (const event of events) {
    const other = picked.get(idOf(event))
    if (other === undefined || replaces(event, other)) picked.set(idOf(event), event)
  }
  return picked
}

/** An ISO instant in UTC with milliseconds, as the database stores it. */
export const toUtc = (text: string) => new Date(text).toISOString()

/** The trimmed text, or null if it is absent or blank. */
export const textOrNull = (text: string | null | undefined) => text?.trim() || null
