import * as z from 'zod/mini'
import { approvalSchema, approvalStateSchema } from './approval.ts'
import { read, type Calls } from './call.ts'
import { manualTransactionSchema } from './manual-transactions.ts'
import { pageParams, pageSchema } from './paging.ts'
import { idSchema } from './primitives.ts'

export const approvalPageSchema = pageSchema(approvalSchema)

export const approvedSchema = z.object({
  approval: approvalSchema,
  /** The credit that was added or reversed; null for the other kinds. */
  transaction: z.nullable(manualTransactionSchema),
})

export const approvalListQuerySchema = z.object({
  ...pageParams,
  state: z.optional(approvalStateSchema),
})
export const approvalParamsSchema = z.object({ id: idSchema })

const decision = {
  method: 'POST',
  access: 'signed-in',
  roles: 'finance',
  params: approvalParamsSchema,
  status: 200,
} as const

export const approvalCalls = {
  listApprovals: {
    ...read,
    path: '/approvals',
    summary:
      'Credits and corrections that wait for a second person or have been decided, newest first',
    roles: 'finance',
    query: approvalListQuerySchema,
    response: approvalPageSchema,
  },
  approveCredit: {
    ...decision,
    path: '/approvals/:id/approve',
    summary:
      "Approve another person's credit or correction, which carries it out; a repeat changes nothing",
    needsStepUp: 'everything',
    response: approvedSchema,
  },
  rejectCredit: {
    ...decision,
    path: '/approvals/:id/reject',
    summary: "Reject another person's credit or correction",
    needsStepUp: 'everything',
    response: approvalSchema,
  },
  cancelCredit: {
    ...decision,
    path: '/approvals/:id/cancel',
    summary: "Take one's own request back",
    response: approvalSchema,
  },
} satisfies Calls
