import { allVisibleProjects } from '#server/auth/access.ts'
import {
  addressEvents,
  claimAlertMessages,
  deleteAlertMessages,
  lastSentAt,
  releaseAlertMessages,
  type ClaimedMessage,
  type MessageOutcome,
} from '#server/db/alert-messages.ts'
import { findAlertSettings, type AlertSettingsRow } from '#server/db/alerts.ts'
import type { Db } from '#server/db/open.ts'
import type { UserRow } from '#server/db/schema.ts'
import { findUser } from '#server/db/users.ts'
import type { Clock, Mailer, Push, PushSending } from '#server/dependencies.ts'
import { readDigestFigures } from '#server/digest/digest-figures.ts'
import { digestMail } from '#server/digest/digest-mail.ts'
import { startLoop, type BackgroundLoop } from '#server/outbound/background-loop.ts'
import { retryDelay } from '#server/outbound/outbox.ts'
import { mayHaveAlert } from '#src/domain/alert-access.ts'
import { canSeeFinance } from '#src/domain/roles.ts'
import { MINUTE_MS } from '#src/domain/zone.ts'
import { composeMail, composePush, messageIdOf, tagOf, type AlertMessage } from './compose.ts'
import { endOfQuiet } from './quiet-hours.ts'

export interface DeliveryDependencies {
  db: Db
  clock: Clock
  push: Push
  mailer: Mailer
  publicUrl: string
  log(message: string): void
}

const BATCH_RECEIVERS = 4
const POLL_MS = 1000
/** A little more than a day, see `retryDelay`. */
const MAX_ATTEMPTS = 100
/** With "Group notices", a receiver gets at most one message in this time. */
const GROUP_MS = 10 * MINUTE_MS

type DeliverySettings = Pick<
  AlertSettingsRow,
  'quiet_from' | 'quiet_to' | 'tz' | 'hide_amounts' | 'groups_messages'
>
/** Of a person who has never saved any. */
const NO_SETTINGS: DeliverySettings = {
  quiet_from: null,
  quiet_to: null,
  tz: 'UTC',
  hide_amounts: true,
  groups_messages: true,
}

/** The person whom messages are for, as they are at this moment. */
interface Receiver {
  user: UserRow
  settings: DeliverySettings
  projects: readonly string[]
}

/**
 * Addresses new events and sends all messages that are due. Several processes may do so at the same
 * time. What a killed process had claimed becomes due again after a while.
 * @returns the number of messages that were attempted or put off
 */
export async function deliverAlerts(
  parts: DeliveryDependencies,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let handled = 0
  for (;;) {
    if (isStopped()) return handled
    const now = parts.clock.now()
    const added = await addressEvents(parts.db, now)
    const groups = await claimAlertMessages(parts.db, now, BATCH_RECEIVERS)
    handled += groups.flat().length
    await Promise.all(groups.map((group) => deliverGroup(parts, group)))
    if (added === 0 && groups.length === 0) return handled
  }
}

/** Delivers every second until `stop`, which waits for messages being sent. */
export function startDelivery(parts: DeliveryDependencies): BackgroundLoop {
  return startLoop('alerts', POLL_MS, (isStopped) => deliverAlerts(parts, isStopped), parts.log)
}

async function deliverGroup(parts: DeliveryDependencies, group: ClaimedMessage[]): Promise<void> {
  const { db, clock, log } = parts
  const open = new Set(group)
  const settle = async (messages: readonly ClaimedMessage[], result: Result) => {
    const now = clock.now()
    const attempts = Math.max(...messages.map((message) => message.attempts))
    await releaseAlertMessages(db, messages, outcomeOf(result, attempts, now), now)
    for (const message of messages) open.delete(message)
  }
  try {
    const [first] = group
    const receiver = first ? await readReceiver(parts, first.user_id) : null
    const allowed = receiver ? group.filter((message) => maySee(receiver, message)) : []
    await deleteAlertMessages(
      db,
      group.filter((message) => !allowed.includes(message)),
    )
    if (!receiver) return
    const digests = allowed.filter(({ kind }) => kind === 'digest')
    for (const digest of digests) await settle([digest], await sendDigest(parts, receiver, digest))
    // The others have a kind of the rules.
    const alerts = allowed.filter(({ kind }) => kind !== 'digest') as AlertMessage[]
    const together = receiver.settings.groups_messages ? [alerts] : alerts.map((alert) => [alert])
    for (const batch of together) {
      const [oldest, ...later] = batch
      if (oldest) await settle(batch, await sendAlerts(parts, receiver, [oldest, ...later]))
    }
  } catch (error) {
    log(`alerts: messages: ${error instanceof Error ? error.message : String(error)}`)
    if (open.size > 0)
      await settle([...open], { is: 'unreachable', reason: 'The server could not prepare it' })
  }
}

type Result = PushSending | { is: 'put-off'; until: number }

function outcomeOf(result: Result, attempts: number, now: Date): MessageOutcome {
  const later = (ms: number) => new Date(now.getTime() + ms)
  switch (result.is) {
    case 'sent':
      return { state: 'sent', reason: null }
    case 'gone':
      return { state: 'failed', reason: 'The device is no longer there' }
    case 'refused':
      return { state: 'failed', reason: result.reason }
    case 'put-off':
      return {
        state: 'waiting',
        reason: null,
        nextAttemptAt: new Date(result.until),
        isUncounted: true,
      }
    case 'rate-limited':
      return {
        state: 'waiting',
        reason: 'The service asked to wait',
        nextAttemptAt: later(result.ms),
        isUncounted: true,
      }
    case 'unreachable':
      return attempts >= MAX_ATTEMPTS
        ? { state: 'failed', reason: result.reason }
        : { state: 'waiting', reason: result.reason, nextAttemptAt: later(retryDelay(attempts)) }
  }
}

/** Null for a person who can't sign in any more. */
async function readReceiver(
  { db }: DeliveryDependencies,
  userId: number,
): Promise<Receiver | null> {
  const user = await findUser(db, userId)
  const settings = (await findAlertSettings(db, userId)) ?? NO_SETTINGS
  if (!user || user.disabled_at !== null) return null
  const projects = await allVisibleProjects(db, user)
  return { user, settings, projects }
}

/** Role and memberships may have changed since the event. */
function maySee({ user, projects }: Receiver, { kind, project_id: project }: ClaimedMessage) {
  if (kind === 'digest') return true
  return mayHaveAlert(user.role, kind) && (project === null || projects.includes(project))
}

async function sendAlerts(
  parts: DeliveryDependencies,
  { user, settings }: Receiver,
  events: readonly [AlertMessage, ...AlertMessage[]],
): Promise<Result> {
  const { db, clock, push, publicUrl } = parts
  const [first] = events
  const now = clock.now().getTime()
  const until = await putOffUntil(db, settings, first, now)
  if (until !== null) return { is: 'put-off', until }
  const options = { hideAmounts: settings.hide_amounts, tz: settings.tz }
  if (first.channel === 'mail')
    return sendMail(parts, composeMail(events, user.email, publicUrl, options))
  // A message of the channel push has a device.
  return push.send(first.device_id ?? 0, composePush(events, options), {
    eventId: tagOf(first),
    urgency: 'high',
  })
}

/** Until when messages wait; null if they don't. Quiet hours are for what makes a sound. */
async function putOffUntil(
  db: Db,
  settings: DeliverySettings,
  message: ClaimedMessage,
  now: number,
): Promise<number | null> {
  const { quiet_from: from, quiet_to: to, tz } = settings
  const quiet =
    message.channel === 'push' && from !== null && to !== null
      ? endOfQuiet({ from, to }, tz, now)
      : null
  if (quiet !== null || !settings.groups_messages) return quiet
  const last = await lastSentAt(db, message)
  const next = last === null ? 0 : last.getTime() + GROUP_MS
  return next > now ? next : null
}

async function sendDigest(
  parts: DeliveryDependencies,
  { user, settings, projects }: Receiver,
  { event_id, data }: ClaimedMessage,
): Promise<Result> {
  const periods = periodsOf(data)
  const figures = await readDigestFigures(parts.db, projects, periods, canSeeFinance(user.role))
  const mail = digestMail(figures, {
    ...periods,
    to: user.email,
    publicUrl: parts.publicUrl,
    zone: settings.tz,
    hidesAmounts: settings.hide_amounts,
  })
  const messageId = messageIdOf(`digest-${event_id}`, parts.publicUrl)
  return sendMail(parts, { ...mail, messageId })
}

/** What `addDueDigests` has written. */
function periodsOf(data: Record<string, unknown>) {
  const at = (name: string) => Number(data[name])
  return {
    range: { start: at('start'), end: at('end') },
    before: { start: at('before'), end: at('start') },
  }
}

async function sendMail(
  { mailer, log }: DeliveryDependencies,
  mail: Parameters<Mailer['send']>[0],
): Promise<Result> {
  try {
    await mailer.send(mail)
    return { is: 'sent' }
  } catch (error) {
    log(`alerts: mail: ${error instanceof Error ? error.message : String(error)}`)
    return { is: 'unreachable', reason: 'The mail server did not take it' }
  }
}
