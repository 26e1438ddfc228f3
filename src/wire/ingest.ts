import * as z from 'zod/mini'
import { type Calls } from './call.ts'
import { ledgerAmountSchema } from './manual-transactions.ts'
import { countSchema, flagSchema, instantSchema, projectIdSchema } from './primitives.ts'
import { hasOneDirection, readableName } from './project-name.ts'
import { BONUS_TYPES, TRANSACTION_STATUSES } from './transactions.ts'

// The presale site sends events to `POST /v1/ingest/{project_id}/events`. Each event has the full
// state of its record at `occurred_at`, so that repeats and their order do not matter.

export const MAX_EVENTS = 1000
/** Of one key. A call counts as at least one event. */
export const EVENTS_PER_MINUTE = 600_000
/**
 * Figures are stored by country, currency, source, medium and referrer, up to these lengths in
 * characters. Longer values are refused: two with the same start would be merged.
 */
export const MAX_LABEL_LENGTH = 160
export const MAX_REFERRER_LENGTH = 500

/** An id that the sender chooses: 1 to 128 visible ASCII characters. */
const ownIdSchema = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,128}$/, 'Must be 1 to 128 visible ASCII characters'))

export const addressSchema = z
  .string()
  .check(z.regex(/^0x[\da-f]{40}$/i, 'Must be 0x and 40 hexadecimal digits'))
const hashSchema = z
  .string()
  .check(z.regex(/^0x[\da-f]{64}$/i, 'Must be 0x and 64 hexadecimal digits'))

const text = (longest: number) =>
  z.string().check(
    z.refine((value) => readableName(value) !== '', 'Must not be empty'),
    z.maxLength(longest, `Must be at most ${longest} characters`),
    hasOneDirection,
  )
/** Absent, null and empty all mean unknown. */
const maybeText = (longest: number) =>
  z.nullish(
    z
      .string()
      .check(z.maxLength(longest, `Must be at most ${longest} characters`), hasOneDirection),
  )

const dimensions = {
  country: maybeText(100),
  referrer: maybeText(MAX_REFERRER_LENGTH),
  utm_source: maybeText(MAX_LABEL_LENGTH),
  utm_medium: maybeText(MAX_LABEL_LENGTH),
}

const event = {
  id: ownIdSchema,
  occurred_at: instantSchema,
  /** It is checked as any other, answered `tested`, and not stored. */
  test: z.optional(z.boolean('Must be true or false')),
}

const walletEventSchema = z.strictObject({
  ...event,
  kind: z.literal('wallet'),
  wallet_address: addressSchema,
  ...dimensions,
  referred_by: z.nullish(addressSchema),
  referral_code: maybeText(100),
})

const transactionEventSchema = z.strictObject({
  ...event,
  kind: z.literal('transaction'),
  transaction_id: ownIdSchema,
  wallet_address: addressSchema,
  status: z.enum(TRANSACTION_STATUSES),
  created_at: instantSchema,
  transaction_hash: z.nullish(hashSchema),
  stage_name: maybeText(200),
  payment_token_name: text(100),
  payment_token_amount: ledgerAmountSchema,
  payment_usd_amount: ledgerAmountSchema,
  tokens_bought: z.nullish(ledgerAmountSchema),
  type: z.optional(text(40)),
  /** Why it has this status, for the people who look it up. */
  status_reason: maybeText(200),
  ...dimensions,
})

const bonusTransactionEventSchema = z.strictObject({
  ...event,
  kind: z.literal('bonus_transaction'),
  transaction_id: ownIdSchema,
  wallet_address: addressSchema,
  type: z.enum(BONUS_TYPES),
  identifier: text(200),
  bonus_token_amount: ledgerAmountSchema,
  bonus_code: maybeText(64),
})

const referralPayoutEventSchema = z.strictObject({
  ...event,
  kind: z.literal('referral_payout'),
  wallet_address: addressSchema,
  amount_before_gas: ledgerAmountSchema,
  /** The purchase that it is paid for. */
  transaction_id: z.nullish(ownIdSchema),
})

const leadEventSchema = z.strictObject({
  ...event,
  kind: z.literal('lead'),
  lead_id: ownIdSchema,
  email: z
    .string()
    .check(
      z.regex(/^[^\s@]+@[^\s@]+$/, 'Must be an email address'),
      z.maxLength(254, 'Must be at most 254 characters'),
    ),
  is_email_verified: z.optional(flagSchema),
  wallet_address: z.nullish(addressSchema),
  mobile: maybeText(50),
  preferred_contact_time: maybeText(200),
  investment_amount: maybeText(200),
})

export const ingestEventSchema = z.discriminatedUnion('kind', [
  walletEventSchema,
  transactionEventSchema,
  bonusTransactionEventSchema,
  referralPayoutEventSchema,
  leadEventSchema,
])
export type IngestEvent = z.infer<typeof ingestEventSchema>

export const EVENT_KINDS: readonly IngestEvent['kind'][] = ingestEventSchema.def.options.flatMap(
  (kind) => kind.shape.kind.def.values,
)

export const ingestParamsSchema = z.object({ project_id: projectIdSchema })

const issue = `Must be 1 to ${MAX_EVENTS} events`

/** Whether purchases and leads older than an hour also cause notices, alerts and forwarding. */
const notifyOldSchema = z.optional(z.boolean())

/** The documented body. Each event is validated on its own. */
export const ingestBodySchema = z.strictObject({
  events: z.array(ingestEventSchema).check(z.minLength(1, issue), z.maxLength(MAX_EVENTS, issue)),
  notify_old: notifyOldSchema,
})

/** The body as it is parsed: an invalid event gets its own result instead of failing the request. */
export const ingestEnvelopeSchema = z.strictObject({
  events: z.array(z.unknown()).check(z.minLength(1, issue), z.maxLength(MAX_EVENTS, issue)),
  notify_old: notifyOldSchema,
})

/** The result for one event. `repeated`: an event with this id was taken before; `tested`: it is a valid test. Neither changes anything. */
const eventResultSchema = z.object({
  /** Null if the event has no readable id. */
  id: z.nullable(z.string()),
  outcome: z.enum(['taken', 'repeated', 'tested', 'refused']),
  field: z.optional(z.string()),
  reason: z.optional(z.string()),
})
export type EventResult = z.infer<typeof eventResultSchema>

export const ingestResponseSchema = z.object({
  /** One per event, in the order of the request. */
  results: z.array(eventResultSchema),
  /** The number of completed purchases and new leads without notices and alerts, because they are older than an hour. */
  silent: countSchema,
})

export const ingestCalls = {
  ingestEvents: {
    method: 'POST',
    path: '/ingest/:project_id/events',
    summary: 'Send events of a sale; each event is validated on its own',
    access: 'ingest-key',
    roles: 'any',
    params: ingestParamsSchema,
    body: ingestBodySchema,
    response: ingestResponseSchema,
    status: 200,
  },
} satisfies Calls
