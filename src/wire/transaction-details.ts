import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { manualTransactionSchema } from './manual-transactions.ts'
import {
  decimalSchema,
  flagSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  projectIdSchema,
} from './primitives.ts'
import { bonusTransactionSchema, transactionSchema } from './transactions.ts'
import { sourceSchema } from './wallets.ts'

export const transactionRecordSchema = z.extend(transactionSchema, {
  /** Why it has its status, in the words of the presale site. */
  status_reason: nullableTextSchema,
})

/** Money that a wallet got for a purchase of a wallet that it referred. */
export const referralPayoutSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  /** The purchase that it was paid for; null where the sender does not say. */
  transaction_id: z.nullable(idSchema),
  /** The wallet that is paid. */
  wallet_address: z.string(),
  /** USD. */
  amount_before_gas: decimalSchema,
  created_at: instantSchema,
})
export type ReferralPayout = z.infer<typeof referralPayoutSchema>

const statusChangeSchema = z.object({
  at: instantSchema,
  status: z.string(),
  reason: nullableTextSchema,
})
export type StatusChange = z.infer<typeof statusChangeSchema>

/** A message that was sent about a purchase, or waits to be. */
const sentNoticeSchema = z.object({
  at: instantSchema,
  /** `chat`: the project's channel. */
  channel: z.string(),
  /** `waiting`, `sent` or `failed`. */
  state: z.string(),
})
export type SentNotice = z.infer<typeof sentNoticeSchema>

export const transactionDetailsSchema = z.object({
  transaction: transactionRecordSchema,
  /** Where the buyer came from at this purchase. */
  origin: sourceSchema,
  bonuses: z.array(bonusTransactionSchema),
  payouts: z.array(referralPayoutSchema),
  credits: z.array(manualTransactionSchema),
  /** Oldest first. Changes from before `history_since` may be missing. */
  history: z.array(statusChangeSchema),
  history_since: instantSchema,
  /** Those sent in the last 30 days, and those that wait or failed. */
  notices: z.array(sentNoticeSchema),
  /**
   * The price of its stage: the planned one, else the median of the last 50 purchases that count, of the
   * project where the stage has fewer than 5. USD for one token; null with fewer than 5 in all. Absent on
   * a server from before corrections.
   */
  usual_price: z.nullish(decimalSchema),
  /** Whether that is planned. Absent on a server without planned stages. */
  usual_price_is_planned: z.optional(flagSchema),
})
export type TransactionDetails = z.infer<typeof transactionDetailsSchema>

export const transactionDetailsCalls = {
  getTransaction: {
    ...read,
    path: '/transactions/:project_id/:id',
    summary: 'A purchase with its bonuses, payouts, credits, status history and notices',
    roles: 'finance',
    params: z.object({ project_id: projectIdSchema, id: idSchema }),
    response: transactionDetailsSchema,
  },
} satisfies Calls
