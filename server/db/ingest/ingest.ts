import * as z from 'zod/mini'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { cutText } from '#src/domain/text/text.ts'
import { ingestEventSchema, type EventResult, type IngestEvent } from '#src/wire/ingest.ts'
import { firstIssue, type Batch } from './ingest-events.ts'
import { previewEvents, storeEvents, testEvents, type Stored } from './ingest-store.ts'

// No sale is older. An event from a clock that runs ahead would replace all later ones.
const OLDEST = Date.parse('2009-01-01T00:00:00.000Z')
const MAX_CLOCK_SKEW_MS = 5 * 60_000

const withIdSchema = z.object({ id: z.string() })

export interface Ingestion extends Omit<Batch, 'events'> {
  /** The events as received. Each is validated separately. */
  events: readonly unknown[]
}

/**
 * Validates each event and stores the valid ones in one transaction, except tests.
 * @param within runs the transaction
 */
export function ingest(
  db: Db,
  ingestion: Ingestion,
  within: (db: Db, work: (tx: Tx) => Promise<Stored>) => Promise<Stored> = inTransaction,
): Promise<Stored> {
  return validate(db, ingestion, (batch) => within(db, (tx) => storeEvents(tx, batch)))
}

/** What `ingest` would do. Writes nothing. */
export function previewIngest(db: Db, ingestion: Ingestion): Promise<Stored> {
  return validate(db, ingestion, (batch) => previewEvents(db, batch))
}

/** Validates each event, tests those that are marked as tests, and passes the other valid ones on. */
async function validate(
  db: Db,
  { events, ...batch }: Ingestion,
  storeValid: (batch: Batch) => Promise<Stored>,
): Promise<Stored> {
  const validated = events.map((event) => validateEvent(event, batch.now))
  const valid = validated.flatMap((result) => ('event' in result ? [result.event] : []))
  const tests = valid.filter(isTest)
  const sent = valid.filter((event) => !isTest(event))
  const tested = tests.length === 0 ? [] : await testEvents(db, { ...batch, events: tests })
  const stored =
    sent.length === 0
      ? { results: [], movedTo: null, silent: 0 }
      : await storeValid({ ...batch, events: sent })
  const outcomes = { tests: tested.values(), sent: stored.results.values() }
  const results = validated.map((result) => {
    if (!('event' in result)) return result
    const { value } = outcomes[isTest(result.event) ? 'tests' : 'sent'].next()
    // There is one outcome per valid event, in their order.
    return value as EventResult
  })
  return { ...stored, results }
}

const isTest = (event: IngestEvent) => event.test === true

function validateEvent(event: unknown, now: Date): { event: IngestEvent } | EventResult {
  const parsed = ingestEventSchema.safeParse(event)
  if (!parsed.success) {
    const { field, reason } = firstIssue(parsed.error)
    return refused(event, field, reason)
  }
  const error = validateForStorage(parsed.data, now)
  return error ? refused(event, ...error) : { event: parsed.data }
}

/** Checks beyond the schema: times out of range, and text that PostgreSQL cannot store. */
function validateForStorage(
  event: IngestEvent,
  now: Date,
): [field: string, reason: string] | undefined {
  for (const [field, value] of Object.entries(event)) {
    if (typeof value !== 'string') continue
    if (/[\0\p{Surrogate}]/u.test(value)) return [field, 'Must be well-formed text without NUL']
    if (field !== 'occurred_at' && field !== 'created_at') continue
    const at = Date.parse(value)
    if (!(at >= OLDEST)) return [field, 'Must not be before 2009']
    if (at > now.getTime() + MAX_CLOCK_SKEW_MS) return [field, 'Must not be in the future']
  }
  return undefined
}

function refused(event: unknown, field: string, reason: string): EventResult {
  const withId = withIdSchema.safeParse(event)
  const id = withId.success ? cutText(withId.data.id, 128) : null
  return { id, outcome: 'refused', field: field || 'event', reason }
}
