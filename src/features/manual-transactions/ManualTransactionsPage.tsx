import { PendingCorrections } from '#src/credits/corrections/PendingCorrections.tsx'
import { PendingApprovals } from '#src/credits/PendingApprovals.tsx'
import { ListPage } from '#src/records/list/ListPage.tsx'
import { useRequestedRecord } from '#src/records/use-url-params.ts'
import { manualTransactionRecord } from './manual-transaction-record.tsx'
import { RecentDecisions } from './RecentDecisions.tsx'

/** Credits, searched by wallet address, below the requests for credits that wait for approval. */
export function ManualTransactionsPage() {
  // A link to one credit shows it alone.
  const isList = useRequestedRecord() === null
  return (
    <ListPage
      record={manualTransactionRecord}
      notice={
        isList && (
          <>
            <PendingCorrections />
            <PendingApprovals />
            <RecentDecisions />
          </>
        )
      }
    />
  )
}
