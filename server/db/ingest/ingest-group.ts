import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { MAX_REFUSALS } from '#src/wire/ingest-keys.ts'
import type { EventResult, IngestEvent } from '#src/wire/ingest.ts'
import { ofKind, subjectOf, type Batch } from './ingest-events.ts'
import { claimsTakenHash } from './ingest-hashes.ts'
import { countKeyUse, countSent } from './ingest-keys.ts'
import { lockSale, NOTHING_STORED, storeEvents, type Stored } from './ingest-store.ts'
import type { Validated } from './ingest.ts'
import { describeRefused } from './masked-event.ts'
import { addRefusedEvents, countRefusedEvents } from './refused-events.ts'

/** The events of one request. */
export interface Delivery extends Validated {
  keyId: number
  /** How much of a group it takes: at least the number of its events. */
  size: number
  /** As they were received, one for each result. */
  received: readonly unknown[]
}

/**
 * Stores the deliveries of one project in one transaction, with the use of their keys: as one after the
 * other, except that an unusual price is found by what was there before the group. Those that have nothing
 * to do with each other are stored as one batch, because a batch costs little more than an event.
 * @returns what each delivery is answered
 */
export function storeGroup(db: Db, deliveries: readonly Delivery[]): Promise<Stored[]> {
  return inTransaction(db, async (tx) => {
    const stored = await storeBatches(tx, deliveries)
    const outcomes = deliveries.map((one) => one.complete(stored.get(one) ?? NOTHING_STORED))
    await recordUses(tx, deliveries, outcomes)
    return outcomes
  })
}

async function storeBatches(
  tx: Tx,
  deliveries: readonly Delivery[],
): Promise<ReadonlyMap<Delivery, Stored>> {
  const stored = new Map<Delivery, Stored>()
  const storing = deliveries.filter(({ batch }) => batch.events.length > 0)
  const [first] = storing
  if (first === undefined) return stored
  const watched = await lockSale(tx, first.batch.projectId)
  // Who has a hash is decided by the state after a batch. If one changes hands, each delivery stays its own.
  const isOrdered = storing.length > 1 && (await claimsTakenHash(tx, mergeBatches(storing)))
  const rounds = isOrdered ? storing.map((one) => [one]) : inRounds(storing)
  for (const round of rounds) {
    const outcomes = splitStored(round, await storeEvents(tx, mergeBatches(round), watched))
    for (const [at, one] of round.entries()) stored.set(one, outcomes[at] ?? NOTHING_STORED)
  }
  return stored
}

/**
 * Deliveries that can be one batch, in the order in which they are stored: two that touch the same thing
 * are never in one, and stay in their order.
 */
function inRounds(deliveries: readonly Delivery[]): Delivery[][] {
  const rounds: Delivery[][] = []
  /** The last round that touches a thing. */
  const lastOf = new Map<string, number>()
  for (const delivery of deliveries) {
    const things = delivery.batch.events.flatMap(thingsOf)
    const after = Math.max(-1, ...things.map((thing) => lastOf.get(thing) ?? -1))
    const found = rounds.findIndex(
      ([first], at) => at > after && first !== undefined && isAlike(first, delivery),
    )
    const round = found === -1 ? rounds.push([]) - 1 : found
    rounds[round]?.push(delivery)
    for (const thing of things) lastOf.set(thing, round)
  }
  return rounds
}

/** What of a batch holds for all of its events. */
const isAlike = (a: Delivery, b: Delivery) =>
  a.keyId === b.keyId && a.batch.notifiesOld === b.batch.notifiesOld

/** What the outcome of an event depends on, among the events that arrive together. */
function thingsOf(event: IngestEvent): string[] {
  const things = [`event ${event.id}`]
  if (event.kind === 'lead') things.push(subjectOf('lead', event.lead_id))
  else if (event.kind === 'wallet') things.push(`wallet ${event.wallet_address.toLowerCase()}`)
  else if (event.transaction_id != null) things.push(subjectOf('transaction', event.transaction_id))
  if (event.kind !== 'transaction') return things
  if (event.transaction_hash != null) things.push(`hash ${event.transaction_hash.toLowerCase()}`)
  // Purchases of one instant are counted in the order of their arrival.
  things.push(`time ${event.wallet_address.toLowerCase()} ${Date.parse(event.created_at)}`)
  return things
}

function mergeBatches(deliveries: readonly Delivery[]): Batch {
  const batches = deliveries.map(({ batch }) => batch)
  // A round has at least one delivery.
  const last = batches.at(-1)!
  return { ...last, events: batches.flatMap(({ events }) => events) }
}

/** What each delivery has of a batch of several. */
function splitStored(deliveries: readonly Delivery[], { results, silent }: Stored): Stored[] {
  const rest = [...results]
  return deliveries.map(({ batch: { events } }) => {
    const own = new Set([
      ...ofKind(events, 'transaction').map((event) =>
        subjectOf('transaction', event.transaction_id),
      ),
      ...ofKind(events, 'lead').map((event) => subjectOf('lead', event.lead_id)),
    ])
    return {
      results: rest.splice(0, events.length),
      movedTo: null,
      silent: silent.filter((subject) => own.has(subject)),
    }
  })
}

/** Counts the events of each key, also against its limit, and keeps the newest that were refused. */
async function recordUses(
  tx: Tx,
  deliveries: readonly Delivery[],
  outcomes: readonly Stored[],
): Promise<void> {
  const events = deliveries.flatMap(({ keyId, received, batch: { now } }, at) =>
    (outcomes[at]?.results ?? []).map((result, n) => ({ keyId, now, event: received[n], result })),
  )
  const last = deliveries.at(-1)
  if (last === undefined) return
  const { projectId, now } = last.batch
  // In one order, so that two processes do not deadlock.
  const keys = [...new Set(deliveries.map(({ keyId }) => keyId))].toSorted((a, b) => a - b)
  for (const keyId of keys) {
    const own = events.filter((event) => event.keyId === keyId)
    const count = (outcome: EventResult['outcome']) =>
      own.filter(({ result }) => result.outcome === outcome).length
    const isTest = count('tested') > 0
    await countSent(tx, keyId, own.length, now)
    await countKeyUse(tx, keyId, { taken: count('taken'), refused: count('refused'), isTest }, now)
  }
  const refused = events.filter(({ result }) => result.outcome === 'refused')
  if (refused.length === 0) return
  // First: two requests of a project then wait here, and not for each other's deletions.
  await countRefusedEvents(tx, projectId, refused.length, now)
  const newest = refused.slice(-MAX_REFUSALS).map(({ keyId, now: refused_at, event, result }) => ({
    key_id: keyId,
    refused_at,
    ...describeRefused(event, result),
  }))
  await addRefusedEvents(tx, projectId, newest)
}
