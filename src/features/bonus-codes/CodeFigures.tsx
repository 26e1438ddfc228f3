import type { ReactNode } from 'react'
import { codeState } from '#src/domain/sale/code-state.ts'
import { formatAmount } from '#src/domain/sale/record-formats.ts'
import { mask, type FigureFormat } from '#src/domain/text/mask.ts'
import { PurchasesLink } from '#src/records/cells/PurchasesLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'
import { wholeUsd } from './code-windows.ts'

const Figures = styled('dl')`
  display: grid;
  grid-template-columns: repeat(6, auto);
  justify-content: space-between;
  gap: 16px 24px;
  margin-top: 12px;
  @container record (width < 860px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    justify-content: stretch;
  }
  @container record (width < 560px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  @container record (width < 360px) {
    /* The longest figure: an amount with its cents. */
    & > :last-child {
      grid-column: 1 / -1;
    }
  }
  ${MOBILE} {
    gap: 16px;
  }
`
const Item = styled('div')`
  display: grid;
  align-content: start;
  min-width: 0;
  & > dt,
  & > dd + dd {
    order: 1;
    font: var(--t-small);
    font-variant-numeric: tabular-nums;
    color: var(--text-2);
    overflow-wrap: anywhere;
  }
  & > dd + dd {
    color: var(--text-3);
  }
`
/** Whole dollars have no lighter part. */
const Dollars = styled('span')`
  font: var(--t-figure);
  letter-spacing: -0.018em;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
`

/** What was sold with the code. */
export function CodeFigures(props: {
  effect: CodeEffect
  figures: FigureFormat
  /** Epoch ms. */
  asOf: number
}) {
  const { figures } = props
  const { code, during } = props.effect
  const { project } = during
  const isOver = ['Ended', 'Disabled'].includes(codeState(code, new Date(props.asOf)))
  const share = during.share_of_project
  const tokens = figures.isMasked ? mask('amount') : formatAmount(during.bonus_tokens, 2)
  return (
    <Card title="With this code">
      <Figures>
        <FigureItem
          label="purchases"
          note={<>of {figure(figures.count(project.purchases))} in the project</>}
        >
          <PurchasesLink
            counted={{
              projects: [code.project_id],
              range: { start: Date.parse(during.from), end: Date.parse(during.to) },
              status: 'completed',
              values: { bonus_code: [code.id] },
            }}
            label="Show the purchases with this code"
          >
            <Figure size="figure" text={figures.count(during.purchases)} />
          </PurchasesLink>
        </FigureItem>
        <FigureItem label="buyers">
          <Figure size="figure" text={figures.count(during.buyers)} />
        </FigureItem>
        <FigureItem
          label="new buyers"
          note={
            during.buyers > 0 && (
              <>{figure(figures.share(during.new_buyers, during.buyers))} of its buyers</>
            )
          }
        >
          <Figure size="figure" text={figures.count(during.new_buyers)} />
        </FigureItem>
        <FigureItem label="USD">
          <Dollars>{figure(wholeUsd(figures)(during.amount))}</Dollars>
        </FigureItem>
        <FigureItem
          label={`of ${code.project_id}’s sales`}
          note={isOver ? 'while it was valid' : 'while it is valid'}
        >
          <Figure size="figure" text={share === null ? '–' : figures.percent(share)} />
        </FigureItem>
        <FigureItem label={`${code.project_id} given as bonus`}>
          <Figure size="figure" text={tokens} isWrapped />
        </FigureItem>
      </Figures>
    </Card>
  )
}

function figure(text: string): ReactNode {
  return <MaskableText text={text} />
}

function FigureItem(props: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <Item>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
      {props.note && <dd>{props.note}</dd>}
    </Item>
  )
}
