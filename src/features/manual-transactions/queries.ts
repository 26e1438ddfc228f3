import type { PagedListSource } from '#src/records/use-paged-list.ts'
import { manualTransactionPageSchema, type ManualTransaction } from '#src/wire/wallets.ts'

export const manualTransactionList: PagedListSource<ManualTransaction> = {
  resource: 'manual-transactions',
  path: '/manual-transactions',
  schema: manualTransactionPageSchema,
  idOf: (row) => row.id,
}
