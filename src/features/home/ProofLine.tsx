import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { useFeature } from '#src/api/features.ts'
import { percentOf } from '#src/domain/money/money.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { proofQuery } from '#src/figures/proof-figures.ts'
import { purchasesHref } from '#src/records/purchases-href.ts'
import { filters } from '#src/state/filters.ts'
import { removeStored, STORAGE_KEYS, writeStored } from '#src/state/storage.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { css, MOBILE } from '#src/ui/theme.ts'
import type { ChainSummary } from '#src/wire/chain-payments.ts'

const line = css`
  /* On the line of the subtitle, which is right above. */
  position: absolute;
  right: 0;
  bottom: calc(100% + 12px);
  display: flex;
  align-items: center;
  gap: 8px;
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--text-3);
  &:hover > .share {
    color: var(--text-1);
  }
  /* Read, not seen: text that is out of the flow would be read with a space before it. */
  & .comma {
    font-size: 0;
  }
  & > .bad {
    color: var(--negative);
    font-weight: 500;
  }
  ${MOBILE} {
    position: static;
    order: 1;
    /* A finger's height, of which a line's is taken. */
    min-height: 44px;
    margin: -12px 0;
  }
`

const TITLE = 'Of the purchases that a connected chain can check, by their number'

/**
 * "99.27% proven on chain, 7 differ": of the purchases of the period that a connected chain can check,
 * by their number, rounded down. Nothing without a connected chain, or without such purchases. On
 * phones its room is reserved from the first paint where a chain was connected at the last visit.
 */
export function ProofLine(props: {
  view: HomeView
  /** Its room while it has nothing to show. */
  space: ReactNode
}) {
  const { selection, figures } = props.view
  const now = useSnapshot(filters)
  const isKnown = useFeature('chain')
  // Without a chain, another period needs no request.
  const [lacking, setLacking] = useState<Record<string, ChainSummary>>({})
  const { data } = useQuery({
    ...proofQuery(selection),
    enabled: isKnown && selection.projects.some((project) => !Object.hasOwn(lacking, project)),
    placeholderData: keepPreviousData,
  })
  const all = Object.values(data?.summaries ?? {})
  const isConnected = all.some(({ is_connected: is }) => is)
  if (data && !isConnected && data.summaries !== lacking) setLacking(data.summaries)
  useEffect(() => {
    if (data === undefined) return
    if (isConnected) writeStored(STORAGE_KEYS.proofLine, true)
    else removeStored(STORAGE_KEYS.proofLine)
  }, [data, isConnected])
  if (!data) return props.space
  if (!isConnected) return null
  const [proven, waiting, differs] = [
    sumOf(all, 'proven'),
    sumOf(all, 'waiting'),
    sumOf(all, 'differs'),
  ]
  const checkable = proven + waiting + differs
  if (checkable === 0) return props.space
  const href = purchasesHref(
    {
      projects: selection.projects,
      range: data.resolvedQuery.range,
      status: 'completed',
      values: { proof: [differs > 0 ? 'differs' : 'proven'] },
    },
    now,
  )
  return (
    <Link href={href} className={line} title={TITLE}>
      <Icon of={ShieldCheck} size={14} />
      <span className="share">
        <MaskableText text={figures.percent(percentOf(proven, checkable))} /> proven on chain
        {differs > 0 && <span className="comma">,</span>}
      </span>{' '}
      {differs > 0 && (
        <span className="bad">
          <MaskableText text={figures.count(differs)} />{' '}
          {/* The plural while masked: the singular would reveal the count. */}
          {differs === 1 && !figures.isMasked ? 'differs' : 'differ'}
        </span>
      )}
    </Link>
  )
}

type Counted = 'proven' | 'waiting' | 'differs'

const sumOf = (summaries: readonly ChainSummary[], state: Counted) =>
  summaries.reduce((sum, summary) => sum + summary[state], 0)
