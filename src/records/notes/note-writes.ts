import * as z from 'zod/mini'
import { ApiError, send } from '#src/api/http.ts'
import { bonusCodeCalls } from '#src/wire/bonus-codes.ts'
import { chainPaymentCalls } from '#src/wire/chain-payments.ts'
import { codeEffectCalls } from '#src/wire/code-effects.ts'
import { noteCalls, noteRecordSchema, type Note, type NoteRecord } from '#src/wire/notes.ts'
import { transactionDetailsCalls } from '#src/wire/transaction-details.ts'
import { transactionCalls } from '#src/wire/transactions.ts'
import { walletDetailsCalls } from '#src/wire/wallet-details.ts'
import { walletCalls } from '#src/wire/wallets.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import { endNoteDraft } from './note-drafts.ts'

const newNoteSchema = z.object({
  record: noteRecordSchema,
  text: z.string(),
  /** The ids of the people. */
  mentions: z.array(z.string()),
})
/** A note to send. */
export type NewNote = z.infer<typeof newNoteSchema>

/** At most one note per record has an unknown outcome. */
export const pendingNotes = pendingWritesOf('note', newNoteSchema)

/** Names a record among all: of its drafts and of its writes. */
export const targetOf = ({ kind, project_id: projectId, id }: NoteRecord): string =>
  `${kind} ${projectId} ${kind === 'wallet' ? id.toLowerCase() : id}`

/** Sends a note. Its draft ends with the response, before another tab could send it once more. */
export const postNote: SendWrite<NewNote, Note> = async ({ key, what }, timeoutMs) => {
  const { record, ...body } = what
  const note = await send(
    noteCalls.createNote,
    { params: record, body, idempotencyKey: key },
    { timeoutMs },
  )
  endNoteDraft(targetOf(record), key)
  return note
}

/** Whether the server refused a note for whom it mentions. */
export const isMentionRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.message.includes('body.mentions')

/** Those of the people who may not read a record now. */
export async function peopleWithoutAccess<Person extends { id: string; email: string }>(
  record: NoteRecord,
  people: readonly Person[],
): Promise<Person[]> {
  const checks = people.map(async (person) => {
    const found = await send(noteCalls.listNotePeople, {
      params: record,
      query: { q: person.email },
    })
    return found.some(({ id }) => id === person.id) ? [] : [person]
  })
  return (await Promise.all(checks)).flat()
}

const SHOWN_IN = {
  wallet: [walletDetailsCalls.getWallet, walletCalls.listWallets],
  transaction: [transactionDetailsCalls.getTransaction, transactionCalls.listTransactions],
  bonus_code: [codeEffectCalls.getCodeEffect, bonusCodeCalls.listBonusCodes],
  payment: [chainPaymentCalls.listChainPayments],
} as const

/** The queries that show the notes of a record, or count them. */
export function noteQueryKeys(record: NoteRecord) {
  const calls = [noteCalls.listNotes, walletDetailsCalls.listTimeline, ...SHOWN_IN[record.kind]]
  return calls.map(({ path }) => [path])
}
