import * as z from 'zod/mini'
import { ingestEventSchema, type EventResult, type IngestEvent } from '#src/wire/ingest.ts'
import { storeEvents, type Stored } from './ingest-store.ts'
import type { Db, Tx } from './open.ts'
import { inTransaction } from './transaction.ts'

// Nothing that a sale could have sold is older; a clock that runs ahead would hold up all that
// comes after it.
const OLDEST = Date.parse('2009-01-01T00:00:00.000Z')
const LEAD_MS = 5 * 60_000

const someIdSchema = z.object({ id: z.string() })

export interface Ingestion {
  projectId: string
  /** As they came, each to be judged alone. */
  events: readonly unknown[]
  now: Date
  isImported?: boolean
}

/**
 * Judges each event by itself, then takes the good ones in one transaction.
 * @param within how the transaction is run; a dry run undoes it
 */
export async function ingest(
  db: Db,
  { events, ...batch }: Ingestion,
  within: (db: Db, work: (tx: Tx) => Promise<Stored>) => Promise<Stored> = inTransaction,
): Promise<Stored> {
  const judged = events.map((event) => judge(event, batch.now))
  const good = judged.flatMap((result) => ('event' in result ? [result.event] : []))
  const stored =
    good.length === 0
      ? { results: [], movedTo: null }
      : await within(db, (tx) => storeEvents(tx, { ...batch, events: good }))
  const outcomes = stored.results.values()
  const results = judged.map((result) =>
    // One outcome for each good event, in their order.
    'event' in result ? (outcomes.next().value as EventResult) : result,
  )
  return { results, movedTo: stored.movedTo }
}

function judge(event: unknown, now: Date): { event: IngestEvent } | EventResult {
  const parsed = ingestEventSchema.safeParse(event)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const isExtra = issue?.code === 'unrecognized_keys'
    const path = [...(issue?.path ?? []), ...(isExtra ? issue.keys.slice(0, 1) : [])]
    return refused(event, path.join('.'), isExtra ? 'Unknown field' : (issue?.message ?? ''))
  }
  const fault = unstorable(parsed.data, now)
  return fault ? refused(event, ...fault) : { event: parsed.data }
}

/** What the schema can't say: moments out of reach, and text that PostgreSQL doesn't hold. */
function unstorable(event: IngestEvent, now: Date): [field: string, reason: string] | undefined {
  for (const [field, value] of Object.entries(event)) {
    if (typeof value !== 'string') continue
    if (/[\0\p{Surrogate}]/u.test(value)) return [field, 'Must be well-formed text without NUL']
    if (field !== 'occurred_at' && field !== 'created_at') continue
    const at = Date.parse(value)
    if (!(at >= OLDEST)) return [field, 'Must not be before 2009']
    if (at > now.getTime() + LEAD_MS) return [field, 'Must not be in the future']
  }
  return undefined
}

function refused(event: unknown, field: string, reason: string): EventResult {
  const named = someIdSchema.safeParse(event)
  const id = named.success ? named.data.id.slice(0, 128) : null
  return { id, outcome: 'refused', field: field || 'event', reason }
}
