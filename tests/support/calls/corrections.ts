import type { Answer, SignedIn, TestApp } from '#tests/support/server/app.ts'
import {
  addBonusTransaction,
  addManualTransaction,
  addTransaction,
} from '#tests/support/server/builders.ts'
import type { Sale } from './approvals.ts'

export const CORRECTION_REASON = 'sent by a stolen key'

interface Options {
  /** By default the sale's requester. */
  as?: SignedIn
  key?: string
  reason?: string
}

/** The calls of corrections of a sale, and records to correct. */
export interface Corrections {
  voidPurchase(id: string, options?: Options): Promise<Answer>
  restore(id: string, options?: Options): Promise<Answer>
  reverse(id: string, options?: Options): Promise<Answer>
  /** Of the sale's wallet, unless another one is named. */
  setSuccessor(successor: string | null, wallet?: string, as?: SignedIn): Promise<Answer>
  /** A purchase of 1000 tokens for 100 USD, with a bonus of 50 for its wallet. @returns its id */
  buy(fields?: Partial<Parameters<typeof addTransaction>[1]>): Promise<string>
  /** A credit of 10 tokens. @returns its id */
  addCredit(fields?: { tokens?: string }): Promise<string>
}

export function correctionsOf(t: TestApp, { id, wallet, requester }: Sale): Corrections {
  const own = { project_id: id, wallet_address: wallet }
  const correct = (
    path: string,
    { as = requester, key, reason = CORRECTION_REASON }: Options = {},
  ) =>
    t.call('POST', path, {
      as,
      body: { reason },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  return {
    voidPurchase: (purchase, options) => correct(`/transactions/${id}/${purchase}/void`, options),
    restore: (purchase, options) => correct(`/transactions/${id}/${purchase}/restore`, options),
    reverse: (credit, options) => correct(`/manual-transactions/${id}/${credit}/reverse`, options),
    setSuccessor: (wallet_address, of = wallet, as = requester) =>
      t.call('PUT', `/wallets/${id}/${of}/successor`, {
        as,
        body: { wallet_address, reason: CORRECTION_REASON },
      }),
    async buy(fields = {}) {
      const purchase = await addTransaction(t.db, { ...own, ...fields })
      await addBonusTransaction(t.db, { ...own, transaction_id: purchase.id })
      return String(purchase.id)
    },
    addCredit: async (fields = {}) =>
      String((await addManualTransaction(t.db, { ...own, ...fields })).id),
  }
}
