import { useMemo, useState } from 'react'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { Card } from '#src/ui/Card.tsx'
import { DataTable } from '#src/ui/charts/DataTable.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CodeTag } from '#src/ui/text/CodeTag.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { partsCsv, partsTable, type CodePart } from './code-parts.ts'
import { wholeUsd } from './code-windows.ts'
import { DownloadButton } from './DownloadButton.tsx'

/** Rows before "Show all". */
const SHOWN = 5

const Rows = styled('ul')`
  margin-top: 8px;
`
const Row = styled('li')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(52px, auto);
  align-items: center;
  align-content: start;
  column-gap: 8px;
  height: 36px;
  padding-top: 2px;
  line-height: 16px;
  font-variant-numeric: tabular-nums;
  & > b {
    font-weight: 500;
    text-align: end;
  }
  & > small {
    font-size: 12px;
    text-align: end;
    color: var(--text-3);
  }
  ${MOBILE} {
    height: 48px;
    padding-top: 6px;
    line-height: 20px;
  }
`
const Label = styled('span')`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
`
const Bar = styled('i')`
  grid-column: 1 / -1;
  height: 6px;
  min-width: 4px;
  margin-top: 6px;
  border-radius: var(--r-bar);
  forced-color-adjust: none;
  ${MOBILE} {
    height: 8px;
  }
`
const More = styled('div')`
  display: flex;
  justify-content: center;
  margin-top: 4px;
`
const Empty = styled('div')`
  display: flex;
  flex: 1;
  min-height: 144px;
`

/** Where the sales with the code came from: a bar per part, the largest full. */
export function CodePartsCard(props: {
  title: string
  /** Head of the first column. */
  column: string
  parts: readonly CodePart[]
  /** USD of all sales with the code. */
  total: number
  code: string
  colour: string
  figures: FigureFormat
}) {
  const { title, column, parts, total, figures } = props
  const [isOpen, setOpen] = useState(false)
  const full = Math.max(0, ...parts.map(({ amount }) => amount))
  const table = useMemo(
    () => partsTable(parts, total, column, figures),
    [parts, total, column, figures],
  )
  return (
    <Card
      title={title}
      tools={
        <DownloadButton
          name={`${props.code}-${title.toLowerCase()}`}
          isMasked={figures.isMasked}
          makeCsv={() => partsCsv(parts, total, column)}
        />
      }
    >
      {parts.length === 0 && (
        <Empty>
          <EmptyState title="No purchases with this code" />
        </Empty>
      )}
      {/* The table below has the same rows for assistive technology. */}
      <Rows aria-hidden>
        {(isOpen ? parts : parts.slice(0, SHOWN)).map((part, index) => (
          <Row key={part.key}>
            <Label>
              {part.code !== null && <CodeTag>{figures.isMasked ? '' : part.code}</CodeTag>}
              <span className="trunc" title={figures.isMasked ? undefined : part.label}>
                <MaskableText text={figures.label(part.label, index)} />
              </span>
            </Label>
            <b>
              <MaskableText text={wholeUsd(figures)(part.amount)} />
            </b>
            <small>
              <MaskableText text={figures.share(part.amount, total)} />
            </small>
            <Bar
              className="paint"
              style={{
                width: `${full === 0 ? 0 : (part.amount / full) * 100}%`,
                background: props.colour,
              }}
            />
          </Row>
        ))}
      </Rows>
      {parts.length > SHOWN && (
        <More>
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : 'Show all'}
          </Button>
        </More>
      )}
      <DataTable key={figures.isMasked ? 'masked' : 'plain'} name={`${title} data`} {...table} />
    </Card>
  )
}
