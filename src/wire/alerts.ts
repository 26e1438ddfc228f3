import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, decimalSchema, flagSchema, idSchema, instantSchema } from './primitives.ts'

/** What an alert watches. The comment names what `threshold` counts. */
export const ALERT_KINDS = [
  /** A completed purchase of more than `threshold` USD. */
  'purchase_over',
  /** The completed purchases of a project pass a further `threshold` USD. */
  'milestone',
  /**
   * No completed purchase for `hours`, while the same hours of each of the last 4 weeks had some, and all
   * together at least 28: with fewer, chance makes such silences. Hours are those of the person's zone.
   */
  'quiet',
  /** More than `threshold` percent of the last hour's purchases failed or expired. */
  'failing',
  /** More than `threshold` percent of a bonus code's uses are spent, or it ends within a day. */
  'code_ending',
  /** More than `threshold` events were refused in an hour. */
  'ingest_refused',
  /** A purchase arrived whose price is far from the usual one of its stage. */
  'price_unusual',
  /** Somebody else has credited more than `threshold` tokens. */
  'credit_over',
  /** A sign-in from a device that this person has not used before. */
  'new_device',
  /** A purchase differs from the blockchain that it names. */
  'purchase_unproven',
  /** A payment on a blockchain has had no purchase for more than `threshold` minutes. */
  'payment_unmatched',
  /** A planned stage has sold `threshold` percent of its supply. */
  'stage_sold',
  /** A planned stage has sold more than its supply. */
  'stage_oversold',
  /** A project has raised its soft or its hard cap, see `cap`. */
  'cap_reached',
  /** A planned stage ends in `hours`. */
  'stage_ends',
  /** Somebody else mentions this person in a note. */
  'mention',
  /** A reading key is used from an address that it was not used from before; the first one is none. */
  'reading_key_new_address',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
export const alertKindSchema = z.enum(ALERT_KINDS)

export const ALERT_CHANNELS = ['push', 'mail'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

export const ALERT_CAPS = ['soft', 'hard'] as const
export type AlertCap = (typeof ALERT_CAPS)[number]

export const MAX_RULES = 50
export const MAX_QUIET_HOURS = 168
export const MAX_THRESHOLD = 1e15

const thresholdSchema = decimalSchema.check(
  z.refine((text) => Number(text) > 0, 'Must be more than 0'),
  z.refine((text) => Number(text) <= MAX_THRESHOLD, 'Must be at most 1,000,000,000,000,000'),
)
const hoursSchema = z
  .int(`Must be a whole number from 1 to ${MAX_QUIET_HOURS}`)
  .check(
    z.minimum(1, `Must be a whole number from 1 to ${MAX_QUIET_HOURS}`),
    z.maximum(MAX_QUIET_HOURS, `Must be a whole number from 1 to ${MAX_QUIET_HOURS}`),
  )

const ruleFields = {
  kind: alertKindSchema,
  /** Null: each project that the person may see. */
  project_id: z.nullable(z.string().check(z.minLength(1), z.maxLength(100))),
  /** Decimal digits, in the unit of the kind. Absent for kinds without one. */
  threshold: z.optional(thresholdSchema),
  /** For `quiet` and `stage_ends` only. */
  hours: z.optional(hoursSchema),
  /** For `cap_reached` only. */
  cap: z.optional(z.enum(ALERT_CAPS)),
  channels: z.array(z.enum(ALERT_CHANNELS)).check(z.maxLength(ALERT_CHANNELS.length)),
  enabled: flagSchema,
}

/** A rule without an id: a suggestion, or one to preview. */
export const ruleDraftSchema = z.object(ruleFields)
export type RuleDraft = z.infer<typeof ruleDraftSchema>

/** The id is made by the client, so that a repeated request adds a rule once. */
export const ruleSchema = z.object({ id: z.uuid('Must be a UUID'), ...ruleFields })
export type Rule = z.infer<typeof ruleSchema>

export const TIME_MESSAGE = 'Must be a time such as 22:00'
const timeSchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, TIME_MESSAGE))

export const digestSchema = z.object({
  every: z.enum(['day', 'week']),
  /** 1 is Monday. For `week` only. */
  weekday: z.optional(z.int().check(z.minimum(1), z.maximum(7))),
  /** 0 to 23, in the person's time zone. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
})
export type Digest = z.infer<typeof digestSchema>

/** Local times; `from` after `to` spans midnight. */
const quietHoursSchema = z.object({ from: timeSchema, to: timeSchema })

export const alertSettingsSchema = z.object({
  quiet_hours: z.optional(quietHoursSchema),
  /** An IANA time zone. */
  tz: z.string().check(z.minLength(1), z.maxLength(64)),
  /**
   * No amount in what a locked screen shows: push messages, and the subjects of mails, also of digests.
   * The texts of mails have all amounts.
   */
  hide_amounts: flagSchema,
  /** At most one message every ten minutes for each device, and by mail. */
  group: flagSchema,
  digest: z.optional(digestSchema),
  /** Kinds that are no longer suggested. */
  declined: z.array(alertKindSchema).check(z.maxLength(ALERT_KINDS.length)),
})
export type AlertSettings = z.infer<typeof alertSettingsSchema>

export const alertsSchema = z.object({
  /** Grows with each change. */
  version: countSchema,
  rules: z.array(ruleSchema),
  suggested: z.array(ruleDraftSchema),
  settings: alertSettingsSchema,
})
export type Alerts = z.infer<typeof alertsSchema>

export const alertsUpdateSchema = z.strictObject({
  version: countSchema,
  rules: z
    .array(z.strictObject(ruleSchema.shape))
    .check(z.maxLength(MAX_RULES, `Must be at most ${MAX_RULES} alerts`)),
  settings: z.strictObject({
    ...alertSettingsSchema.shape,
    quiet_hours: z.optional(z.strictObject(quietHoursSchema.shape)),
    digest: z.optional(z.strictObject(digestSchema.shape)),
  }),
})
export type AlertsUpdate = z.infer<typeof alertsUpdateSchema>

/** How often a rule would have fired in the last 30 days, and the last times, newest first. */
export const alertPreviewSchema = z.object({
  fired: countSchema,
  examples: z.array(instantSchema),
})
export type AlertPreview = z.infer<typeof alertPreviewSchema>

/** An alert that has fired, and what became of its messages. */
export const firedAlertSchema = z.object({
  id: idSchema,
  kind: alertKindSchema,
  project_id: z.nullable(z.string()),
  at: instantSchema,
  /** "AURA: purchase of $9,060.00" */
  title: z.string(),
  text: z.string(),
  /** The page of the app that shows it, with its query. */
  path: z.string(),
  deliveries: z.array(
    z.object({
      channel: z.enum(ALERT_CHANNELS),
      /** The name of the device; null for mail. */
      device: z.nullable(z.string()),
      state: z.enum(['waiting', 'sent', 'failed']),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type FiredAlert = z.infer<typeof firedAlertSchema>

export const alertCalls = {
  getAlerts: {
    ...read,
    path: '/alerts',
    summary: "The caller's alerts, suggestions and settings",
    roles: 'any',
    response: alertsSchema,
  },

  saveAlerts: {
    own: true,
    method: 'PUT',
    path: '/alerts',
    summary: "Replace the caller's alerts and settings; 409 if they have changed since `version`",
    access: 'signed-in',
    roles: 'any',
    body: alertsUpdateSchema,
    response: alertsSchema,
    status: 200,
  },

  previewAlert: {
    own: true,
    method: 'POST',
    path: '/alerts/preview',
    summary: 'How often an alert would have fired in the last 30 days',
    access: 'signed-in',
    roles: 'any',
    body: z.strictObject({ id: z.optional(z.uuid()), ...ruleFields }),
    response: alertPreviewSchema,
    status: 200,
  },

  sendDigest: {
    own: true,
    method: 'POST',
    path: '/alerts/digest',
    summary: 'Mail the caller the digest of the last whole day or week now',
    access: 'signed-in',
    roles: 'any',
    response: null,
    status: 204,
  },

  listFiredAlerts: {
    ...read,
    path: '/alerts/log',
    summary: "The caller's last 100 alerts that fired, newest first",
    roles: 'any',
    response: z.array(firedAlertSchema),
  },
} satisfies Calls
