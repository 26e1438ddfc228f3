import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { notedParam, noteCount } from './noted.ts'
import {
  pageParams,
  pageSchema,
  periodInOrder,
  periodParams,
  totalSchema,
  orderParams,
} from './paging.ts'
import {
  decimalSchema,
  flagSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  storedTextSchema,
} from './primitives.ts'
import { PROOF_STATES, proofSchema } from './proofs.ts'
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
  // The rest is absent on a server from before corrections.
  /** USD for one token, rounded to 18 places; null without tokens. */
  price: z.nullish(decimalSchema),
  price_is_unusual: z.optional(flagSchema),
  /** When the event arrived whose state it shows, and the name of the key that sent it (null: an import). */
  received: z.nullish(z.object({ at: instantSchema, key_name: nullableTextSchema })),
  /** It counts nowhere until it is restored. */
  voided: z.nullish(z.object({ at: instantSchema, by: z.string(), reason: z.string() })),
  /** The hash at the chain's explorer, where the project names one for the payment token. */
  explorer_url: z.nullish(z.string()),
  /** Null where its project has no connected chain, and for a purchase that claims no payment. */
  proof: z.nullish(proofSchema),
  ...noteCount,
})
export type Transaction = z.infer<typeof transactionSchema>
export const transactionPageSchema = pageSchema(transactionSchema)

export const TRANSACTION_SORTS = ['created_at', 'payment_usd_amount'] as const
export type TransactionSort = (typeof TRANSACTION_SORTS)[number]

export const DEPOSITS = ['first', 'second', 'third', 'additional'] as const
export type Deposit = (typeof DEPOSITS)[number]

export const STAGE_TIMES = ['before', 'after'] as const

const labelParam = repeated(
  // Characters as the database counts them.
  z.string().check(z.refine((text) => [...text].length <= 500, 'Must be at most 500 characters')),
)

/** Several values of one filter are alternatives; the filters themselves all apply. */
const transactionFilterParams = {
  projects: projectsParam,
  ...periodParams,
  /** Complete or in part, or `none`: purchases without one. */
  hash: z.optional(z.union([z.literal('none'), hashSearchSchema])),
  walletAddress: z.optional(walletSearchSchema),
  /** The id that the presale site gave it, or its beginning from 6 characters on. Case matters. */
  source_id: z.optional(storedTextSchema),
  status: repeated(z.enum(TRANSACTION_STATUSES)),
  /** Names in any case. One that the plan has stands for all names of its stage. */
  stage: repeated(storedTextSchema),
  payment_token: repeated(storedTextSchema),
  // Labels as the ranked cards have them, `unknown` included.
  country: labelParam,
  currency: labelParam,
  referrer: labelParam,
  utm_source: labelParam,
  utm_medium: labelParam,
  deposit: repeated(z.enum(DEPOSITS)),
  proof: repeated(z.enum(PROOF_STATES)),
  price: z.optional(z.literal('unusual')),
  /** Completed, not voided purchases at another price than their planned stage's. */
  stage_price: z.optional(z.literal('off')),
  /** The same before their stage's start, or from its end on. */
  stage_time: z.optional(z.enum(STAGE_TIMES)),
  voided: z.optional(z.enum(['0', '1'])),
  /** Names of the keys that sent them. */
  key: repeated(storedTextSchema),
  /** The id of a bonus code that gave tokens for them. */
  bonus_code: z.optional(idSchema),
  ...notedParam,
}
const sortParams = orderParams(TRANSACTION_SORTS, 'created_at')

export const transactionListQuerySchema = z
  .object({ ...pageParams, ...transactionFilterParams, ...sortParams })
  .check(periodInOrder)
/** The first page of the list without projects: what a query adds to. */
export const ALL_TRANSACTIONS = transactionListQuerySchema.parse({})
export const transactionTotalQuerySchema = z.object(transactionFilterParams).check(periodInOrder)
export const transactionExportQuerySchema = z
  .object({ ...transactionFilterParams, ...sortParams })
  .check(periodInOrder)

/** The values that the filters of the list can take, by name. */
export const transactionFacetsSchema = z.object({
  stages: z.array(z.string()),
  payment_tokens: z.array(z.string()),
  /** The names of keys that have sent some. Absent on a server from before corrections. */
  keys: z._default(z.array(z.string()), []),
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
    scope: 'lists',
    ...read,
    path: '/transactions',
    summary: 'Purchases, newest first',
    roles: 'finance',
    query: transactionListQuerySchema,
    response: transactionPageSchema,
  },

  sumTransactions: {
    scope: 'lists',
    ...read,
    path: '/transactions/total',
    summary: 'The number of purchases of the filters, and the sums of those that count',
    roles: 'finance',
    query: transactionTotalQuerySchema,
    response: totalSchema,
  },

  exportTransactions: {
    scope: 'lists',
    ...read,
    path: '/transactions/csv',
    summary: 'All purchases of the filters as CSV, at most 1,000,000',
    roles: 'finance',
    query: transactionExportQuerySchema,
    response: 'text/csv',
  },

  listTransactionFacets: {
    ...read,
    path: '/transactions/facets',
    summary:
      'The stages of the projects, planned ones first in the order of the sale, and the payment tokens of their purchases',
    roles: 'finance',
    query: transactionFacetsQuerySchema,
    response: transactionFacetsSchema,
  },

  listBonusTransactions: {
    scope: 'lists',
    ...read,
    path: '/bonus-transactions',
    summary: 'The bonus transactions of a purchase',
    roles: 'finance',
    query: bonusTransactionQuerySchema,
    response: bonusTransactionListSchema,
  },
} satisfies Calls
