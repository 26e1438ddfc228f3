import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import { parseDecimal } from '#src/domain/money/decimals.ts'
import { paramsOf, walletKey, type WalletName } from '#src/records/wallet-queries.ts'
import {
  manualTransactionCalls,
  manualTransactionCreateSchema,
  reasonSchema,
  type CreditResponse,
  type ManualTransactionCreate,
} from '#src/wire/manual-transactions.ts'
import { idSchema } from '#src/wire/primitives.ts'
import { walletSchema, type Wallet } from '#src/wire/wallets.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** The validation message of a typed amount, or null. Amounts have up to 20 digits and 18 decimals. */
function validateAmount(typed: string): string | null {
  if (parseDecimal(typed) !== null) return null
  if (typed.trim() === '') return 'Enter an amount'
  const text = typed.trim().replaceAll(',', '')
  if (/^-(\d+\.?\d*|\.\d+)$/.test(text)) return 'Must be greater than or equal to 0'
  if (/^\d*\.\d{19,}$/.test(text)) return 'Must have at most 18 decimals'
  if (/^\d{21,}(\.\d*)?$/.test(text)) return 'Must have at most 20 digits before the point'
  return 'Invalid number'
}

export const creditFormSchema = z.object({
  tokens: z.string().check((check) => {
    const message = validateAmount(check.value)
    if (message !== null) check.issues.push({ code: 'custom', input: check.value, message })
  }),
  reason: reasonSchema,
})
export type CreditForm = z.infer<typeof creditFormSchema>

export const EMPTY_CREDIT: CreditForm = { tokens: '', reason: '' }

/**
 * The request for a valid form. The amount keeps all typed decimals.
 * @param transactionId the purchase that the credit makes good, if there is one
 */
export function toManualTransactionCreate(
  form: CreditForm,
  transactionId?: string,
): ManualTransactionCreate {
  return {
    reason: form.reason.trim(),
    tokens: parseDecimal(form.tokens) ?? '',
    ...(transactionId === undefined ? {} : { transaction_id: transactionId }),
  }
}

const creditSchema = z.object({
  wallet: walletSchema,
  body: manualTransactionCreateSchema,
  /** The payment on chain without a purchase that it makes good, which is dismissed then. */
  payment_id: z.optional(idSchema),
})
/** A credit to send. */
export type Credit = z.infer<typeof creditSchema>

/** At most one credit per target has an unknown outcome. */
export const credits = pendingWritesOf('credit', creditSchema)

/** What a credit changes: its wallet, or the one purchase or payment that it makes good. */
export function creditTarget(
  wallet: WalletName,
  transactionId?: string,
  paymentId?: string,
): string {
  const key = walletKey(wallet)
  if (paymentId !== undefined) return `${key} payment ${paymentId}`
  return transactionId === undefined ? key : `${key} ${transactionId}`
}

export const targetOf = ({ wallet, body, payment_id: paymentId }: Credit) =>
  creditTarget(wallet, body.transaction_id, paymentId)

/** A payment on chain without a purchase that a credit makes good. */
export interface CreditedPayment {
  id: string
  /** What the reason of the credit is at first. */
  reason: string
}

/** Kept with a draft: what its dialog needs to open again. */
interface CreditSubject {
  wallet: Wallet
  transactionId: string | undefined
  payment?: CreditedPayment | undefined
}

/** By target. */
export const creditDrafts = draftsOf<FormDraft<CreditForm, CreditSubject>>()

export const postCredit: SendWrite<Credit, CreditResponse> = ({ key, what }, timeoutMs) =>
  send(
    manualTransactionCalls.createManualTransaction,
    { params: paramsOf(what.wallet), body: what.body, idempotencyKey: key },
    { timeoutMs },
  )
