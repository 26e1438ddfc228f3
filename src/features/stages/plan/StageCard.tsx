import { pluralizeCount } from '#src/domain/money/money.ts'
import { formatFloor } from '#src/domain/sale/record-formats.ts'
import { stageDates } from '#src/domain/sale/stage-dates.ts'
import { shareText } from '#src/domain/sale/stage-facts.ts'
import { figureFormat, mask } from '#src/domain/text/mask.ts'
import { CardBox, CardLine } from '#src/features/stages/CardBox.ts'
import { ShareBar } from '#src/features/stages/ShareBar.tsx'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { TokenAmount } from '#src/records/cells/TokenAmount.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { StageFigures } from '#src/wire/stages.ts'
import { OffPlanLink, offPlanLinks, Oversold } from './off-plan.tsx'
import { OfSupply, priceOf, StageName } from './stage-cells.tsx'

const Links = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 0 24px;
  margin-bottom: -12px;
  color: var(--text-1);
  & > a {
    display: flex;
    gap: 0.3em;
    align-items: center;
    min-height: 44px;
    padding: 0;
    margin: 0;
  }
`

/** A stage as a card of the list. */
export function StageCard({ view, stage }: { view: StageView; stage: StageFigures }) {
  const { isMasked, projectId } = view
  const share = shareText(stage)
  const isSold = stage.purchases > 0
  const off = offPlanLinks(stage)
  return (
    <CardBox>
      <CardLine>
        <StageName view={view} stage={stage} />
        {share !== null && isSold && (
          <b className="num">
            <MaskableText text={isMasked ? mask('percent') : share} />
          </b>
        )}
      </CardLine>
      {share !== null && <ShareBar share={Number(stage.sold_share)} colour={view.colour} isThin />}
      <CardLine>
        <span>
          {isSold ? (
            <TokenAmount amount={stage.sold} isMasked={isMasked} isFloored />
          ) : (
            <span className="t3">Nothing sold</span>
          )}{' '}
          <span className="t3">
            {stage.supply === null ? (
              isSold && 'sold'
            ) : (
              <OfSupply stage={stage} isMasked={isMasked} />
            )}
          </span>
        </span>
        <span className="t2">
          <MaskableText text={priceOf(stage.price_usd, isMasked)} />
        </span>
      </CardLine>
      <CardLine className="small t3">
        <span>{stageDates(stage, view.text)}</span>
        {isSold && (
          <span>
            <MaskableText text={isMasked ? mask('amount') : `$${formatFloor(stage.amount)}`} />,{' '}
            {isMasked ? (
              <>
                <MaskableText text={figureFormat(true).count(stage.buyers)} /> buyers
              </>
            ) : (
              pluralizeCount(stage.buyers, 'buyer')
            )}
          </span>
        )}
      </CardLine>
      <Oversold stage={stage} isMasked={isMasked} text={`${projectId} more than its supply`} />
      {off.length > 0 && (
        <Links>
          {off.map((link) => (
            <OffPlanLink key={link.part} view={view} stage={stage} link={link} />
          ))}
        </Links>
      )}
    </CardBox>
  )
}
