import * as z from 'zod/mini'
import { approvalSchema, approvalStateSchema } from './approval.ts'
import { read, type Calls } from './call.ts'
import { manualTransactionSchema } from './manual-transactions.ts'
import { pageParams, pageSchema } from './paging.ts'
import { idSchema } from './primitives.ts'

export const approvalPageSchema = pageSchema(approvalSchema)

export const approvedSchema = z.object({
  approval: approvalSchema,
  transaction: manualTransactionSchema,
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
    summary: 'Credits that wait for a second person or have been decided, newest first',
    roles: 'finance',
    query: approvalListQuerySchema,
    response: approvalPageSchema,
  },
  approveCredit: {
    ...decision,
    path: '/approvals/:id/approve',
    summary: "Approve another person's credit, which adds its tokens; a repeat changes nothing",
    needsStepUp: 'everything',
    response: approvedSchema,
  },
  rejectCredit: {
    ...decision,
    path: '/approvals/:id/reject',
    summary: "Reject another person's credit",
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
