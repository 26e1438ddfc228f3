import { TriangleAlert } from 'lucide-react'
import { formatId } from '#src/domain/sale/record-formats.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { MAX_PAGE_SIZE } from '#src/wire/paging.ts'
import type { WalletDetails } from '#src/wire/wallet-details.ts'
import { joined } from './entry-parts.tsx'
import { PurchaseLink } from './purchase-parts.tsx'
import { creditedTwice } from './timeline-rows.ts'
import { useTimeline } from './use-timeline.ts'

const KINDS = ['purchase'] as const

/** Warns of purchases that were credited and have completed all the same, and names them. */
export function TwiceCredited({ details }: { details: WalletDetails }) {
  const { wallet, totals } = details
  const count = totals.credited_and_completed
  const { entries } = useTimeline(wallet, KINDS, MAX_PAGE_SIZE, count > 0)
  if (count === 0) return null
  const purchases = creditedTwice(entries)
  const more = purchases.length === 0 ? 0 : count - purchases.length
  return (
    <Notice icon={TriangleAlert}>
      <b>Credited and completed.</b>{' '}
      {count === 1
        ? 'The wallet got the tokens of a purchase twice'
        : `The wallet got the tokens of ${pluralize(count, 'purchase')} twice`}
      {purchases.length > 0 && ': '}
      {joined([
        ...purchases.map(({ id, credit_id: credit }) => (
          <>
            <PurchaseLink projectId={wallet.project_id} id={id} />
            {credit !== null && (
              <>
                {' '}
                (
                <RecordLink kind="credit" projectId={wallet.project_id} id={credit}>
                  Credit {formatId(credit)}
                </RecordLink>
                )
              </>
            )}
          </>
        )),
        more > 0 && `and ${more} more`,
      ])}
      .
    </Notice>
  )
}
