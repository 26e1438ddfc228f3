import * as z from 'zod/mini'
import {
  decimalSchema,
  flagSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
} from './primitives.ts'

/** How long a request waits for a decision. */
export const APPROVAL_DAYS = 7

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const
export const approvalStateSchema = z.enum(APPROVAL_STATES)
export type ApprovalState = z.infer<typeof approvalStateSchema>

export const APPROVAL_KINDS = ['credit', 'void', 'restore', 'reverse', 'successor'] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/** A credit or a correction that waits for a second person, or has been decided. */
export const approvalSchema = z.object({
  id: idSchema,
  /** Absent on a server from before corrections. */
  kind: z._default(z.enum(APPROVAL_KINDS), 'credit'),
  project_id: z.string(),
  wallet_address: z.string(),
  /** What the wallet gains or loses by it; of a successor, all that the wallet has. */
  tokens: decimalSchema,
  reason: nullableTextSchema,
  /** The purchase that the credit makes good, or that is voided or restored. */
  transaction_id: z.nullish(idSchema),
  /** The credit that is reversed. */
  reversed_id: z.nullish(idSchema),
  /** The wallet's new successor; null to have none. */
  successor: z.nullish(z.string()),
  /** The email of the person at the time. */
  requested_by: z.string(),
  requested_at: instantSchema,
  expires_at: instantSchema,
  state: approvalStateSchema,
  decided_by: nullableTextSchema,
  decided_at: z.nullable(instantSchema),
  /** Whether the caller requested it, who then can't approve or reject it. */
  is_own: flagSchema,
})
export type Approval = z.infer<typeof approvalSchema>

/** The response to a credit that waits: 202. */
export const waitingCreditSchema = z.object({ approval: approvalSchema })
