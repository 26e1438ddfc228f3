import * as z from 'zod/mini'
import { rangeQuerySchema } from './analytics.ts'
import { read, type Calls } from './call.ts'
import { reasonSchema } from './manual-transactions.ts'
import { notedParam, noteCount } from './noted.ts'
import { pageParams } from './paging.ts'
import {
  countSchema,
  decimalSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  perProject,
} from './primitives.ts'

export const CHAIN_PAYMENT_STATES = ['open', 'matched', 'dismissed'] as const
export type ChainPaymentState = (typeof CHAIN_PAYMENT_STATES)[number]

/** A payment to a receiver of a chain that no purchase named when it was found. */
export const chainPaymentSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  chain_id: countSchema,
  /** Null after the chain was disconnected, as is its explorer. */
  chain_name: nullableTextSchema,
  /** The transaction at the chain's explorer. */
  explorer_url: nullableTextSchema,
  transaction_hash: z.string(),
  log_index: countSchema,
  block: countSchema,
  /** The time of its block. */
  at: instantSchema,
  payer: z.string(),
  receiver: z.string(),
  /** A symbol. */
  token: z.string(),
  amount: decimalSchema,
  state: z.enum(CHAIN_PAYMENT_STATES),
  /** The purchase that names the hash now. */
  transaction_id: z.nullable(idSchema),
  dismissed_at: z.nullable(instantSchema),
  /** An email address. */
  dismissed_by: nullableTextSchema,
  dismissed_reason: nullableTextSchema,
  ...noteCount,
})
export type ChainPayment = z.infer<typeof chainPaymentSchema>

export const chainPaymentPageSchema = z.object({
  results: z.array(chainPaymentSchema),
  page: z.int(),
  limit: z.int(),
  // Of all pages, on the first one only.
  /** Up to when all chains of the projects were read; null without a chain that was read. */
  scanned_at: z.optional(z.nullable(instantSchema)),
  counts: z.optional(z.object({ open: countSchema, matched: countSchema, dismissed: countSchema })),
  /** Of the payments in the state, by token: the most payments first. */
  sums: z.optional(
    z.array(z.object({ token: z.string(), amount: decimalSchema, payments: countSchema })),
  ),
})
export type ChainPaymentPage = z.infer<typeof chainPaymentPageSchema>

/**
 * What the chains say of the purchases of a range that count: USD to the last digit, whose four sums are
 * gross. `open_payments` are those of all times.
 */
export const chainSummarySchema = z.object({
  /** Whether a chain is connected. */
  is_connected: z.boolean(),
  proven_usd: decimalSchema,
  waiting_usd: decimalSchema,
  differs_usd: decimalSchema,
  not_checkable_usd: decimalSchema,
  proven: countSchema,
  waiting: countSchema,
  differs: countSchema,
  not_checkable: countSchema,
  open_payments: countSchema,
})
export type ChainSummary = z.infer<typeof chainSummarySchema>
export const chainSummariesSchema = perProject(chainSummarySchema)

export const chainPaymentCalls = {
  listChainPayments: {
    ...read,
    path: '/chain/payments',
    summary: 'Payments on chain that no purchase names, newest first',
    roles: 'finance',
    query: z.object({
      ...pageParams,
      state: z._default(z.enum(CHAIN_PAYMENT_STATES), 'open'),
      ...notedParam,
    }),
    response: chainPaymentPageSchema,
  },

  dismissChainPayment: {
    method: 'POST',
    access: 'signed-in',
    roles: 'finance',
    path: '/chain/payments/:id/dismiss',
    summary: 'Take a payment off the list of open ones, with a reason',
    params: z.object({ id: idSchema }),
    body: z.strictObject({ reason: reasonSchema }),
    response: chainPaymentSchema,
    status: 200,
    idempotent: true,
  },

  sumProofs: {
    ...read,
    path: '/chain/summary',
    summary: 'What the chains say of the purchases of a range, by project',
    roles: 'finance',
    query: rangeQuerySchema,
    response: chainSummariesSchema,
  },
} satisfies Calls
