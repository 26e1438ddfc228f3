import type { Metric } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { Change } from '#src/ui/text/Change.tsx'
import { CodeTag } from '#src/ui/text/CodeTag.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { Mask, MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { RowKind } from './RankedPlaceholder.tsx'
import { RowName } from './RowName.tsx'

const Label = styled('span')<{ $isDeep: boolean }>`
  display: flex;
  flex-direction: ${(p) => (p.$isDeep ? 'column' : 'row')};
  align-items: ${(p) => (p.$isDeep ? 'flex-start' : 'center')};
  gap: ${(p) => (p.$isDeep ? 0 : 8)}px;
  align-self: start;
  min-width: 0;
  line-height: 16px;
  ${MOBILE} {
    line-height: 20px;
  }
`
const Small = styled('small')`
  display: block;
  max-width: 100%;
  font: var(--t-small);
  color: var(--text-3);
`
const Value = styled('span')`
  align-self: baseline;
  line-height: 16px;
  text-align: right;
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  ${MOBILE} {
    line-height: 20px;
  }
`
const Share = styled('span')`
  align-self: baseline;
  line-height: 16px;
  text-align: right;
  font-size: 12px;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  color: var(--text-3);
  & > span {
    font-weight: 400;
    letter-spacing: -0.015em;
  }
  ${MOBILE} {
    line-height: 20px;
    font-size: 13px;
  }
`
/** A row's label, value and share. While comparing, the change replaces the share. */
export function RankedRowText(props: {
  row: RankedRow
  /** Index in the whole list; it selects the length of the mask. */
  index: number
  kind: RowKind
  metric: Metric
  decimals: 0 | 2
  total: number
  previous: number | null
  figures: FigureFormat
  /** Where its name leads; null for nowhere. */
  href: string | null
}) {
  const { row, index, kind, metric, figures, previous } = props
  const isDeep = kind === 'campaigns'
  const value = row[metric]
  const written = metric === 'amount' ? figures.usd(value, props.decimals) : figures.count(value)
  const share =
    previous === null ? (
      <MaskableText text={figures.share(value, props.total)} />
    ) : (
      <Change now={value} before={previous} figures={figures} />
    )
  // The deposit labels are the same for everyone, so they are not masked.
  const name = kind === 'deposits' ? row.label : figures.label(row.label, index)
  const second = row.detail ?? row.code ?? ''
  return (
    <>
      <Label $isDeep={isDeep}>
        {!isDeep && row.code !== undefined && (
          <CodeTag aria-hidden>{figures.isMasked ? '' : row.code}</CodeTag>
        )}
        <RowName href={props.href} isStrong={row.key === 'total'}>
          <MaskableText text={name} />
        </RowName>
        {isDeep && (
          <Small className="trunc">{figures.isMasked ? <Mask blocks={6} /> : second}</Small>
        )}
      </Label>
      <Value>
        <Figure text={written} />
        {isDeep && <Small className="trunc">{share}</Small>}
      </Value>
      {!isDeep && <Share>{share}</Share>}
    </>
  )
}
