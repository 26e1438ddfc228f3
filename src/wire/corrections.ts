import * as z from 'zod/mini'
import { waitingCreditSchema } from './approval.ts'
import { type Calls } from './call.ts'
import { addressSchema } from './ingest.ts'
import { manualTransactionSchema, reasonSchema } from './manual-transactions.ts'
import { idSchema, projectIdSchema } from './primitives.ts'
import { transactionSchema } from './transactions.ts'
import { walletParamsSchema, walletSchema } from './wallets.ts'

export const correctionSchema = z.strictObject({ reason: reasonSchema })
export const successorSchema = z.strictObject({
  /** Null: the wallet has none again. */
  wallet_address: z.nullable(addressSchema),
  reason: reasonSchema,
})

/** The corrected record, or the request for it if a second person has to approve it. */
const correctedSchema = <Row extends z.core.SomeType>(row: Row) =>
  z.union([row, waitingCreditSchema])

const correction = {
  access: 'signed-in',
  roles: 'finance',
  status: 200,
  accepted: waitingCreditSchema,
  needsStepUp: 'everything',
  idempotent: true,
} as const
const ofRecord = {
  ...correction,
  method: 'POST',
  params: z.object({ project_id: projectIdSchema, id: idSchema }),
  body: correctionSchema,
} as const

export const correctionCalls = {
  voidTransaction: {
    ...ofRecord,
    path: '/transactions/:project_id/:id/void',
    summary: 'Void a purchase: it stays listed and counts nowhere; a repeat changes nothing',
    response: correctedSchema(transactionSchema),
  },

  restoreTransaction: {
    ...ofRecord,
    path: '/transactions/:project_id/:id/restore',
    summary: 'Let a voided purchase count again; a repeat changes nothing',
    response: correctedSchema(transactionSchema),
  },

  reverseManualTransaction: {
    ...ofRecord,
    path: '/manual-transactions/:project_id/:id/reverse',
    summary: 'Take the tokens of a credit back; a repeat changes nothing',
    response: correctedSchema(manualTransactionSchema),
  },

  setSuccessor: {
    ...correction,
    method: 'PUT',
    path: '/wallets/:project_id/:wallet_address/successor',
    summary: 'Name the wallet that gets what this one is owed, or none',
    params: walletParamsSchema,
    body: successorSchema,
    response: correctedSchema(walletSchema),
  },
} satisfies Calls
