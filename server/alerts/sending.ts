import type { Db } from '#server/db/engine/open.ts'
import { lastSentAt, type ClaimedMessage } from '#server/db/messages/alert-messages.ts'
import type { Clock, Mail, Mailer, Push, PushMessage, PushSending } from '#server/dependencies.ts'
import { readDigestFigures } from '#server/digest/digest-figures.ts'
import { digestMail } from '#server/digest/digest-mail.ts'
import { messageOf } from '#server/error-message.ts'
import { mailFailure } from '#server/outbound/mailer.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import { fromWall, localDate } from '#src/domain/time/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, zoneRules } from '#src/domain/time/zone.ts'
import { accountMail } from './account-mails.ts'
import { composeMail, composePush, messageIdOf, tagOf, type AlertMessage } from './compose.ts'
import { projectMail, projectPush, type ProjectMessage } from './project-news.ts'
import type { Receiver } from './receivers.ts'

export interface DeliveryDependencies {
  db: Db
  clock: Clock
  push: Push
  mailer: Mailer
  publicUrl: string
  /** For the tokens of mailed links. */
  secret: Buffer
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
  const { db, clock, publicUrl } = parts
  const [first] = events
  const until = await putOffUntil(db, settings, first, clock.now().getTime())
  if (until !== null) return { is: 'put-off', until }
  const options = { hideAmounts: settings.hide_amounts, tz: settings.tz }
  return first.channel === 'mail'
    ? sendMail(parts, composeMail(events, user.email, publicUrl, options))
    : sendPush(parts, first, composePush(events, options))
}

/** Until when quiet hours put a message off; null if they don't. They are for what makes a sound. */
function quietUntil(
  { quiet_from: from, quiet_to: to, tz }: Receiver['settings'],
  { channel }: ClaimedMessage,
  now: number,
): number | null {
  return channel === 'push' && from !== null && to !== null
    ? endOfQuiet({ from, to }, tz, now)
    : null
}

/** Until when messages wait; null if they don't. */
async function putOffUntil(
  db: Db,
  settings: Receiver['settings'],
  message: ClaimedMessage,
  now: number,
): Promise<number | null> {
  const quiet = quietUntil(settings, message, now)
  if (quiet !== null || !settings.groups_messages) return quiet
  const last = await lastSentAt(db, message)
  const next = last === null ? 0 : last.getTime() + GROUP_MS
  return next > now ? next : null
}

/** Mails news about the receiver's own account: at once. */
export function sendAccountNews(
  parts: DeliveryDependencies,
  { user, settings }: Receiver,
  message: ClaimedMessage,
): Promise<Result> {
  const { publicUrl, secret } = parts
  return sendMail(
    parts,
    accountMail(message, { to: user.email, publicUrl, secret, tz: settings.tz }),
  )
}

/** Sends news about a project, each as a message of its own. Only quiet hours put it off. */
export async function sendProjectNews(
  parts: DeliveryDependencies,
  { user, settings }: Receiver,
  message: ProjectMessage,
): Promise<Result> {
  const { clock, publicUrl } = parts
  const until = quietUntil(settings, message, clock.now().getTime())
  if (until !== null) return { is: 'put-off', until }
  const options = { hideAmounts: settings.hide_amounts, tz: settings.tz }
  return message.channel === 'mail'
    ? sendMail(parts, projectMail(message, user.email, publicUrl, options))
    : sendPush(parts, message, projectPush(message, options))
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

/** Sends a message of the channel push, which has a device. */
function sendPush(
  { push }: DeliveryDependencies,
  message: ClaimedMessage,
  content: PushMessage,
): Promise<Result> {
  const options = { eventId: tagOf(message), urgency: 'high' } as const
  return push.send(message.device_id ?? 0, content, options)
}

async function sendMail({ mailer, log }: DeliveryDependencies, mail: Mail): Promise<Result> {
  try {
    await mailer.send(mail)
    return { is: 'sent' }
  } catch (error) {
    log(`alert delivery: mail: ${messageOf(error)}`)
    return mailFailure(error)
  }
}

/** Local times "22:00"; `from` after `to` spans midnight. */
interface QuietHours {
  from: string
  to: string
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * HOUR_MS + minutes * MINUTE_MS
}

/** When the quiet hours that `now` (epoch ms) falls in end; null outside of them. */
export function endOfQuiet({ from, to }: QuietHours, zone: string, now: number): number | null {
  const rules = zoneRules(zone)
  const today = Date.parse(localDate(now, zone))
  const length = (minutesOf(to) - minutesOf(from) + DAY_MS) % DAY_MS
  // Those that began yesterday may not be over.
  for (const day of [today - DAY_MS, today]) {
    const start = fromWall(day + minutesOf(from), rules)
    const end = fromWall(day + minutesOf(from) + length, rules)
    if (start <= now && now < end) return end
  }
  return null
}
