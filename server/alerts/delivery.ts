import { isProjectNews } from '#server/db/messages/account-events.ts'
import {
  addressEvents,
  claimAlertMessages,
  type ClaimedMessage,
} from '#server/db/messages/alert-messages.ts'
import { deleteQueued, releaseQueued, type Outcome } from '#server/db/messages/queue.ts'
import { RULELESS } from '#server/db/schema/schema-alerts.ts'
import { messageOf } from '#server/error-message.ts'
import { startLoop, type BackgroundLoop } from '#server/outbound/background-loop.ts'
import { outcomeOf, retryDelay, UNPREPARED } from '#server/outbound/outcome.ts'
import type { AlertMessage } from './compose.ts'
import type { ProjectMessage } from './project-news.ts'
import { isWanted, readReceiver, type Receiver } from './receivers.ts'
import {
  sendAccountNews,
  sendAlerts,
  sendDigest,
  sendProjectNews,
  type DeliveryDependencies,
  type Result,
} from './sending.ts'

/** How many receivers are sent to at the same time, so a slow one holds up no other. */
const LANES = 4
const POLL_MS = 1000
/** With the longest attempt after it, less than the time of a claim. */
const MAX_TURN_MS = 20_000

type IsStopped = () => boolean

/**
 * Delivers every second until `stop`, which waits for the attempts in progress. What is due is found
 * while earlier messages are still being sent.
 */
export function startDelivery(parts: DeliveryDependencies): BackgroundLoop {
  const lanes = new Set<Promise<void>>()
  const fill = (isStopped: IsStopped) => fillLanes(parts, lanes, isStopped)
  const loop = startLoop('alert delivery', POLL_MS, fill, parts.log)
  return {
    async stop() {
      await loop.stop()
      await Promise.all(lanes)
    },
  }
}

/**
 * Addresses new events and gives each free lane a receiver, until none is due. Several processes may do
 * so at the same time. What a killed process had claimed becomes due again after a while.
 * @param lanes the deliveries in progress, which leave it at their end; none rejects
 * @returns the number of messages that were claimed
 */
export async function fillLanes(
  parts: DeliveryDependencies,
  lanes: Set<Promise<void>>,
  isStopped: IsStopped,
): Promise<number> {
  const { db, clock, log } = parts
  let claimed = 0
  for (;;) {
    if (lanes.size >= LANES) await Promise.race(lanes)
    if (isStopped()) return claimed
    const now = clock.now()
    const added = await addressEvents(db, now)
    const messages = await claimAlertMessages(db, now)
    const [first] = messages
    if (!first) {
      if (added === 0) return claimed
      continue
    }
    claimed += messages.length
    const lane = deliver(parts, first.user_id, messages, isStopped)
      // Of the database: the claim ends by itself.
      .catch((error: unknown) => log(`alert delivery: ${messageOf(error)}`))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
}

/** Sends the claimed messages of one receiver, one after the other, and ends the claim of each. */
async function deliver(
  parts: DeliveryDependencies,
  userId: number,
  messages: readonly ClaimedMessage[],
  isStopped: IsStopped,
): Promise<void> {
  const { db, clock } = parts
  const startedAt = clock.now().getTime()
  const receiver = await readReceiver(db, userId)
  const wanted = receiver
    ? messages.filter((message) => isWanted(receiver, message, clock.now()))
    : []
  await deleteQueued(
    db,
    'alert_messages',
    messages.filter((message) => !wanted.includes(message)),
  )
  if (!receiver) return
  const batches = batchesOf(parts, receiver, wanted)
  const release = (from: number, outcome: Outcome) =>
    releaseQueued(
      db,
      'alert_messages',
      batches.slice(from).flatMap((batch) => batch.messages),
      outcome,
      clock.now(),
    )
  for (const [at, batch] of batches.entries()) {
    const isOver = clock.now().getTime() - startedAt >= MAX_TURN_MS
    if (isOver || isStopped())
      return release(at, { state: 'waiting', reason: null, isUncounted: true })
    const wait = await deliverBatch(parts, batch)
    // Nothing was tried for the others: a receiver that takes nothing now is not tried for each.
    if (wait) return release(at + 1, wait)
  }
}

/** What is sent as one message. */
interface Batch {
  messages: readonly ClaimedMessage[]
  send(): Promise<Result>
}

/** What may be put off is last: news about the account, which a person waits for, are first. */
function batchesOf(
  parts: DeliveryDependencies,
  receiver: Receiver,
  messages: readonly ClaimedMessage[],
): Batch[] {
  const groups = receiver.settings.groups_messages
    ? [messages.filter(isAlert)]
    : messages.filter(isAlert).map((alert) => [alert])
  const each = <Message extends ClaimedMessage>(
    alone: readonly Message[],
    send: (parts: DeliveryDependencies, to: Receiver, message: Message) => Promise<Result>,
  ): Batch[] =>
    alone.map((message) => ({ messages: [message], send: () => send(parts, receiver, message) }))
  return [
    ...each(messages.filter(isAccountNews), sendAccountNews),
    ...each(messages.filter(isDigest), sendDigest),
    ...each(messages.filter(isNewsOfProject), sendProjectNews),
    ...groups.flatMap(([first, ...others]): Batch[] =>
      first
        ? [
            {
              messages: [first, ...others],
              send: () => sendAlerts(parts, receiver, [first, ...others]),
            },
          ]
        : [],
    ),
  ]
}

const isAccountNews = ({ kind }: ClaimedMessage) => kind === 'account'
const isDigest = ({ kind }: ClaimedMessage) => kind === 'digest'
const isNewsOfProject = (message: ClaimedMessage): message is ProjectMessage =>
  isProjectNews(message.kind)
const isAlert = (message: ClaimedMessage): message is AlertMessage =>
  !RULELESS.some((kind) => kind === message.kind)

const WAITS: readonly Result['is'][] = ['unreachable', 'rate-limited', 'put-off']

/** @returns how the receiver's other messages wait; null if they need not */
async function deliverBatch(
  { db, clock, log }: DeliveryDependencies,
  { messages, send }: Batch,
): Promise<Outcome | null> {
  const attempts = Math.max(...messages.map((message) => message.attempts))
  const result = await send().catch((error: unknown): Result => {
    log(`alert delivery: ${messageOf(error)}`)
    return UNPREPARED
  })
  const now = clock.now()
  const outcome = resultOutcome(result, attempts, now)
  await releaseQueued(db, 'alert_messages', messages, outcome, now)
  // A message that can't be prepared blocks no others; after its last attempt the person sees it.
  if (result === UNPREPARED || !WAITS.includes(result.is)) return null
  // The last attempt of this message is not that of the others.
  const nextAttemptAt = outcome.nextAttemptAt ?? new Date(now.getTime() + retryDelay(attempts))
  return { state: 'waiting', reason: outcome.reason, nextAttemptAt, isUncounted: true }
}

function resultOutcome(result: Result, attempts: number, now: Date): Outcome {
  if (result.is !== 'put-off') return outcomeOf(result, attempts, now)
  const nextAttemptAt = new Date(result.until)
  return { state: 'waiting', reason: null, nextAttemptAt, isUncounted: true }
}
