import type { ReactNode } from 'react'
import { TipLayer } from '#src/ui/controls/TipLayer.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { projectRows, type ProjectRows, type TooltipRow } from './project-rows.ts'

const Tip = styled(TipLayer)`
  min-width: 224px;
  max-width: min(360px, calc(100vw - 16px));
  pointer-events: none;
  & > p {
    margin-top: 6px;
    color: var(--text-3);
  }
`
const Head = styled('div')`
  display: flex;
  justify-content: space-between;
  gap: 16px;
  margin-bottom: 8px;
  font-weight: 500;
  color: var(--text-1);
  overflow-wrap: anywhere;
  & > span + span {
    flex: none;
    color: var(--text-3);
    font-weight: 400;
  }
`
const Row = styled('div')<{ $hasShare: boolean; $isHot?: boolean; $isTotal?: boolean }>`
  display: grid;
  grid-template-columns: 8px minmax(0, 1fr) auto ${(p) => (p.$hasShare ? '56px' : '')};
  gap: 8px;
  align-items: center;
  height: 20px;
  color: ${(p) => (p.$isHot || p.$isTotal ? 'var(--text-1)' : 'var(--text-2)')};
  font-weight: ${(p) => (p.$isHot || p.$isTotal ? 500 : 400)};
  & > :nth-child(3),
  & > :nth-child(4) {
    justify-self: end;
    white-space: nowrap;
  }
  & > :nth-child(4) {
    color: ${(p) => (p.$isHot ? 'var(--text-1)' : 'var(--text-3)')};
  }
  ${(p) =>
    p.$isTotal
      ? 'height: 27px; margin-top: 6px; padding-top: 6px; border-top: 1px solid var(--line-control);'
      : ''}
  ${MOBILE} {
    grid-template-columns: 8px minmax(0, 1fr) auto ${(p) => (p.$hasShare ? '60px' : '')};
  }
`

export interface ChartTooltipProps {
  /** The position of the pointer in viewport pixels. */
  at: { x: number; y: number }
  title: string
  titleEnd?: string | undefined
  rows: readonly TooltipRow[] | ProjectRows
  total?: { value: string; share?: string | undefined } | undefined
  /** A paragraph below the rows: what the figures leave out. */
  note?: ReactNode
}

/** Renders text only, because labels are user input, and masked text as masks. */
export function ChartTooltipLayer(props: ChartTooltipProps) {
  const { at } = props
  const { rows, total } =
    'figures' in props.rows ? projectRows(props.rows) : { ...props, rows: props.rows }
  const hasShare = rows.some((row) => row.share !== undefined) || total?.share !== undefined
  return (
    <Tip anchorOf={() => at}>
      <Head>
        <span>
          <MaskableText text={props.title} />
        </span>
        {props.titleEnd !== undefined && <span>{props.titleEnd}</span>}
      </Head>
      {rows.map((row) => (
        <Row key={row.key} $hasShare={hasShare} $isHot={row.isHot ?? false}>
          {row.colour === undefined ? (
            <span />
          ) : (
            <ProjectDot colour={row.colour} isHatched={row.isHatched} />
          )}
          {row.colour === undefined ? (
            <span className="trunc">
              <MaskableText text={row.label} />
            </span>
          ) : (
            <MiddleText text={row.label} />
          )}
          <span>
            <MaskableText text={row.value} />
          </span>
          {hasShare && (
            <span>
              <MaskableText text={row.share ?? ''} />
            </span>
          )}
        </Row>
      ))}
      {total && (
        <Row $hasShare={hasShare} $isTotal>
          <span />
          <span>Total</span>
          <span>
            <MaskableText text={total.value} />
          </span>
          {hasShare && (
            <span>
              <MaskableText text={total.share ?? ''} />
            </span>
          )}
        </Row>
      )}
      {props.note}
    </Tip>
  )
}
