import { ListPage } from '#src/records/ListPage.tsx'
import { transactionRecord } from './transaction-record.tsx'

/** Purchases, searched by wallet address or transaction hash. */
export function TransactionsPage() {
  return <ListPage record={transactionRecord} />
}
