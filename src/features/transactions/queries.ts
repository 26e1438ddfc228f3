import { queryOptions } from '@tanstack/react-query'
import { http } from '#src/api/http.ts'
import type { PagedListSource } from '#src/records/use-paged-list.ts'
import {
  bonusTransactionListSchema,
  transactionPageSchema,
  type Transaction,
} from '#src/wire/transactions.ts'

export const transactionList: PagedListSource<Transaction> = {
  resource: 'transactions-list',
  path: '/transactions',
  schema: transactionPageSchema,
  idOf: (row) => row.id,
}

export const bonusTransactionQueries = {
  /** Fetched on a row's first expansion, and then kept: bonuses are granted with the purchase. */
  of: (transactionId: string) =>
    queryOptions({
      queryKey: ['bonus-transactions', { transaction: transactionId }],
      queryFn: ({ signal }) =>
        http.get(
          '/bonus-transactions',
          { transaction_id: transactionId },
          bonusTransactionListSchema,
          { signal },
        ),
      staleTime: Infinity,
      meta: { keep: bonusTransactionListSchema },
    }),
}
