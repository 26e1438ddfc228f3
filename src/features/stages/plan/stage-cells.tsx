import type { ReactNode } from 'react'
import { pluralizeCount } from '#src/domain/money/money.ts'
import { formatFloor } from '#src/domain/sale/record-formats.ts'
import { stageDates } from '#src/domain/sale/stage-dates.ts'
import {
  paidPriceText,
  priceText,
  shareText,
  stageState,
  wholeOrExact,
} from '#src/domain/sale/stage-facts.ts'
import { figureFormat, mask } from '#src/domain/text/mask.ts'
import { Lines } from '#src/features/stages/Lines.ts'
import { ShareBar } from '#src/features/stages/ShareBar.tsx'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { StageBadge } from '#src/features/stages/StageBadge.tsx'
import { PurchasesLink } from '#src/records/cells/PurchasesLink.tsx'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { None } from '#src/records/page/Facts.tsx'
import { stagePurchases } from '#src/records/purchases-href.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { StageFigures } from '#src/wire/stages.ts'
import { OffPlanLink, offPlanLinks, Oversold } from './off-plan.tsx'

const ShareLines = styled(Lines)`
  width: 100%;
  gap: 6px;
`

/** "Stage 5" with its badge. */
export function StageName({ view, stage }: { view: StageView; stage: StageFigures }) {
  return (
    <span className="name">
      <bdi className="trunc" title={stage.name}>
        {stage.name}
      </bdi>
      <StageBadge state={stageState(stage, view.summary.current, view.text.now)} />
    </span>
  )
}

/** US dollars of one stage, rounded down. */
export function StageUsd({ amount, isMasked }: { amount: string; isMasked: boolean }) {
  return (
    <span {...(isMasked ? {} : { title: amount })}>
      <Figure text={isMasked ? mask('amount') : `$${formatFloor(amount)}`} isWrapped />
    </span>
  )
}

export const priceOf = (decimal: string, isMasked: boolean) =>
  isMasked ? mask('percent') : priceText(decimal)
export const averageOf = (decimal: string, isMasked: boolean) =>
  isMasked ? mask('percent') : paidPriceText(decimal)

/** "of 80,000,000", or that there is no supply. */
export function OfSupply({ stage, isMasked }: { stage: StageFigures; isMasked: boolean }) {
  if (stage.supply === null) return 'no supply'
  return (
    <>
      of <MaskableText text={isMasked ? mask('amount') : wholeOrExact(stage.supply)} />
    </>
  )
}

/** How many purchases a stage has, which leads to them. */
function Purchases({ view, stage }: { view: StageView; stage: StageFigures }) {
  const { isMasked } = view
  return (
    <PurchasesLink
      counted={stagePurchases(view.projectId, stage.name)}
      label={`${stage.name}: ${isMasked ? 'its purchases' : pluralizeCount(stage.purchases, 'purchase')}`}
    >
      <MaskableText text={figureFormat(isMasked).count(stage.purchases)} />{' '}
      {stage.purchases === 1 && !isMasked ? 'purchase' : 'purchases'}
    </PurchasesLink>
  )
}

/** The cells of a stage's row, by column. */
export function stageCells(view: StageView, stage: StageFigures): Map<string, ReactNode> {
  const { isMasked } = view
  const isSold = stage.purchases > 0
  const share = shareText(stage)
  const off = offPlanLinks(stage)
  const oversold = <Oversold stage={stage} isMasked={isMasked} text="too many" />
  const isAsPlanned = off.length === 0 && Number(stage.oversold) === 0
  return new Map<string, ReactNode>([
    [
      'stage',
      <Lines key="stage">
        <StageName view={view} stage={stage} />
        <small>{stageDates(stage, view.text)}</small>
      </Lines>,
    ],
    [
      'price',
      <Lines key="price">
        <span className="trunc">
          <MaskableText text={priceOf(stage.price_usd, isMasked)} />
        </span>
        <small>
          {stage.average_price === null ? (
            'not sold yet'
          ) : (
            <>
              average <MaskableText text={averageOf(stage.average_price, isMasked)} />
            </>
          )}
        </small>
      </Lines>,
    ],
    [
      'sold',
      <Lines key="sold">
        {isSold ? <TokenAmount amount={stage.sold} isMasked={isMasked} isFloored /> : <None />}
        <small className="trunc">
          <OfSupply stage={stage} isMasked={isMasked} />
        </small>
      </Lines>,
    ],
    [
      'share',
      <ShareLines key="share">
        {share === null || !isSold ? (
          <None />
        ) : (
          <span>
            <MaskableText text={isMasked ? mask('percent') : share} />
          </span>
        )}
        {share !== null && (
          <ShareBar share={Number(stage.sold_share)} colour={view.colour} isThin />
        )}
      </ShareLines>,
    ],
    [
      'raised',
      <Lines key="raised">
        {isSold ? (
          <>
            <StageUsd amount={stage.amount} isMasked={isMasked} />
            <small>
              <Purchases view={view} stage={stage} />
            </small>
          </>
        ) : (
          <None />
        )}
      </Lines>,
    ],
    [
      'buyers',
      isSold ? (
        <span key="buyers">
          <MaskableText text={figureFormat(isMasked).count(stage.buyers)} />
        </span>
      ) : (
        <None key="buyers" />
      ),
    ],
    [
      'off',
      <Lines key="off">
        {isAsPlanned && <None />}
        {oversold}
        {off.map((link) => (
          <OffPlanLink key={link.part} view={view} stage={stage} link={link} />
        ))}
      </Lines>,
    ],
  ])
}
