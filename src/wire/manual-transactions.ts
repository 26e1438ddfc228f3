import * as z from 'zod/mini'
import { waitingCreditSchema } from './approval.ts'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema, periodInOrder, periodParams, totalSchema } from './paging.ts'
import { decimalSchema, idSchema, instantSchema, nullableTextSchema } from './primitives.ts'
import { projectsParam } from './query-params.ts'
import { walletParamsSchema, walletSearchSchema } from './wallets.ts'

export const MIN_REASON_LENGTH = 4
export const MAX_REASON_LENGTH = 500

const TOO_SHORT = `Must be at least ${MIN_REASON_LENGTH} characters`

/** The reason of a credit, trimmed. It needs at least one visible character. */
export const reasonSchema = z.string().check(
  z.trim(),
  z.minLength(MIN_REASON_LENGTH, { error: TOO_SHORT, abort: true }),
  z.maxLength(MAX_REASON_LENGTH, `Must be at most ${MAX_REASON_LENGTH} characters`),
  z.refine((text) => /[^\s\p{C}\p{DI}\u2800]/u.test(text), TOO_SHORT),
)

/** The non-negative range of the ledger's numeric(38,18). */
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
  /** The purchase that it makes good: of the same project and wallet, and credited once. */
  transaction_id: z.optional(idSchema),
})
export type ManualTransactionCreate = z.infer<typeof manualTransactionCreateSchema>

export const manualTransactionSchema = z.object({
  authorizer: nullableTextSchema,
  created_at: instantSchema,
  id: idSchema,
  project_id: z.string(),
  reason: nullableTextSchema,
  tokens: decimalSchema,
  /** The purchase that it makes good. Absent on a server from before it was recorded. */
  transaction_id: z.nullish(idSchema),
  updated_at: instantSchema,
  wallet_address: z.string(),
  // The rest is absent on a server from before corrections.
  /** The email of the second person, where one had to approve it. */
  approved_by: z.nullish(z.string()),
  /** Its tokens no longer count. */
  reversed: z.nullish(z.object({ at: instantSchema, by: z.string(), reason: z.string() })),
})
export type ManualTransaction = z.infer<typeof manualTransactionSchema>
export const manualTransactionPageSchema = pageSchema(manualTransactionSchema)

const manualTransactionFilterParams = {
  projects: projectsParam,
  ...periodParams,
  wallet_address: z.optional(walletSearchSchema),
  id: z.optional(idSchema),
}
export const manualTransactionListQuerySchema = z
  .object({ ...pageParams, ...manualTransactionFilterParams })
  .check(periodInOrder)
export const manualTransactionFilterSchema = z
  .object(manualTransactionFilterParams)
  .check(periodInOrder)

/** The credit, or the request for it if a second person has to approve it. */
export const creditResponseSchema = z.union([manualTransactionSchema, waitingCreditSchema])
export type CreditResponse = z.infer<typeof creditResponseSchema>

export const manualTransactionCalls = {
  listManualTransactions: {
    scope: 'lists',
    ...read,
    path: '/manual-transactions',
    summary: 'Manual credits, newest first',
    roles: 'finance',
    query: manualTransactionListQuerySchema,
    response: manualTransactionPageSchema,
  },

  sumManualTransactions: {
    scope: 'lists',
    ...read,
    path: '/manual-transactions/total',
    summary: 'The number of credits of the filters, and the tokens of those that were not reversed',
    roles: 'finance',
    query: manualTransactionFilterSchema,
    response: totalSchema,
  },

  exportManualTransactions: {
    scope: 'lists',
    ...read,
    path: '/manual-transactions/csv',
    summary: 'All credits of the filters as CSV, at most 1,000,000',
    roles: 'finance',
    query: manualTransactionFilterSchema,
    response: 'text/csv',
  },

  createManualTransaction: {
    method: 'POST',
    path: '/wallets/:project_id/:wallet_address/transactions/manual',
    summary: 'Credit tokens to a wallet; 202 with the request if it needs approval',
    access: 'signed-in',
    roles: 'finance',
    params: walletParamsSchema,
    body: manualTransactionCreateSchema,
    response: creditResponseSchema,
    status: 201,
    accepted: waitingCreditSchema,
    idempotent: true,
  },
} satisfies Calls
