import type { ColumnType, JSONColumnType, Selectable } from 'kysely'
import type { AlertCap, AlertChannel, AlertKind } from '#src/wire/alerts.ts'
import type {
  Defaulted,
  Fixed,
  Id,
  Instant,
  MaybeDecimal,
  MaybeInstant,
  MaybeText,
} from './columns.ts'

// Tables of alerts: what each person wants to hear about, what has happened, and what waits to be sent.

export interface AlertSettingsTable {
  user_id: Fixed<number>
  /** Grows with each change of the settings or the rules. */
  version: Defaulted<number>
  /** "22:00", in `tz`. */
  quiet_from: MaybeText
  quiet_to: MaybeText
  tz: Defaulted<string>
  hide_amounts: Defaulted<boolean>
  groups_messages: Defaulted<boolean>
  digest_every: ColumnType<'day' | 'week' | null, 'day' | 'week' | null, 'day' | 'week' | null>
  digest_weekday: ColumnType<number | null, number | null, number | null>
  digest_hour: ColumnType<number | null, number | null, number | null>
  /** Since when it is wanted like this. */
  digest_since: ColumnType<Date, Date | undefined, Date>
  declined: Defaulted<AlertKind[]>
  updated_at: Instant
}

export interface AlertRulesTable {
  id: Fixed<string>
  user_id: Fixed<number>
  position: number
  kind: AlertKind
  /** Null: each project that the person may see. */
  project_id: MaybeText
  threshold: MaybeDecimal
  hours: ColumnType<number | null, number | null, number | null>
  /** For `cap_reached` only. */
  cap: ColumnType<AlertCap | null, AlertCap | null | undefined, AlertCap | null>
  channels: AlertChannel[]
  enabled: boolean
  /** Since when it watches: since it was made, changed or turned on again. */
  since: Instant
  created_at: Instant
}

/** See account-events.ts. */
export const PROJECT_NEWS = ['approval_requested', 'corrected', 'script_changed'] as const
/** The kinds of events that no rule fires. A digest is an event too: its message makes the mail. */
export const RULELESS = ['digest', 'account', ...PROJECT_NEWS] as const
export type EventKind = AlertKind | (typeof RULELESS)[number]

/** Something that a rule has found, which outlives the rule, or that has none. */
export interface AlertEventsTable {
  id: Id
  /** Null for the kinds without one. */
  rule_id: Fixed<string | null>
  user_id: Fixed<number>
  kind: Fixed<EventKind>
  project_id: Fixed<string | null>
  /** What it is about: a rule has one event of a key, and a person one of each kind without a rule. */
  key: Fixed<string>
  at: ColumnType<Date, Date | string, never>
  /** The figures of its text (src/domain/people/alert-text.ts). */
  data: JSONColumnType<Record<string, unknown>, string, never>
  /** Whether its messages are written. */
  is_addressed: Defaulted<boolean>
  created_at: ColumnType<Date, Date | string, never>
}

/** What waits until it is sent (messages/queue.ts). */
interface QueueTable {
  id: Id
  state: Defaulted<'waiting' | 'sent' | 'failed'>
  attempts: Defaulted<number>
  next_attempt_at: Instant
  /** The end of the claim of a process. */
  claimed_until: MaybeInstant
  reason: MaybeText
  created_at: Instant
  updated_at: Instant
}

/** The outbox. Messages of a project and kind are sent in the order of their ids. */
export interface NoticesTable extends QueueTable {
  project_id: Fixed<string>
  kind: Fixed<'chat' | 'lead'>
  /** The id of the transaction or lead. */
  subject_id: Fixed<number>
}

/** A message about an event, for one device or by mail. */
export interface AlertMessagesTable extends QueueTable {
  event_id: Fixed<number>
  user_id: Fixed<number>
  channel: Fixed<AlertChannel>
  device_id: Fixed<number | null>
  /** Null for mail. */
  device_name: Fixed<string | null>
}

/** At most one row. */
export interface AlertEvaluationTable {
  is_only: Defaulted<boolean>
  evaluated_until: Instant
  claimed_until: MaybeInstant
}

/** Refused events by five minutes; `bucket` is their start. */
export interface IngestRefusalCountsTable {
  project_id: Fixed<string>
  bucket: Fixed<Date>
  n: number
}

export type AlertSettingsRow = Selectable<AlertSettingsTable>
export type AlertRuleRow = Selectable<AlertRulesTable>
export type AlertEventRow = Selectable<AlertEventsTable>
