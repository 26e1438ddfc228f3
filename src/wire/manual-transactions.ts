import * as z from 'zod/mini'
import { waitingCreditSchema } from './approval.ts'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema } from './paging.ts'
import { decimalSchema, idSchema, instantSchema, nullableTextSchema } from './primitives.ts'
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
})
export type ManualTransaction = z.infer<typeof manualTransactionSchema>
export const manualTransactionPageSchema = pageSchema(manualTransactionSchema)

export const manualTransactionListQuerySchema = z.object({
  ...pageParams,
  wallet_address: z.optional(walletSearchSchema),
  id: z.optional(idSchema),
})

/** The credit, or the request for it if a second person has to approve it. */
export const creditResponseSchema = z.union([manualTransactionSchema, waitingCreditSchema])
export type CreditResponse = z.infer<typeof creditResponseSchema>

export const manualTransactionCalls = {
  listManualTransactions: {
    ...read,
    path: '/manual-transactions',
    summary: 'Manual credits, newest first',
    roles: 'finance',
    query: manualTransactionListQuerySchema,
    response: manualTransactionPageSchema,
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
