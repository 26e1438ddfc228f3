import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { leadSchema } from './leads.ts'
import { manualTransactionSchema } from './manual-transactions.ts'
import { NOTE_KINDS, noteSchema } from './notes.ts'
import { pageSchema, pagingParams } from './paging.ts'
import {
  countSchema,
  decimalSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
} from './primitives.ts'
import { repeated } from './query-params.ts'
import { referralPayoutSchema, transactionRecordSchema } from './transaction-details.ts'
import { bonusTransactionSchema } from './transactions.ts'
import { sourceSchema, WALLET_OVERRIDES, walletParamsSchema, walletSchema } from './wallets.ts'

export const walletDetailsSchema = z.object({
  wallet: walletSchema,
  origin: z.object({
    registration: sourceSchema,
    /** Of the first completed purchase; null without one. */
    first_purchase: z.nullable(sourceSchema),
  }),
  /** `tokens_bought` + `bonus_tokens` + `credited_tokens` = the wallet's `total_tokens`, exactly. */
  totals: z.object({
    /** Those that count. */
    purchases: countSchema,
    bonuses: countSchema,
    /** Those that were not reversed. */
    credits: countSchema,
    /** Purchases that were credited and have completed all the same. */
    credited_and_completed: countSchema,
    referred_wallets: countSchema,
    paid_usd: decimalSchema,
    /** Of pending purchases and those in progress. */
    under_way_usd: decimalSchema,
    /** Of failed and expired purchases. */
    failed_usd: decimalSchema,
    referral_payouts_usd: decimalSchema,
    tokens_bought: decimalSchema,
    bonus_tokens: decimalSchema,
    credited_tokens: decimalSchema,
  }),
  /** Those with this wallet's address, newest first. */
  leads: z.array(leadSchema),
})
export type WalletDetails = z.infer<typeof walletDetailsSchema>

export const TIMELINE_KINDS = [
  'purchase',
  'bonus',
  'payout',
  'credit',
  'override',
  'referral',
  'audit',
  'note',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

const entry = { at: instantSchema, id: idSchema }
const nullableNumberSchema = z.nullable(z.number())

/** Something that happened to a wallet. Its `id` is unique within its kind. */
export const timelineEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    ...entry,
    kind: z.literal('purchase'),
    purchase: z.extend(transactionRecordSchema, {
      /** The credit that made it good, if there is one. */
      credit_id: z.nullable(idSchema),
    }),
  }),
  z.object({
    ...entry,
    kind: z.literal('bonus'),
    bonus: z.extend(bonusTransactionSchema, {
      /** The wallet whose purchase earned it. */
      buyer_address: z.string(),
    }),
  }),
  z.object({
    ...entry,
    kind: z.literal('payout'),
    payout: z.extend(referralPayoutSchema, {
      /** The wallet whose purchase it was paid for, where the purchase is known. */
      buyer_address: nullableTextSchema,
    }),
  }),
  z.object({ ...entry, kind: z.literal('credit'), credit: manualTransactionSchema }),
  z.object({
    ...entry,
    kind: z.literal('override'),
    override: z.object({
      field: z.enum(WALLET_OVERRIDES),
      before: nullableNumberSchema,
      after: nullableNumberSchema,
      actor: nullableTextSchema,
    }),
  }),
  z.object({
    ...entry,
    kind: z.literal('referral'),
    referral: z.object({
      /** The wallet that this one referred. */
      wallet_address: z.string(),
      /** What it has paid, in completed purchases. */
      paid_usd: decimalSchema,
    }),
  }),
  // Any other change of the wallet: corrections of its purchases and credits, and of its successor.
  z.object({
    ...entry,
    kind: z.literal('audit'),
    audit: z.object({
      actor: nullableTextSchema,
      action: z.string(),
      // The rest is absent on a server from before corrections.
      /** `wallet`, `transaction` or `manual_transaction`, and its id. */
      object: z.optional(z.string()),
      object_id: z.nullish(z.string()),
      reason: z.nullish(z.string()),
      /** Of a change of the successor: the new one; null for none. */
      successor: z.nullish(z.string()),
    }),
  }),
  // Of the wallet, or of one of its purchases.
  z.object({
    ...entry,
    kind: z.literal('note'),
    note: z.extend(noteSchema, {
      kind: z.enum(NOTE_KINDS),
      /** The address of the wallet, or the id of the purchase. */
      record_id: z.string(),
    }),
  }),
])
export type TimelineEntry = z.infer<typeof timelineEntrySchema>
export const timelinePageSchema = pageSchema(timelineEntrySchema)

export const walletDetailsCalls = {
  getWallet: {
    scope: 'lists',
    ...read,
    path: '/wallets/:project_id/:wallet_address',
    summary: 'A wallet with its origin, its totals and its leads',
    roles: 'finance',
    params: walletParamsSchema,
    response: walletDetailsSchema,
  },

  listTimeline: {
    scope: 'lists',
    ...read,
    path: '/wallets/:project_id/:wallet_address/timeline',
    summary: 'What happened to a wallet, newest first; without kinds, all of it',
    roles: 'finance',
    params: walletParamsSchema,
    query: z.object({
      ...pagingParams,
      kinds: repeated(z.enum(TIMELINE_KINDS)),
    }),
    response: timelinePageSchema,
  },
} satisfies Calls
