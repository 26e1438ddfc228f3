import { isZeroDecimal } from '#src/domain/money/decimals.ts'
import { formatFloor } from '#src/domain/sale/record-formats.ts'
import { figureFormat, mask, MASK_LABEL } from '#src/domain/text/mask.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { PurchasesLink } from '#src/records/cells/PurchasesLink.tsx'
import { stagePurchases, type StagePart } from '#src/records/purchases-href.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { styled } from '#src/ui/theme.ts'
import type { StageFigures } from '#src/wire/stages.ts'

const TooMany = styled('span')`
  font: var(--t-small);
  font-variant-numeric: tabular-nums;
  color: var(--warning);
  overflow-wrap: anywhere;
`

/** What of a stage's purchases its plan does not say, each count with a link to exactly these. */
export function offPlanLinks(stage: StageFigures) {
  const { off_price: off, outside } = stage
  const all: { part: StagePart; count: number; text: string }[] = [
    { part: 'off_price', count: off.purchases, text: 'off price' },
    { part: 'before', count: outside.before, text: 'before it began' },
    { part: 'after', count: outside.after, text: 'after it ended' },
  ]
  return all.filter(({ count }) => count > 0)
}

/** "158 off price", which leads to them. */
export function OffPlanLink(props: {
  view: StageView
  stage: StageFigures
  link: ReturnType<typeof offPlanLinks>[number]
}) {
  const { view, stage, link } = props
  const count = figureFormat(view.isMasked).count(link.count)
  return (
    <PurchasesLink
      counted={stagePurchases(view.projectId, stage.name, link.part)}
      label={`${stage.name}: ${view.isMasked ? MASK_LABEL : count} ${link.text}`}
    >
      <MaskableText text={count} /> {link.text}
    </PurchasesLink>
  )
}

/** What was sold beyond the supply: "118,260.50 too many"; nothing where nothing was. */
export function Oversold(props: { stage: StageFigures; isMasked: boolean; text: string }) {
  const { stage, isMasked } = props
  if (isZeroDecimal(stage.oversold)) return null
  return (
    <TooMany {...(isMasked ? {} : { title: stage.oversold })}>
      <MaskableText text={isMasked ? mask('amount') : formatFloor(stage.oversold)} /> {props.text}
    </TooMany>
  )
}
