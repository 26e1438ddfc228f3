import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { figureFormat } from '#src/domain/text/mask.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import {
  differingPurchasesHref,
  openPurchasesHref,
  waitingCreditsHref,
} from '#src/features/allocations/allocation-hrefs.ts'
import { useProofs } from '#src/figures/use-proofs.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { None } from '#src/records/page/Facts.tsx'
import { filters } from '#src/state/filters.ts'
import { Card } from '#src/ui/Card.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import type { AllocationSummary } from '#src/wire/allocations.ts'

/** What can change the sums of a project before its list is frozen. */
export function WhatCanChange(props: {
  projectId: string
  summary: AllocationSummary | undefined
  isMasked: boolean
}) {
  const { projectId, summary, isMasked } = props
  const now = useSnapshot(filters)
  const proofs = useProofs(projectId === '' ? [] : [projectId])
  const shown = (figure: (open: AllocationSummary['open']) => ReactNode) =>
    summary ? figure(summary.open) : <Skeleton width={64} />
  const count = (rows: number, href: string) => (
    <Count rows={rows} href={href} isMasked={isMasked} />
  )
  return (
    <Card title="What can still change it" isBusy={summary === undefined}>
      <SumList>
        <SumRow label="Pending purchases">
          {shown(({ purchases }) => count(purchases, openPurchasesHref(projectId, now)))}
        </SumRow>
        <SumRow label="Their tokens" count="where known">
          {shown(({ tokens }) => (
            <TokenAmount amount={tokens} isMasked={isMasked} isFloored />
          ))}
        </SumRow>
        <SumRow label="Credits for approval">
          {shown(({ approvals }) => count(approvals, waitingCreditsHref(projectId, now)))}
        </SumRow>
        {proofs && (
          <SumRow label="Differ from the chain">
            {shown(() => count(proofs.differs, differingPurchasesHref(projectId, now)))}
          </SumRow>
        )}
        <SumRow label="Last purchase">
          {shown(({ last_purchase_at: at }) =>
            at === null ? (
              <None />
            ) : (
              <DateTime instant={at} text={`${formatDuration(now.asOf - Date.parse(at))} ago`} />
            ),
          )}
        </SumRow>
      </SumList>
    </Card>
  )
}

/** How many there are, which leads to them. */
function Count(props: { rows: number; href: string; isMasked: boolean }) {
  const text = <MaskableText text={figureFormat(props.isMasked).count(props.rows)} />
  if (props.rows === 0 && !props.isMasked) return text
  return (
    <Link href={props.href} className={linkStyle}>
      {text}
    </Link>
  )
}
