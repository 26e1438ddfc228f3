import type { PagedListSource } from '#src/records/use-paged-list.ts'
import { manualTransactionCalls, type ManualTransaction } from '#src/wire/manual-transactions.ts'

export const manualTransactionList: PagedListSource<ManualTransaction> = {
  call: manualTransactionCalls.listManualTransactions,
  idOf: (row) => row.id,
}
