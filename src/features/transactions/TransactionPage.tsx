import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock3, Info, type LucideIcon } from 'lucide-react'
import { useFeature } from '#src/api/features.ts'
import { queryOf } from '#src/api/http.ts'
import { refetch } from '#src/cache/refetch.ts'
import { usePendingApprovals } from '#src/credits/approval-queries.ts'
import { voidOf } from '#src/credits/corrections/correction.ts'
import { CorrectionButton } from '#src/credits/corrections/CorrectionButton.tsx'
import { PendingCorrections } from '#src/credits/corrections/PendingCorrections.tsx'
import { creditOf } from '#src/credits/purchase-credit.ts'
import { formatDay, formatId } from '#src/domain/sale/record-formats.ts'
import { RecordLink } from '#src/records/cells/RecordLink.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { NotesCard } from '#src/records/notes/NotesCard.tsx'
import { RecordPage } from '#src/records/page/RecordPage.tsx'
import { RecordStack } from '#src/records/page/RecordStack.ts'
import { useLiveNotes } from '#src/records/page/use-live-notes.ts'
import { useRecordPath } from '#src/records/record-hrefs.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import { transactionDetailsCalls, type TransactionDetails } from '#src/wire/transaction-details.ts'
import { ProofPanel } from './ProofPanel.tsx'
import { noticeOf, type PurchaseNotice as Content } from './purchase-facts.ts'
import { DiffersNotice, UnusualPriceNotice, VoidedNotice } from './purchase-notices.tsx'
import { Bonuses, Credits, Payouts, SentNotices, StatusHistory } from './transaction-panels.tsx'
import { TransactionHead } from './TransactionHead.tsx'
import { CREDIT_ACTION, useCreditPurchase } from './use-credit-purchase.tsx'

const WAITING_TEXT = 'A request about this purchase waits for approval.'
const { getTransaction } = transactionDetailsCalls

const Columns = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 360px;
  gap: 0 16px;
  align-items: start;
  @container record (width < 860px) {
    grid-template-columns: minmax(0, 1fr);
  }
  & > div {
    min-width: 0;
  }
`

/** One purchase: all that is known about it, and what followed from it. */
export function TransactionPage() {
  const { projectId, id } = useRecordPath()
  const query = useQuery({
    ...queryOf(getTransaction, { params: { project_id: projectId, id } }),
    staleTime: 0,
    meta: { keep: getTransaction.response },
  })
  return (
    <RecordPage
      query={query}
      what="transaction"
      needs="wallet_page"
      action={CREDIT_ACTION}
      list={{ href: '/transactions', title: 'Transactions Search' }}
      skeleton={<TransactionSkeleton />}
    >
      {(details) => <LoadedTransaction key={details.transaction.id} details={details} />}
    </RecordPage>
  )
}

const ICONS: Record<Content['tone'], LucideIcon> = {
  info: Info,
  bad: CircleX,
  ok: CircleCheck,
  plain: Clock3,
}

/** What happened to a purchase, and what made it good. */
function PurchaseNotice(props: { details: TransactionDetails; isMasked: boolean }) {
  const { details, isMasked } = props
  const notice = noticeOf(details)
  const credit = creditOf(details.credits)
  if (notice === null) return null
  return (
    <Notice icon={ICONS[notice.tone]} tone={notice.tone}>
      <b>{notice.title}</b> {notice.text}
      {credit && (
        <>
          {' '}
          <RecordLink kind="credit" projectId={credit.project_id} id={credit.id}>
            Credit {formatId(credit.id)}
          </RecordLink>{' '}
          of <TokenAmount amount={credit.tokens} unit={credit.project_id} isMasked={isMasked} /> on{' '}
          {formatDay(credit.created_at)}
          {credit.authorizer !== null && ` by ${credit.authorizer}`}
          {credit.approved_by != null && `, approved by ${credit.approved_by}`}.
        </>
      )}
    </Notice>
  )
}

function LoadedTransaction({ details }: { details: TransactionDetails }) {
  const privacy = usePrivacy()
  const { transaction } = details
  const client = useQueryClient()
  useLiveNotes(transaction.project_id, {
    onChanged: () => refetch(client, { queryKey: [getTransaction.path], type: 'active' }),
  })
  const credit = useCreditPurchase(details)
  const requests = usePendingApprovals([transaction.project_id])
  const waiting = requests.data?.find((one) => one.transaction_id === transaction.id)
  const parts = { details, isMasked: privacy }
  return (
    <>
      <RecordStack>
        {credit.notes}
        <PendingCorrections wallet={transaction} />
        <TransactionHead
          {...parts}
          action={
            <>
              <CorrectionButton
                subject={voidOf(transaction)}
                refusal={waiting === undefined ? undefined : WAITING_TEXT}
              />
              {credit.button}
            </>
          }
        />
        <VoidedNotice transaction={transaction} />
        <DiffersNotice transaction={transaction} />
        <UnusualPriceNotice {...parts} />
        <PurchaseNotice {...parts} />
      </RecordStack>
      <Columns>
        <div>
          <ProofPanel {...parts} />
          <Credits {...parts} />
          <Bonuses {...parts} />
          <Payouts {...parts} />
        </div>
        <div>
          <StatusHistory details={details} />
          <NotesCard
            record={{ kind: 'transaction', project_id: transaction.project_id, id: transaction.id }}
            count={transaction.notes}
          />
          <SentNotices details={details} />
        </div>
      </Columns>
      {credit.dialog}
    </>
  )
}

/** As high as a purchase without bonuses. */
function TransactionSkeleton() {
  const hasNotes = useFeature('notes')
  const block = (height: number) => (
    <Surface style={{ height, padding: '19px 20px', marginBottom: 16 }}>
      <Skeleton width="40%" height={14} />
    </Surface>
  )
  return (
    <>
      <RecordStack>
        <Surface style={{ minHeight: 250, padding: 20 }}>
          <Skeleton width="56%" height={24} />
        </Surface>
      </RecordStack>
      <Columns>
        <div>
          {block(112)}
          {block(112)}
          {block(112)}
        </div>
        <div>
          {block(180)}
          {hasNotes && block(264)}
          {block(112)}
        </div>
      </Columns>
    </>
  )
}
