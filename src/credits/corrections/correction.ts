import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import type { Approval } from '#src/wire/approval.ts'
import { correctionCalls } from '#src/wire/corrections.ts'
import { addressSchema } from '#src/wire/ingest.ts'
import { reasonSchema, type ManualTransaction } from '#src/wire/manual-transactions.ts'
import type { Transaction } from '#src/wire/transactions.ts'
import type { Wallet } from '#src/wire/wallets.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** What can be done about a mistake: with a purchase, with a credit, with a wallet. */
const CORRECTION_KINDS = ['void', 'restore', 'reverse', 'successor'] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]

const subjectFields = {
  kind: z.enum(CORRECTION_KINDS),
  project_id: z.string(),
  /** Of the purchase or the credit; of a wallet its address. */
  id: z.string(),
  wallet_address: z.string(),
  /** Of a credit: what it added. */
  tokens: z.optional(z.string()),
}
const correctionWriteSchema = z.object({
  ...subjectFields,
  reason: z.string(),
  /** Of a wallet: its new successor; null to have none. */
  successor: z.optional(z.nullable(z.string())),
})
/** A correction to send, as devices store it. */
export type Correction = z.infer<typeof correctionWriteSchema>

const subjectSchema = z.object(subjectFields)
/** What a dialog corrects, and how. */
export type CorrectionSubject = z.infer<typeof subjectSchema>

/** A credit to take back. */
export const reversalOf = (
  credit: Pick<ManualTransaction, 'project_id' | 'id' | 'wallet_address' | 'tokens'>,
): CorrectionSubject => ({
  kind: 'reverse',
  project_id: credit.project_id,
  id: credit.id,
  wallet_address: credit.wallet_address,
  tokens: credit.tokens,
})

/** A purchase to void, or to restore if it is voided. */
export const voidOf = (
  purchase: Pick<Transaction, 'project_id' | 'id' | 'wallet_address' | 'voided'>,
): CorrectionSubject => ({
  kind: purchase.voided == null ? 'void' : 'restore',
  project_id: purchase.project_id,
  id: purchase.id,
  wallet_address: purchase.wallet_address,
})

/** A wallet whose successor changes. */
export const successionOf = (
  wallet: Pick<Wallet, 'project_id' | 'wallet_address'>,
): CorrectionSubject => ({
  kind: 'successor',
  project_id: wallet.project_id,
  id: wallet.wallet_address,
  wallet_address: wallet.wallet_address,
})

export const corrections = pendingWritesOf('correction', correctionWriteSchema)

/** At most one correction of each kind and record has an unknown outcome. */
export const correctionTarget = ({ kind, project_id: project, id }: CorrectionSubject) =>
  `${kind} ${project} ${id}`

/** Without the typed values. */
export function subjectOf(write: Correction): CorrectionSubject {
  const { reason: _reason, successor: _successor, ...subject } = write
  return subject
}

export interface CorrectionForm {
  reason: string
  /** Only a wallet's dialog has the field; empty: no successor. */
  successor: string
}
export const EMPTY_CORRECTION: CorrectionForm = { reason: '', successor: '' }

/** By target. */
export const correctionDrafts =
  draftsOf<FormDraft<CorrectionForm, { subject: CorrectionSubject }>>()

/**
 * @param current the successor that a wallet has now; without one the field can't be empty
 */
export function correctionFormSchema(subject: CorrectionSubject, current: string | null) {
  const successorSchema = z.string().check((check) => {
    const message = successorError(check.value.trim(), subject.wallet_address, current)
    if (message !== null) check.issues.push({ code: 'custom', input: check.value, message })
  })
  return z.object({
    reason: reasonSchema,
    successor: subject.kind === 'successor' ? successorSchema : z.string(),
  })
}

function successorError(typed: string, own: string, current: string | null): string | null {
  if (typed === '') return current === null ? 'Enter the address of the new wallet' : null
  if (!addressSchema.safeParse(typed).success) {
    return 'Must be a wallet address: 0x and 40 hexadecimal digits'
  }
  if (typed.toLowerCase() === own.toLowerCase()) return 'Must be another wallet than this one'
  if (typed.toLowerCase() === current?.toLowerCase()) return 'This is already its successor'
  return null
}

export function toCorrection(subject: CorrectionSubject, form: CorrectionForm): Correction {
  const reason = form.reason.trim()
  if (subject.kind !== 'successor') return { ...subject, reason }
  const successor = form.successor.trim()
  return { ...subject, reason, successor: successor === '' ? null : successor }
}

/** The corrected record, by what it is, or the request for it. */
export type CorrectionResult =
  | { is: 'waiting'; approval: Approval }
  | { is: 'purchase'; row: Transaction }
  | { is: 'credit'; row: ManualTransaction }
  | { is: 'wallet'; row: Wallet }

/** Sends a correction; a repeat with the same key changes nothing. */
export const postCorrection: SendWrite<Correction, CorrectionResult> = async (write, timeoutMs) => {
  const { kind, project_id, id, wallet_address, reason, successor = null } = write.what
  const input = { params: { project_id, id }, body: { reason }, idempotencyKey: write.key }
  if (kind === 'successor') {
    const params = { project_id, wallet_address }
    const body = { wallet_address: successor, reason }
    const row = await send(
      correctionCalls.setSuccessor,
      { params, body, idempotencyKey: write.key },
      { timeoutMs },
    )
    return 'approval' in row ? { is: 'waiting', ...row } : { is: 'wallet', row }
  }
  if (kind === 'reverse') {
    const row = await send(correctionCalls.reverseManualTransaction, input, { timeoutMs })
    return 'approval' in row ? { is: 'waiting', ...row } : { is: 'credit', row }
  }
  const call =
    kind === 'void' ? correctionCalls.voidTransaction : correctionCalls.restoreTransaction
  const row = await send(call, input, { timeoutMs })
  return 'approval' in row ? { is: 'waiting', ...row } : { is: 'purchase', row }
}
