import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '#src/api/http.ts'
import type { PagedListSource } from '#src/records/use-paged-list.ts'
import { transactionCalls, type Transaction } from '#src/wire/transactions.ts'

export const transactionList: PagedListSource<Transaction> = {
  call: transactionCalls.listTransactions,
  idOf: (row) => row.id,
}

export const bonusTransactionQueries = {
  /** Fetched on a row's first expansion, and then kept: bonuses are granted with the purchase. */
  of: (transactionId: string) =>
    queryOptions({
      ...queryOf(transactionCalls.listBonusTransactions, {
        query: { transaction_id: transactionId },
      }),
      staleTime: Infinity,
      meta: { keep: transactionCalls.listBonusTransactions.response },
    }),
}
