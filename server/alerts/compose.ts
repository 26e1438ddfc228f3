import type { ClaimedMessage } from '#server/db/messages/alert-messages.ts'
import type { Mail, PushMessage } from '#server/dependencies.ts'
import { describeFired, type FiredText } from '#src/domain/people/alert-text.ts'
import type { AlertKind } from '#src/wire/alerts.ts'

/** An event of a rule. */
export type AlertMessage = ClaimedMessage & { kind: AlertKind }

export interface TextOptions {
  hideAmounts: boolean
  tz: string
}

function textOf({ kind, project_id, at, data }: AlertMessage, options: TextOptions): FiredText {
  return describeFired({ kind, project_id, at: at.toISOString(), data }, options)
}

/** The page with all alerts, for a message about several. */
const ALERTS_PATH = '/alerts'

/**
 * One push message about these events, oldest first. Its tag is the oldest event's: a device shows a
 * message once, however often a crash repeats it.
 */
export function composePush(
  events: readonly [AlertMessage, ...AlertMessage[]],
  options: TextOptions,
): PushMessage {
  const [first] = events
  const newest = events.at(-1) ?? first
  const { title, text, path } = textOf(newest, options)
  const base = { tag: tagOf(first), at: newest.at.toISOString() }
  if (events.length === 1) return { ...base, title, body: text, path }
  return {
    ...base,
    title: `${events.length} notices`,
    body: `${title}, and ${events.length - 1} more`,
    path: ALERTS_PATH,
  }
}

export function tagOf({ event_id }: ClaimedMessage): string {
  return `alert-${event_id}`
}

/** How many alerts a mail lists. */
const MOST_LISTED = 20

/**
 * One mail about these events, oldest first, with a Message-ID of its own: see `composePush`. Of many, it
 * lists the newest.
 */
export function composeMail(
  events: readonly [AlertMessage, ...AlertMessage[]],
  to: string,
  publicUrl: string,
  options: TextOptions,
): Mail {
  const [first] = events
  const texts = events
    .slice(-MOST_LISTED)
    .map((event) => textOf(event, { ...options, hideAmounts: false }))
  const more = events.length - texts.length
  // The subject is shown on a locked screen.
  const { title } = textOf(first, options)
  return {
    to,
    subject: events.length === 1 ? title : `${title}, and ${events.length - 1} more`,
    text: [
      ...texts.flatMap((text) => [text.title, text.text, `${publicUrl}${text.path}`, '']),
      ...(more === 0 ? [] : [`and ${more} more: ${publicUrl}${ALERTS_PATH}`, '']),
      `You get this mail because you asked for it in Saleroom. Change it: ${publicUrl}${ALERTS_PATH}`,
      '',
    ].join('\n'),
    messageId: messageIdOf(tagOf(first), publicUrl),
  }
}

/** "<alert-12@sales.example>" */
export function messageIdOf(tag: string, publicUrl: string): string {
  return `<${tag}@${new URL(publicUrl).hostname}>`
}
