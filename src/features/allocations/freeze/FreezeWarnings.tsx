import { TriangleAlert } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import {
  differingPurchasesHref,
  lastPurchasesHref,
  openPurchasesHref,
  waitingCreditsHref,
} from '#src/features/allocations/allocation-hrefs.ts'
import { useProofs } from '#src/figures/use-proofs.ts'
import { filters } from '#src/state/filters.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import { freezeWarnings } from './freeze-warnings.ts'

const Lines = styled('ul')`
  display: grid;
  gap: 4px;
  margin-top: 6px;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 16px;
  }
  & a {
    color: var(--accent);
    white-space: nowrap;
  }
  & a:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  ${MOBILE} {
    & > li {
      display: block;
    }
    /* A larger touch target leaves the line as high as its text. */
    & a {
      display: inline-block;
      padding: 12px 8px;
      margin: -12px 0;
    }
  }
`

const HREFS = {
  pending: openPurchasesHref,
  recent: lastPurchasesHref,
  approvals: waitingCreditsHref,
  differs: differingPurchasesHref,
} as const

/** What can still change the list that is about to be frozen; nothing when nothing can. */
export function FreezeWarnings(props: { summary: AllocationSummary; isMasked: boolean }) {
  const { summary } = props
  const now = useSnapshot(filters)
  const proofs = useProofs([summary.project_id])
  const warnings = freezeWarnings(summary, now.asOf, props.isMasked, proofs)
  if (warnings.length === 0) return null
  return (
    <Notice icon={TriangleAlert}>
      <b>The sale is still moving.</b> What completes later is not in this list.
      <Lines>
        {warnings.map(({ is, text, link }) => (
          <li key={is}>
            <span>
              <MaskedSentence text={text} />
            </span>{' '}
            <Link href={HREFS[is](summary.project_id, now)}>{link}</Link>
          </li>
        ))}
      </Lines>
    </Notice>
  )
}
