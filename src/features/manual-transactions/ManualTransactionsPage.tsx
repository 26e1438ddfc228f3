import { ListPage } from '#src/records/ListPage.tsx'
import { manualTransactionRecord } from './manual-transaction-record.tsx'

/** Credits, searched by wallet address. */
export function ManualTransactionsPage() {
  return <ListPage record={manualTransactionRecord} />
}
