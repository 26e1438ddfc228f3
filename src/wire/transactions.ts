import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema } from './paging.ts'
import {
  decimalSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  storedTextSchema,
} from './primitives.ts'
import { projectsParam, repeated } from './query-params.ts'
import { hashSearchSchema, walletSearchSchema } from './wallets.ts'

export const TRANSACTION_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'expired',
  'refunded',
] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

export const transactionSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  stage_name: nullableTextSchema,
  wallet_address: z.string(),
  transaction_hash: nullableTextSchema,
  payment_token_name: nullableTextSchema,
  created_at: instantSchema,
  payment_token_amount: z.nullable(decimalSchema),
  payment_usd_amount: z.nullable(decimalSchema),
  tokens_bought: z.nullable(decimalSchema),
  type: z.string(),
  // Not an enum: an unknown status of a newer server is shown as it is.
  status: z.string(),
  /** The id that the presale site gave it. */
  source_id: z.optional(nullableTextSchema),
})
export type Transaction = z.infer<typeof transactionSchema>
export const transactionPageSchema = pageSchema(transactionSchema)

export const TRANSACTION_SORTS = ['created_at', 'payment_usd_amount'] as const
export type TransactionSort = (typeof TRANSACTION_SORTS)[number]
export const SORT_ORDERS = ['asc', 'desc'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** Several values of one filter are alternatives; the filters themselves all apply. */
export const transactionListQuerySchema = z.object({
  ...pageParams,
  hash: z.optional(hashSearchSchema),
  walletAddress: z.optional(walletSearchSchema),
  status: repeated(z.enum(TRANSACTION_STATUSES)),
  stage: repeated(storedTextSchema),
  payment_token: repeated(storedTextSchema),
  sort: z._default(z.enum(TRANSACTION_SORTS), 'created_at'),
  order: z._default(z.enum(SORT_ORDERS), 'desc'),
})

/** The values that the filters of the list can take, by name. */
export const transactionFacetsSchema = z.object({
  stages: z.array(z.string()),
  payment_tokens: z.array(z.string()),
})
export type TransactionFacets = z.infer<typeof transactionFacetsSchema>
export const transactionFacetsQuerySchema = z.object({ projects: projectsParam })

export const BONUS_TYPES = ['bonus_code', 'rank', 'referral', 'referrer'] as const

export const bonusTransactionSchema = z.object({
  id: idSchema,
  bonus_code_id: z.nullable(idSchema),
  bonus_token_amount: decimalSchema,
  identifier: nullableTextSchema,
  transaction_id: idSchema,
  type: z.string(),
  wallet_address: z.string(),
})
export type BonusTransaction = z.infer<typeof bonusTransactionSchema>
export const bonusTransactionListSchema = z.array(bonusTransactionSchema)
export const bonusTransactionQuerySchema = z.object({ transaction_id: idSchema })

export const transactionCalls = {
  listTransactions: {
    ...read,
    path: '/transactions',
    summary: 'Purchases, newest first',
    roles: 'finance',
    query: transactionListQuerySchema,
    response: transactionPageSchema,
  },

  listTransactionFacets: {
    ...read,
    path: '/transactions/facets',
    summary: 'The stages and payment tokens of the projects’ purchases',
    roles: 'finance',
    query: transactionFacetsQuerySchema,
    response: transactionFacetsSchema,
  },

  listBonusTransactions: {
    ...read,
    path: '/bonus-transactions',
    summary: 'The bonus transactions of a purchase',
    roles: 'finance',
    query: bonusTransactionQuerySchema,
    response: bonusTransactionListSchema,
  },
} satisfies Calls
