import * as z from 'zod/mini'
import { send } from '#src/api/http.ts'
import type { SendWrite } from '#src/writes/idempotent-write.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import {
  manualTransactionCalls,
  manualTransactionCreateSchema,
  type ManualTransaction,
} from '#src/wire/manual-transactions.ts'
import { walletSchema, type Wallet } from '#src/wire/wallets.ts'
import type { CreditForm } from './credit-form.ts'
import { paramsOf } from './queries.ts'

const creditSchema = z.object({ wallet: walletSchema, body: manualTransactionCreateSchema })
/** One intention to credit a wallet. */
export type Credit = z.infer<typeof creditSchema>

/** Credits that nobody could say the outcome of, by wallet. */
export const credits = pendingWritesOf('credit', creditSchema)

/** What is typed into the dialog and not sent, with the wallet it is for: one dialog is open. */
export const creditDrafts = draftsOf<CreditForm & { wallet: Wallet }>()
export const DIALOG = 'dialog'

export const postCredit: SendWrite<Credit, ManualTransaction> = ({ key, what }, timeoutMs) =>
  send(
    manualTransactionCalls.createManualTransaction,
    { params: paramsOf(what.wallet), body: what.body, idempotencyKey: key },
    { timeoutMs },
  )
