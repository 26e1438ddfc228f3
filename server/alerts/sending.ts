import { lastSentAt, type ClaimedMessage } from '#server/db/alert-messages.ts'
import type { Db } from '#server/db/open.ts'
import type { Clock, Mailer, Push, PushSending } from '#server/dependencies.ts'
import { readDigestFigures } from '#server/digest/digest-figures.ts'
import { digestMail } from '#server/digest/digest-mail.ts'
import { messageOf } from '#server/error-message.ts'
import { canSeeFinance } from '#src/domain/roles.ts'
import { MINUTE_MS } from '#src/domain/zone.ts'
import { composeMail, composePush, messageIdOf, tagOf, type AlertMessage } from './compose.ts'
import { endOfQuiet } from './quiet-hours.ts'
import type { Receiver } from './receivers.ts'

export interface DeliveryDependencies {
  db: Db
  clock: Clock
  push: Push
  mailer: Mailer
  publicUrl: string
  log(message: string): void
}

/** The result of sending a message. `put-off`: nothing was sent, and nothing is before `until`. */
export type Result = PushSending | { is: 'put-off'; until: number }

/** With "Group notices", a receiver gets at most one message in this time. */
const GROUP_MS = 10 * MINUTE_MS

/** Sends one message about these events of a receiver, oldest first. */
export async function sendAlerts(
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
  settings: Receiver['settings'],
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

/** Mails a digest, with the figures of now. */
export async function sendDigest(
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
    log(`alert delivery: mail: ${messageOf(error)}`)
    return { is: 'unreachable', reason: 'The mail server did not take it' }
  }
}
