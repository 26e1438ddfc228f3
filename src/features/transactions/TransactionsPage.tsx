import { useProjects } from '#src/api/projects.ts'
import { PendingCorrections } from '#src/credits/corrections/PendingCorrections.tsx'
import { useProofs } from '#src/figures/use-proofs.ts'
import { PaymentsLink } from '#src/records/cells/PaymentsLink.tsx'
import { useWithNotesFilter } from '#src/records/filters/notes-filter.ts'
import { ListPage } from '#src/records/list/ListPage.tsx'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { css, MOBILE } from '#src/ui/theme.ts'
import { choosesPrice } from './price-filters.ts'
import { pricedTransactionRecord, transactionRecord } from './transaction-record.tsx'
import { useTransactionFilters } from './use-transaction-filters.ts'

const atEnd = css`
  min-height: 40px;
  margin-left: auto;
  ${MOBILE} {
    min-height: 44px;
    margin-left: 0;
  }
`

/** Purchases, searched by wallet address or transaction hash, filtered and ordered. */
export function TransactionsPage() {
  const privacy = usePrivacy()
  const [params] = useUrlParams()
  const proofs = useProofs(useProjects().selected)
  return (
    <ListPage
      record={choosesPrice(params) ? pricedTransactionRecord : transactionRecord}
      filters={useWithNotesFilter(useTransactionFilters())}
      end={
        proofs && <PaymentsLink count={proofs.open_payments} isMasked={privacy} className={atEnd} />
      }
      notice={<PendingCorrections />}
    />
  )
}
