import {
  exceedsDecimal,
  floorPercent,
  isZeroDecimal,
  subtractDecimal,
} from '#src/domain/money/decimals.ts'
import { formatFloor } from '#src/domain/sale/record-formats.ts'
import { capForecastText } from '#src/domain/sale/stage-text.ts'
import { MASK_LABEL, mask } from '#src/domain/text/mask.ts'
import { ShareBar } from '#src/features/stages/ShareBar.tsx'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { Card } from '#src/ui/Card.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { styled } from '#src/ui/theme.ts'
import type { StageSummary } from '#src/wire/stages.ts'
import { CardBody, FootPlaceholder, ForecastFoot } from './ForecastFoot.tsx'

// The figure becomes smaller where the card has no room for it: a digit is at most 0.62 of its size wide.
const Total = styled('div')<{ $length: number }>`
  --t-figure: 600 min(24px, calc((100cqi - 42px) / ${(p) => p.$length * 0.62})) / 36px var(--font);
  min-height: 36px;
  margin: 12px 0;
  line-height: 36px;
`
const Sums = styled('div')`
  margin: 4px 0;
`

/** US dollars, rounded down to cents: no cap is reached before it is. */
function Usd(props: { amount: string; isMasked: boolean; size?: 'figure' }) {
  const { amount, isMasked } = props
  return (
    <span {...(isMasked ? {} : { title: amount })}>
      <Figure
        text={isMasked ? mask('amount') : `$${formatFloor(amount)}`}
        size={props.size}
        isWrapped
      />
    </span>
  )
}

/** What a project has raised, and how far it is from its caps. */
export function Raised({ view }: { view: StageView | undefined }) {
  if (view === undefined) return <Placeholder />
  const { summary, isMasked } = view
  const forecast = capForecastText(summary, view.text)
  return (
    <Card title="Raised" subtitle="All stages, all time">
      <CardBody>
        <Total $length={formatFloor(summary.raised_usd).length + 1}>
          <Usd amount={summary.raised_usd} isMasked={isMasked} size="figure" />
        </Total>
        <CapBar view={view} />
        <Sums>
          <Caps summary={summary} isMasked={isMasked} />
        </Sums>
      </CardBody>
      {forecast && <ForecastFoot text={forecast} />}
    </Card>
  )
}

/** What is raised of the hard cap, with the soft cap as a mark; of the soft cap where that is the only one. */
function CapBar({ view }: { view: StageView }) {
  const { raised_share: share, hard_cap_usd: hard, soft_cap_usd: soft } = view.summary
  const { raised_usd: raised } = view.summary
  const named = (percent: string) => (view.isMasked ? MASK_LABEL : `${percent}%`)
  if (hard !== null && share !== null) {
    const reached = soft !== null && !exceedsDecimal(soft, raised)
    return (
      <ShareBar
        share={Number(share)}
        colour={view.colour}
        label={`${named(share)} of the hard cap raised${reached ? ', soft cap reached' : ''}`}
        tick={soft === null ? null : Number(floorPercent(soft, hard))}
      />
    )
  }
  if (soft === null) return null
  const ofSoft = softShare(raised, soft)
  return (
    <ShareBar
      share={Number(ofSoft)}
      colour={view.colour}
      label={`${named(ofSoft)} of the soft cap raised`}
    />
  )
}

const softShare = (raised: string, soft: string) =>
  exceedsDecimal(raised, soft) ? '100.00' : floorPercent(raised, soft)

function Caps({ summary, isMasked }: { summary: StageSummary; isMasked: boolean }) {
  const { hard_cap_usd: hard, soft_cap_usd: soft, raised_usd: raised } = summary
  if (hard === null && soft === null) return null
  const cap = hard ?? soft ?? '0'
  const share = summary.raised_share ?? softShare(raised, cap)
  const isOver = exceedsDecimal(raised, cap)
  const shown = isZeroDecimal(share) && !isZeroDecimal(raised) ? '<0.01%' : `${share}%`
  return (
    <SumList>
      <SumRow label={hard === null ? 'Of the soft cap' : 'Of the hard cap'}>
        <Figure text={isMasked ? mask('percent') : shown} />
      </SumRow>
      {!isOver && (
        <SumRow label="Left">
          <Usd amount={subtractDecimal(cap, raised)} isMasked={isMasked} />
        </SumRow>
      )}
      {hard !== null && (
        <SumRow label="Hard cap">
          <Usd amount={hard} isMasked={isMasked} />
        </SumRow>
      )}
      {soft !== null && (
        <SumRow label="Soft cap" {...(exceedsDecimal(soft, raised) ? {} : { count: 'reached' })}>
          <Usd amount={soft} isMasked={isMasked} />
        </SumRow>
      )}
    </SumList>
  )
}

function Placeholder() {
  return (
    <Card title="Raised" subtitle="All stages, all time" isBusy>
      <CardBody>
        <Total $length={1}>
          <Skeleton width="64%" height={24} />
        </Total>
        <ShareBar share={0} colour="" />
        <Sums>
          <SumList>
            {['Of the hard cap', 'Left', 'Hard cap', 'Soft cap'].map((label) => (
              <SumRow key={label} label={label}>
                <Skeleton width={96} />
              </SumRow>
            ))}
          </SumList>
        </Sums>
      </CardBody>
      <FootPlaceholder />
    </Card>
  )
}
