import { passwordLinkToken } from '#server/auth/password-requests.ts'
import type { AccountNews, NewsPlace } from '#server/db/messages/account-events.ts'
import type { ClaimedMessage } from '#server/db/messages/alert-messages.ts'
import type { Mail } from '#server/dependencies.ts'
import { findCountry } from '#src/domain/countries/countries.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { toLocal } from '#src/domain/time/calendar.ts'
import { monthName, twoDigits } from '#src/domain/time/date-parts.ts'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import { INVITATION_HOURS, PASSWORD_LINK_MINUTES } from '#src/wire/account.ts'
import { messageIdOf, tagOf } from './compose.ts'

// Mails about a person's own account: what happened, when and from where, and what to do if it was
// somebody else. They have no amounts.

interface MailContext {
  to: string
  publicUrl: string
  secret: Buffer
  /** The zone of the person. */
  tz: string
}

/** What a mail says about news. */
interface NewsText {
  subject: string
  what: string
  /** What to do if it was somebody else. */
  otherwise: string
}

// addAccountEvent alone writes events of this kind.
const newsOf = ({ data }: ClaimedMessage) => data as unknown as AccountNews

/** How long the link of a mail works. */
const LINK_MINUTES: ReadonlyMap<AccountNews['is'], number> = new Map([
  ['password_link', PASSWORD_LINK_MINUTES],
  ['invitation', INVITATION_HOURS * 60],
])

/** Whether a mail would come too late: its link no longer works. */
export function isTooLate(message: ClaimedMessage, now: Date): boolean {
  const minutes = LINK_MINUTES.get(newsOf(message).is)
  return minutes !== undefined && now.getTime() - message.at.getTime() >= minutes * MINUTE_MS
}

export const isInvitation = (message: ClaimedMessage) => newsOf(message).is === 'invitation'

/** The mail of one event. */
export function accountMail(message: ClaimedMessage, context: MailContext): Mail {
  const { to, publicUrl, secret, tz } = context
  const news = newsOf(message)
  const place = placeLines(news)
  const when = `When: ${formatWhen(message.at, tz)}`
  const base = { to, messageId: messageIdOf(tagOf(message), publicUrl) }
  // In the fragment, which browsers send to no server.
  const link = (nonce: string) =>
    `${publicUrl}/set-password#token=${passwordLinkToken(secret, nonce)}`
  const until = (minutes: number) =>
    formatWhen(new Date(message.at.getTime() + minutes * MINUTE_MS), tz)
  if (news.is === 'invitation')
    return {
      ...base,
      subject: 'You are invited to Saleroom',
      text: [
        `${news.by} has invited you to Saleroom. Open this link to set your password:`,
        '',
        link(news.nonce),
        '',
        `It works once, until ${until(INVITATION_HOURS * 60)}.`,
        'If you did not expect it, ignore this mail.',
        '',
      ].join('\n'),
    }
  if (news.is === 'password_link')
    return {
      ...base,
      subject: 'Set a new password',
      text: [
        `A new password was requested for ${to}. Open this link to set it:`,
        '',
        link(news.nonce),
        '',
        `It works once, until ${until(PASSWORD_LINK_MINUTES)}.`,
        '',
        ...place,
        'If it was not you, ignore this mail: your password stays as it is.',
        '',
      ].join('\n'),
    }
  const { subject, what, otherwise } = describeNews(news, { publicUrl, tz })
  return {
    ...base,
    subject,
    text: [
      what,
      '',
      `Account: ${to}`,
      when,
      ...place,
      '',
      'If it was you, there is nothing to do.',
      `If it was not you: ${otherwise}`,
      '',
    ].join('\n'),
  }
}

const KINDS = { passkey: 'passkey', totp: 'authenticator app' } as const

function describeNews(
  news: Exclude<AccountNews, { is: 'password_link' | 'invitation' }>,
  { publicUrl, tz }: { publicUrl: string; tz: string },
): NewsText {
  const otherwise = `End your other sessions and change your password: ${publicUrl}/account`
  switch (news.is) {
    case 'new_device':
      return {
        subject: 'Sign-in from a new device',
        what: 'Somebody signed in to your account from a device that you had not used for 90 days.',
        otherwise,
      }
    case 'factor_added':
      return {
        subject: `A new ${KINDS[news.kind]}`,
        what: `The ${KINDS[news.kind]}${nameOf(news.name)} was added to your account. It can be used to sign in from now on.`,
        otherwise: `Remove it, end your other sessions and change your password: ${publicUrl}/account`,
      }
    case 'factor_removed':
      return {
        subject: `Your ${KINDS[news.kind]} was removed`,
        what: `The ${KINDS[news.kind]}${nameOf(news.name)} was removed from your account. It can no longer be used to sign in.`,
        otherwise,
      }
    case 'factors_reset':
      return {
        subject: 'Your second factors were removed',
        what: [
          `${news.by ?? 'An operator of the server'} removed the passkeys, the authenticator app and the recovery codes of your account.`,
          'You sign in with your password alone until you add one again.',
        ].join('\n'),
        otherwise: `Write to an admin, and change your password: ${publicUrl}/account`,
      }
    case 'recovery_code_used':
      return {
        subject: 'A recovery code was used',
        what: `Somebody signed in to your account with a recovery code. ${
          news.left === 0 ? 'None is left.' : `${pluralize(news.left, 'code')} left.`
        } You can make new ones: ${publicUrl}/account`,
        otherwise,
      }
    case 'recovery_codes_made':
      return {
        subject: 'New recovery codes',
        what: 'New recovery codes were made for your account. The earlier ones no longer work.',
        otherwise,
      }
    case 'codes_blocked':
      return {
        subject: 'Too many wrong codes',
        what: [
          'There were 10 wrong codes or passwords for your account within an hour.',
          `Codes are refused until ${formatWhen(new Date(news.until), tz)}. Passkeys still work.`,
        ].join('\n'),
        otherwise: `Somebody may know your password. Change it: ${publicUrl}/account`,
      }
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        what: 'The password of your account was changed. Other sessions have ended.',
        otherwise: `Set a new password: ${publicUrl}/forgot-password\n${otherwise}`,
      }
  }
}

/** A name that somebody chose, on one line. */
function nameOf(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim()
  return line === '' ? '' : ` "${line}"`
}

function placeLines({ device, ip, country }: NewsPlace): string[] {
  const where = country ? ` (${findCountry(country)?.name ?? country})` : ''
  return [
    ...(device === undefined ? [] : [`Device: ${device ?? 'an unknown browser'}`]),
    ...(ip ? [`Address: ${ip}${where}`] : []),
  ]
}

/** "Nov 20, 2026, 12:00 UTC (Nov 20, 2026, 13:00 Europe/Berlin)" */
function formatWhen(at: Date, tz: string): string {
  const utc = `${formatIn(at, 'UTC')} UTC`
  return tz === 'UTC' ? utc : `${utc} (${formatIn(at, tz)} ${tz})`
}

function formatIn(at: Date, tz: string): string {
  const { year, month, day, hour, minute } = toLocal(at.getTime(), tz)
  return `${monthName(month)} ${day}, ${year}, ${twoDigits(hour)}:${twoDigits(minute)}`
}
