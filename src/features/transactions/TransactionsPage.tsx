import { PendingCorrections } from '#src/credits/corrections/PendingCorrections.tsx'
import { ListPage } from '#src/records/list/ListPage.tsx'
import { transactionRecord } from './transaction-record.tsx'
import { useTransactionFilters } from './use-transaction-filters.ts'

/** Purchases, searched by wallet address or transaction hash, filtered and ordered. */
export function TransactionsPage() {
  return (
    <ListPage
      record={transactionRecord}
      filters={useTransactionFilters()}
      notice={<PendingCorrections />}
    />
  )
}
