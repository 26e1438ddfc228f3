import { PendingApprovals } from '#src/records/approvals/PendingApprovals.tsx'
import { ListPage } from '#src/records/ListPage.tsx'
import { manualTransactionRecord } from './manual-transaction-record.tsx'
import { RecentDecisions } from './RecentDecisions.tsx'

/** Credits, searched by wallet address, below the requests for credits that wait for approval. */
export function ManualTransactionsPage() {
  return (
    <ListPage
      record={manualTransactionRecord}
      notice={
        <>
          <PendingApprovals />
          <RecentDecisions />
        </>
      }
    />
  )
}
