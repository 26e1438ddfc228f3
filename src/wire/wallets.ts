import * as z from 'zod/mini'
import { pageParams, pageSchema } from './paging.ts'
import {
  decimalSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  projectIdSchema,
} from './primitives.ts'

export const MIN_REASON_LENGTH = 4
export const MAX_REASON_LENGTH = 500

const TOO_SHORT = `Must be at least ${MIN_REASON_LENGTH} characters`

/** Why a credit is made, without blanks around it; blanks or invisible characters alone are no reason. */
export const reasonSchema = z.string().check(
  z.trim(),
  z.minLength(MIN_REASON_LENGTH, { error: TOO_SHORT, abort: true }),
  z.maxLength(MAX_REASON_LENGTH, `Must be at most ${MAX_REASON_LENGTH} characters`),
  z.refine((text) => /[^\s\p{C}\p{DI}\u2800]/u.test(text), TOO_SHORT),
)

/** 0x and 40 more characters (spec 5); search is case-insensitive. */
export const walletAddressSchema = z
  .string()
  .check(z.regex(/^0x.{40}$/, 'Search must be a valid wallet address'))
/** 0x and 64 more characters (spec 5). */
export const transactionHashSchema = z
  .string()
  .check(z.regex(/^0x.{64}$/, 'Search must be a valid transaction hash'))

export const walletSchema = z.object({
  created_at: instantSchema,
  min_referral_spend: z.nullable(z.number()),
  project_id: z.string(),
  referral_payout_percentage: z.nullable(z.number()),
  referral_token_bonus_percentage: z.nullable(z.number()),
  referred_by: nullableTextSchema,
  total_tokens: decimalSchema,
  wallet_address: z.string(),
  referral_code: nullableTextSchema,
  referral_code_applied_at: z.nullable(instantSchema),
})
export type Wallet = z.infer<typeof walletSchema>
export const walletPageSchema = pageSchema(walletSchema)

export const walletListQuerySchema = z.object({
  ...pageParams,
  walletAddress: z.optional(walletAddressSchema),
})

const percentageOverrideSchema = z.nullable(
  z
    .number('Invalid number')
    .check(
      z.minimum(0, 'Must be greater than or equal to 0'),
      z.maximum(100, 'Must be less than or equal to 100'),
    ),
)

export const WALLET_OVERRIDES = [
  'min_referral_spend',
  'referral_payout_percentage',
  'referral_token_bonus_percentage',
] as const
export type WalletOverride = (typeof WALLET_OVERRIDES)[number]

/** Exactly one override; null clears it. */
export const walletUpdateSchema = z
  .partial(
    z.strictObject({
      min_referral_spend: z.nullable(
        z
          .number('Invalid number')
          .check(z.minimum(0, 'Must be greater than or equal to 0'), z.maximum(1e15)),
      ),
      referral_payout_percentage: percentageOverrideSchema,
      referral_token_bonus_percentage: percentageOverrideSchema,
    }),
  )
  .check(z.refine((body) => Object.keys(body).length === 1, 'Must name exactly one override'))

export const walletParamsSchema = z.object({
  project_id: projectIdSchema,
  wallet_address: z.string().check(z.maxLength(100)),
})

/** What the ledger's numeric(38,18) holds of what is at least 0. */
export const ledgerAmountSchema = z
  .string('Must be decimal digits, as a string')
  .check(
    z.regex(
      /^\d{1,20}(?:\.\d{1,18})?$/,
      'Must be decimal digits, at most 20 before the point and 18 after it',
    ),
  )

export const manualTransactionCreateSchema = z.strictObject({
  reason: reasonSchema,
  tokens: ledgerAmountSchema,
})
export type ManualTransactionCreate = z.infer<typeof manualTransactionCreateSchema>

export const manualTransactionSchema = z.object({
  authorizer: nullableTextSchema,
  created_at: instantSchema,
  id: idSchema,
  project_id: z.string(),
  reason: nullableTextSchema,
  tokens: decimalSchema,
  updated_at: instantSchema,
  wallet_address: z.string(),
})
export type ManualTransaction = z.infer<typeof manualTransactionSchema>
export const manualTransactionPageSchema = pageSchema(manualTransactionSchema)

export const manualTransactionListQuerySchema = z.object({
  ...pageParams,
  wallet_address: z.optional(walletAddressSchema),
})
