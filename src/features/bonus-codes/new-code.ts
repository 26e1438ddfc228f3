import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import { bonusCodeCalls, bonusCodeCreateSchema, type BonusCode } from '#src/wire/bonus-codes.ts'
import { bonusCodeFieldsSchema, type BonusCodeForm } from './bonus-code-form.ts'

/** The request beside the form it came from: a device may change its time zone in between. */
const newCodeSchema = z.object({ form: bonusCodeFieldsSchema, body: bonusCodeCreateSchema })
export type NewCode = z.infer<typeof newCodeSchema>

/** A code that nobody could say of whether it was created: one at a time. */
export const newCodes = pendingWritesOf('bonus-code', newCodeSchema)

/** What is typed into the dialog and not sent. */
export const codeDrafts = draftsOf<BonusCodeForm>()
export const DIALOG = 'dialog'

export const postCode: SendWrite<NewCode, BonusCode> = ({ key, what }, timeoutMs) =>
  send(bonusCodeCalls.createBonusCode, { body: what.body, idempotencyKey: key }, { timeoutMs })
