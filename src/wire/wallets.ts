import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { isHexPart } from './hex-part.ts'
import { notedParam, noteCount } from './noted.ts'
import { numberUpTo } from './number-up-to.ts'
import {
  pageParams,
  pageSchema,
  periodInOrder,
  periodParams,
  totalSchema,
  orderParams,
} from './paging.ts'
import {
  countSchema,
  decimalSchema,
  instantSchema,
  nullableTextSchema,
  projectIdSchema,
} from './primitives.ts'
import { projectsParam } from './query-params.ts'

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
  // The rest is absent on a server from before corrections.
  /** Purchases that count, and what they paid. */
  purchases: z.optional(countSchema),
  paid_usd: z.optional(decimalSchema),
  /** Where what it is owed goes. */
  successor: z.nullish(z.string()),
  /** The wallets whose successor it is, by address. */
  predecessors: z.optional(z.array(z.string())),
  ...noteCount,
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

const WALLET_SORTS = ['created_at', 'total_tokens'] as const
export type WalletSort = (typeof WALLET_SORTS)[number]

const walletFilterParams = {
  projects: projectsParam,
  ...periodParams,
  walletAddress: z.optional(walletSearchSchema),
  /** A referral code, in any case. */
  referral_code: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  ...notedParam,
}
const sortParams = orderParams(WALLET_SORTS, 'created_at')

export const walletListQuerySchema = z
  .object({ ...pageParams, ...walletFilterParams, ...sortParams })
  .check(periodInOrder)
/** The first page of the list without projects: what a query adds to. */
export const ALL_WALLETS = walletListQuerySchema.parse({})
export const walletTotalQuerySchema = z.object(walletFilterParams).check(periodInOrder)
export const walletExportQuerySchema = z
  .object({ ...walletFilterParams, ...sortParams })
  .check(periodInOrder)

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
    scope: 'lists',
    ...read,
    path: '/wallets',
    summary: 'Wallets, newest first',
    roles: 'finance',
    query: walletListQuerySchema,
    response: walletPageSchema,
  },

  sumWallets: {
    scope: 'lists',
    ...read,
    path: '/wallets/total',
    summary: 'The number of wallets of the filters, and what they have paid and hold',
    roles: 'finance',
    query: walletTotalQuerySchema,
    response: totalSchema,
  },

  exportWallets: {
    scope: 'lists',
    ...read,
    path: '/wallets/csv',
    summary: 'All wallets of the filters as CSV, at most 1,000,000',
    roles: 'finance',
    query: walletExportQuerySchema,
    response: 'text/csv',
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
