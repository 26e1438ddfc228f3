import * as z from 'zod/mini'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { cutText } from '#src/domain/text/text.ts'
import { ingestEventSchema, type EventResult, type IngestEvent } from '#src/wire/ingest.ts'
import { firstIssue, type Batch } from './ingest-events.ts'
import {
  lockSale,
  NOTHING_STORED,
  previewEvents,
  storeEvents,
  testEvents,
  type Stored,
} from './ingest-store.ts'

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
export async function ingest(
  db: Db,
  ingestion: Ingestion,
  within: (db: Db, work: (tx: Tx) => Promise<Stored>) => Promise<Stored> = inTransaction,
): Promise<Stored> {
  const { batch, complete } = await validate(db, ingestion)
  if (batch.events.length === 0) return complete(NOTHING_STORED)
  const store = async (tx: Tx) => storeEvents(tx, batch, await lockSale(tx, batch.projectId))
  return complete(await within(db, store))
}

/** What `ingest` would do. Writes nothing. */
export async function previewIngest(db: Db, ingestion: Ingestion): Promise<Stored> {
  const { batch, complete } = await validate(db, ingestion)
  return complete(batch.events.length === 0 ? NOTHING_STORED : await previewEvents(db, batch))
}

/** The events of a request, each of which has been validated alone. */
export interface Validated {
  /** Those that are to be stored. */
  batch: Batch
  /** Adds the results of all others to those of the batch. */
  complete(stored: Stored): Stored
}

/** Validates each event, and tests those that are marked as tests. */
export async function validate(db: Db, { events, ...batch }: Ingestion): Promise<Validated> {
  const validated = events.map((event) => validateEvent(event, batch.now))
  const valid = validated.flatMap((result) => ('event' in result ? [result.event] : []))
  const tests = valid.filter(isTest)
  const sent = valid.filter((event) => !isTest(event))
  const tested = tests.length === 0 ? [] : await testEvents(db, { ...batch, events: tests })
  return {
    batch: { ...batch, events: sent },
    complete(stored) {
      const outcomes = { tests: tested.values(), sent: stored.results.values() }
      const results = validated.map((result) => {
        if (!('event' in result)) return result
        const { value } = outcomes[isTest(result.event) ? 'tests' : 'sent'].next()
        // There is one outcome per valid event, in their order.
        return value as EventResult
      })
      return { ...stored, results }
    },
  }
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
