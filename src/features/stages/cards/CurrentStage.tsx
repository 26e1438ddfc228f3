import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { longDates } from '#src/domain/sale/stage-dates.ts'
import {
  nextStage,
  priceText,
  shareText,
  shownStage,
  stageState,
  wholeOrExact,
} from '#src/domain/sale/stage-facts.ts'
import { noOpenStage, stageForecastText } from '#src/domain/sale/stage-text.ts'
import { MASK_LABEL, mask } from '#src/domain/text/mask.ts'
import { ShareBar } from '#src/features/stages/ShareBar.tsx'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { StageBadge } from '#src/features/stages/StageBadge.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { Card } from '#src/ui/Card.tsx'
import { SumList, SumRow } from '#src/ui/lists/SumList.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { StageFigures } from '#src/wire/stages.ts'
import { CardBody, FootPlaceholder, ForecastFoot } from './ForecastFoot.tsx'

const Hero = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 8px;
  min-height: 40px;
  min-width: 0;
  margin: 8px 0 12px;
  & > .unit {
    color: var(--text-3);
    font: 500 16px/24px var(--font);
  }
`
// A card's tools stand out of its padding on phones, which a badge does not.
const State = styled('span')`
  display: flex;
  ${MOBILE} {
    margin-right: 12px;
  }
`
const Sums = styled('div')`
  margin: 4px 0;
`
const LABEL = 'Current stage'

/** The stage that is sold now, what is left of it, and when it sells out. */
export function CurrentStage({ view }: { view: StageView | undefined }) {
  const stage = view && shownStage(view.summary, view.text.now)
  if (view === undefined || stage === undefined) return <Placeholder />
  const { summary, text, isMasked } = view
  const isCurrent = summary.current === stage.id
  const share = shareText(stage)
  return (
    <Card
      label={LABEL}
      title={isCurrent ? <bdi>{stage.name}</bdi> : 'No current stage'}
      subtitle={longDates(stage, isCurrent, text)}
      tools={
        <State>
          <StageBadge state={stageState(stage, summary.current, text.now)} />
        </State>
      }
    >
      <CardBody>
        <Hero>
          {share === null ? (
            <TokenAmount amount={stage.sold} isMasked={isMasked} isFloored size="hero" />
          ) : (
            <Figure text={isMasked ? mask('percent') : share} size="hero" />
          )}
          <span className="unit">sold</span>
        </Hero>
        {share !== null && (
          <ShareBar
            share={Number(stage.sold_share)}
            colour={view.colour}
            label={`${isMasked ? MASK_LABEL : share} of ${stage.name} sold`}
          />
        )}
        <Sums>
          <StageSums view={view} stage={stage} />
        </Sums>
      </CardBody>
      <ForecastFoot
        text={isCurrent ? stageForecastText(summary, stage, text) : noOpenStage(summary, text)}
      />
    </Card>
  )
}

function StageSums({ view, stage }: { view: StageView; stage: StageFigures }) {
  const { summary, projectId, isMasked } = view
  const next = nextStage(summary.stages, stage)
  const amount = (tokens: string, unit?: string) => (
    <TokenAmount amount={tokens} unit={unit} isMasked={isMasked} isFloored />
  )
  const price = (decimal: string) => (
    <MaskableText text={isMasked ? mask('percent') : priceText(decimal)} />
  )
  return (
    <SumList>
      {isZeroDecimal(stage.oversold) ? (
        stage.left !== null && <SumRow label="Left">{amount(stage.left, projectId)}</SumRow>
      ) : (
        <SumRow label="Over its supply">
          <span style={{ color: 'var(--warning)' }}>{amount(stage.oversold, projectId)}</span>
        </SumRow>
      )}
      <SumRow
        label="Sold"
        {...(stage.supply === null
          ? {}
          : {
              count: (
                <>
                  of <MaskableText text={isMasked ? mask('amount') : wholeOrExact(stage.supply)} />
                </>
              ),
            })}
      >
        {amount(stage.sold)}
      </SumRow>
      <SumRow label="Price">{price(stage.price_usd)}</SumRow>
      {next && (
        <SumRow label="Next price" count={<bdi>{next.name}</bdi>}>
          {price(next.price_usd)}
        </SumRow>
      )}
    </SumList>
  )
}

function Placeholder() {
  return (
    <Card label={LABEL} title={<Skeleton width={96} />} subtitle={<Skeleton width={128} />} isBusy>
      <CardBody>
        <Hero>
          <Skeleton width="40%" height={32} />
        </Hero>
        <ShareBar share={0} colour="" />
        <Sums>
          <SumList>
            {['Left', 'Sold', 'Price', 'Next price'].map((label) => (
              <SumRow key={label} label={label}>
                <Skeleton width={120} />
              </SumRow>
            ))}
          </SumList>
        </Sums>
      </CardBody>
      <FootPlaceholder />
    </Card>
  )
}
