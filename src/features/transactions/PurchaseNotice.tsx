import { CircleCheck, CircleX, Clock3, Info, type LucideIcon } from 'lucide-react'
import { formatDay, formatId } from '#src/domain/record-formats.ts'
import { creditOf } from '#src/records/credits/purchase-credit.ts'
import { RecordLink } from '#src/records/RecordLink.tsx'
import { TokenAmount } from '#src/records/TokenAmount.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { TransactionDetails } from '#src/wire/transaction-details.ts'
import { noticeOf, type PurchaseNotice as Content } from './purchase-facts.ts'

const ICONS: Record<Content['tone'], LucideIcon> = {
  info: Info,
  bad: CircleX,
  ok: CircleCheck,
  plain: Clock3,
}

/** What happened to a purchase, and what made it good. */
export function PurchaseNotice(props: { details: TransactionDetails; isMasked: boolean }) {
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
          {credit.authorizer !== null && ` by ${credit.authorizer}`}.
        </>
      )}
    </Notice>
  )
}
