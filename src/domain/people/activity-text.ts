import { joinedNames, planChanges, progressChanges } from '#src/domain/sale/plan-changes.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import { formatDateRange, formatDuration } from '#src/domain/time/format-time.ts'
import { canonicalZone } from '#src/domain/time/zone.ts'
import type { AuditEntry } from '#src/wire/audit.ts'
import {
  about,
  bonusCode,
  countPart,
  exported,
  factor,
  fieldCount,
  IMPORT_STEPS,
  key,
  LIST_FORMATS,
  listOf,
  listPart,
  named,
  ofPerson,
  person,
  proofText,
  purchase,
  readingKeyDetails,
  request,
  rowsPart,
  textOf,
  tokens,
  walletPart,
  type ActivityPart,
  type Describe,
  type Values,
} from './activity-parts.ts'
import type { AuditAction } from './audit-actions.ts'
import { deviceName } from './device-name.ts'

/** What an entry says: "Added tokens", then "12,000.00 to 0x0b46e7d5…8c2f". */
export interface ActivitySentence {
  title: string
  tone: 'plain' | 'negative' | 'warning'
  parts: readonly ActivityPart[]
}

/** The part of an entry that its sentence needs. */
export type DescribedEntry = Pick<
  AuditEntry,
  'action' | 'object' | 'object_id' | 'created_at' | 'before' | 'after'
>

const SENTENCES: Record<AuditAction, Describe> = {
  'session.open': ({ after }) => ['Signed in', deviceName(textOf(after['user_agent']) ?? '')],
  'session.refused': ({ id, after }) => {
    const count = typeof after['count'] === 'number' ? after['count'] : 1
    const attempts = countPart(count, 'attempt')
    if (after['network'] === 'others') return ['Sign-in refused', attempts, 'from elsewhere']
    if (id === null) return ['Sign-in refused', attempts, 'for an unknown email address']
    return ['Sign-in refused', attempts, 'for', { is: 'person', id }]
  },
  'session.lock_out': ({ id, at, after }) => {
    const until = Date.parse(textOf(after['until']) ?? '')
    const length = Number.isFinite(until) ? `for ${formatDuration(until - at)}` : null
    if (after['scope'] === 'address')
      return ['Address locked out', textOf(after['network']), length]
    if (id === null) return ['Account locked out', 'Unknown email address', length]
    return ['Account locked out', { is: 'person', id }, length]
  },
  'session.end': ({ before }) => ['Ended a session', textOf(before['device'])],
  'session.end_others': () => ['Ended all other sessions'],
  'session.step_up': ({ after }) => ['Confirmed who they are', proofText(after['kind'])],
  'session.step_up_refused': ({ after }) => ['Confirmation refused', proofText(after['kind'])],
  'session.code_refused': ({ id, after }) => [
    'Second factor refused',
    person(id),
    proofText(after['kind']),
  ],
  'session.codes_blocked': ({ id, at, after }) => {
    const until = Date.parse(textOf(after['until']) ?? '')
    const length = Number.isFinite(until) ? `for ${formatDuration(until - at)}` : null
    return ['Codes blocked', person(id), length]
  },
  'session.revoke': ({ after }) => ['Session ended', textOf(after['reason'])],
  'manual_transaction.create': tokens('Added tokens'),
  'manual_transaction.reverse': tokens('Reversed a credit', 'of'),
  'transaction.void': purchase('Voided a purchase'),
  'transaction.restore': purchase('Restored a purchase'),
  'approval.request': request((subject) => `Requested ${subject}`),
  'approval.approve': request((subject) => `Approved ${subject}`),
  'approval.reject': request((subject) => `Rejected ${subject}`),
  'approval.cancel': request((subject) => `Cancelled ${subject}`),
  'approval.expire': request((subject) => `Request for ${subject} expired`),
  'wallet.successor': ({ id, after }) => {
    const successor = walletPart(after['successor'])
    if (successor === null) return ['Changed the successor', 'of', walletPart(id), 'to none']
    return ['Changed the successor', 'of', walletPart(id), 'to', successor]
  },
  'wallet.update': ({ id }) => ['Changed a wallet override', walletPart(id)],
  'bonus_code.create': bonusCode('Created a bonus code'),
  'bonus_code.disable': bonusCode('Disabled a bonus code'),
  'lead.export': exported('Exported leads'),
  'transaction.export': exported('Exported purchases'),
  'wallet.export': exported('Exported wallets'),
  'manual_transaction.export': exported('Exported credits'),
  'bonus_code.export': exported('Exported bonus codes'),
  'statement.save': ({ after }) => {
    const start = Date.parse(textOf(after['start_date']) ?? '')
    const end = Date.parse(textOf(after['end_date']) ?? '')
    const zone = canonicalZone(textOf(after['tz']) ?? '') ?? 'UTC'
    const number = Number(after['number'])
    const statement = number > 0 ? `Saved statement ${number}` : 'Saved a statement'
    if (!Number.isFinite(start) || !Number.isFinite(end)) return [statement]
    const days = formatDateRange(localDate(start, zone), localDate(end - 1, zone))
    return [`${statement} of`, days]
  },
  'allocation_list.freeze': (entry) => {
    const { step, wallets, failure } = entry.after
    if (step === 'started') return ['Started to freeze an allocation list', listPart(entry)]
    if (step === 'failed')
      return ['Could not freeze an allocation list', listPart(entry), textOf(failure)]
    const count = typeof wallets === 'number' ? countPart(wallets, 'wallet') : null
    return ['Froze an allocation list', listPart(entry), count === null ? null : 'of', count]
  },
  'allocation_list.withdraw': (entry) => ['Withdrew an allocation list', listPart(entry)],
  'allocation_list.download': (entry) => {
    const format = LIST_FORMATS[textOf(entry.after['format']) ?? '']
    const rows = rowsPart(entry.after['count'])
    return [
      'Downloaded an allocation list',
      listPart(entry),
      format === undefined ? null : `as ${format}${rows === null ? '' : ','}`,
      rows,
    ]
  },
  'chain.connect': named('Connected a chain'),
  'chain.update': named('Changed a chain'),
  'chain.disconnect': named('Disconnected a chain'),
  'stages.change': ({ id, before, after }) => [
    'Changed stages',
    ...ofStages(id, planChanges(before, after)),
  ],
  'stages.join': ({ id, before, after }) => [
    'Joined a name to a stage',
    ...ofStages(id, joinedNames(before, after)),
  ],
  'progress.change': ({ id, before, after }) => [
    'Changed public progress',
    ...ofStages(id, progressChanges(before, after)),
  ],
  'chain_payment.dismiss': ({ after }) => ['Dismissed a payment', textOf(after['paid'])],
  'banner.create': () => ['Added a banner'],
  'banner.reorder': () => ['Reordered banners'],
  'banner.delete': () => ['Deleted a banner'],
  'seo_script.update': ({ before, after }) => {
    const changed = ['header', 'body'].filter((name) => (before[name] ?? null) !== after[name])
    return ['Changed scripts', changed.join(' and ').replace('header', 'head')]
  },
  'seo_script.restore': ({ after }) => {
    const version = after['version']
    return ['Restored scripts', typeof version === 'number' ? `version ${version}` : null]
  },
  'project.create': about('Added a project'),
  'project.update': (entry) => ['Changed project settings', fieldCount(entry)],
  'project.change_terms': (entry) => ['Changed terms', fieldCount(entry)],
  'project.confirm_terms': about('Confirmed the terms of'),
  'project.rename': ({ before, after }) => [
    'Renamed a project',
    [textOf(before['id']), textOf(after['id'])].filter((name) => name !== null).join(' to '),
  ],
  'project.archive': about('Archived a project'),
  'project.restore': about('Restored a project'),
  'project.remove_test_wallet': about('Removed the test wallet of'),
  'telegram_media.replace': () => ['Changed the Telegram media'],
  'telegram_media.delete': () => ['Deleted the Telegram media'],
  'notice.retry': ({ id }) => [
    'Sent a notice again',
    // Messages about alerts have numbers of their own: "alert-12".
    id === null ? null : `No. ${id}`.replace('No. alert-', 'alert No. '),
  ],
  'user.create': ({ id, after }) => ['Added a person', textOf(after['email']) ?? person(id)],
  'user.invite': ({ after }) => ['Sent an invitation', textOf(after['email'])],
  'user.accept_invitation': () => ['Accepted the invitation'],
  'user.verify_email': () => ['Verified the email address'],
  'user.change_password': () => ['Changed the password'],
  'user.reset_password': ofPerson('Reset a password'),
  'user.request_password_link': ofPerson('Requested a new password'),
  'user.set_password': () => ['Set a new password by the mailed link'],
  'user.change_role': ({ id, before, after }) => [
    'Changed a role',
    person(id),
    `from ${textOf(before['role']) ?? 'none'} to ${textOf(after['role']) ?? 'none'}`,
  ],
  'user.change_projects': ofPerson('Changed the projects of'),
  'user.disable': ofPerson('Disabled an account'),
  'user.enable': ofPerson('Enabled an account'),
  'user.end_sessions': ofPerson('Ended the sessions of'),
  'user.change_alerts': ({ after }) => [
    'Changed alerts',
    pluralize(listOf(after['rules']).length, 'alert'),
  ],
  'user.request_digest': () => ['Requested a digest'],
  'factor.add': factor('Added a second factor'),
  'factor.rename': factor('Renamed a passkey'),
  'factor.remove': factor('Removed a second factor'),
  'factor.reset': ofPerson('Reset the second factor of'),
  'recovery_codes.create': () => ['Made new recovery codes'],
  'recovery_codes.use': () => ['Used a recovery code'],
  'security_policy.change': ({ after }) => [
    'Changed who needs a second factor',
    listOf(after['second_factor_roles']).join(', ') || 'nobody',
  ],
  'ingest_key.create': key('Created a key'),
  'ingest_key.rotate': key('Rotated a key'),
  'ingest_key.revoke': key('Revoked a key'),
  'reading_key.created': (entry) => {
    const [title, name] = named('Created a reading key')(entry)
    const details = readingKeyDetails(entry.after)
    return [title, name ?? null, details === '' ? null : `(${details})`]
  },
  'reading_key.revoked': named('Revoked a reading key'),
  'member.read_only': ofPerson('Allowed only looking'),
  'member.may_write': ofPerson('Allowed changes'),
  'history.import': ({ after }) => {
    const file = textOf(after['file'])
    const rows = rowsPart(after['taken'])
    return [
      IMPORT_STEPS[textOf(after['step']) ?? ''] ?? 'Imported history',
      file !== null && rows !== null ? `${file},` : file,
      rows,
    ]
  },
  'push_device.create': named('Added a device for alerts'),
  'push_device.delete': named('Removed a device for alerts'),
}

const TONES: Readonly<Record<string, ActivitySentence['tone']>> = {
  'session.refused': 'negative',
  'session.lock_out': 'warning',
  'session.step_up_refused': 'negative',
  'session.code_refused': 'negative',
  'session.codes_blocked': 'warning',
  'session.revoke': 'warning',
}

const valuesOf = (value: unknown): Values =>
  value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value)) : {}

const describers: ReadonlyMap<string, Describe> = new Map(Object.entries(SENTENCES))

/** "of AURA (added Stage 7, soft cap)", with a link to the stages. */
function ofStages(id: string | null, changes: readonly string[]): (ActivityPart | string | null)[] {
  const text = changes.length === 0 ? null : `(${changes.join(', ')})`
  return id === null ? [text] : ['of', { is: 'record', kind: 'stages', id, text: id }, text]
}

/** The sentence of an entry. An action of a newer server reads as it is, with the record's id. */
export function describeActivity(entry: DescribedEntry): ActivitySentence {
  const describe = describers.get(entry.action) ?? about(entry.action)
  const [title, ...parts] = describe({
    id: entry.object_id,
    at: Date.parse(entry.created_at),
    before: valuesOf(entry.before),
    after: valuesOf(entry.after),
  })
  return {
    title,
    tone: TONES[entry.action] ?? 'plain',
    parts: parts.flatMap((part): ActivityPart[] => {
      if (part === null || part === '') return []
      return [typeof part === 'string' ? { is: 'text', text: part } : part]
    }),
  }
}

/** The title of an entry of which only the action is known: "Changed a wallet override". */
export function activityTitle(action: string): string {
  const unknown = { object: '', object_id: null, created_at: '', before: null, after: null }
  return describeActivity({ action, ...unknown }).title
}
