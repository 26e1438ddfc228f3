import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { isHexPart } from './hex-part.ts'
import { numberUpTo } from './number-up-to.ts'
import { pageParams, pageSchema } from './paging.ts'
import { decimalSchema, instantSchema, nullableTextSchema, projectIdSchema } from './primitives.ts'

/** A search for an address: complete, or a part of it. */
export const walletSearchSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^0x.{40}$/.test(text) || isHexPart(text),
      'Search must be a valid wallet address',
    ),
  )
/** A search for a transaction hash: 0x and 64 characters, or a part of it. */
export const hashSearchSchema = z
  .string()
  .check(
    z.refine(
      (text) => /^0x.{64}$/.test(text) || isHexPart(text),
      'Search must be a valid transaction hash',
    ),
  )

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

/** Where a visitor came from; null where it is unknown. */
export const sourceSchema = z.object({
  country: nullableTextSchema,
  referrer: nullableTextSchema,
  utm_source: nullableTextSchema,
  utm_medium: nullableTextSchema,
})
export type Source = z.infer<typeof sourceSchema>

export const walletListQuerySchema = z.object({
  ...pageParams,
  walletAddress: z.optional(walletSearchSchema),
})

const percentageOverrideSchema = z.nullable(numberUpTo(100, 'Invalid number'))

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

export const walletCalls = {
  listWallets: {
    ...read,
    path: '/wallets',
    summary: 'Wallets, newest first',
    roles: 'finance',
    query: walletListQuerySchema,
    response: walletPageSchema,
  },

  updateWallet: {
    method: 'PATCH',
    path: '/wallets/:project_id/:wallet_address',
    summary: 'Set or clear one referral override of a wallet',
    access: 'signed-in',
    roles: 'finance',
    needsStepUp: 'everything',
    params: walletParamsSchema,
    body: walletUpdateSchema,
    response: walletSchema,
    status: 200,
  },
} satisfies Calls
