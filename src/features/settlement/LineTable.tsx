import type { ReactNode } from 'react'
import { formatCount } from '#src/domain/money/money.ts'
import { mask } from '#src/domain/text/mask.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { Mask } from '#src/ui/text/Mask.tsx'
import { FigureTable, Note } from './figure-table.ts'
import { RowsLink } from './RowsLink.tsx'
import type { LineNote, LineRows } from './settlement-lines.ts'
import { formatExactUsd } from './settlement-text.ts'

/** An exact amount of dollars with its cents. */
export function Usd(props: { amount: string; isMasked: boolean }) {
  return <Figure text={formatExactUsd(props.amount, props.isMasked)} />
}

/** How many records there are. */
export function Count({ count, isMasked }: { count: number; isMasked: boolean }) {
  return isMasked ? <Mask blocks={mask('count').length} /> : formatCount(count)
}

/** The heading of the column of links. */
export function RowsHead() {
  return (
    <th scope="col" className="link">
      <span className="sr">Rows</span>
    </th>
  )
}

export interface ShownLine {
  name: string
  note?: LineNote | undefined
  figure: ReactNode
  rows?: LineRows | undefined
  /** The largest line, which the others lead to. */
  isFinal?: boolean
}

/** A column of figures, read from top to bottom. */
export function LineTable(props: {
  name: string
  projectId: string
  range: TimeRange
  lines: readonly ShownLine[]
  isMasked: boolean
}) {
  return (
    <FigureTable aria-label={props.name} className="lines">
      {/* On screen it is clear without them. */}
      <thead className="sr">
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Amount</th>
          <RowsHead />
        </tr>
      </thead>
      <tbody>
        {props.lines.map(({ name, note, figure, rows, isFinal }) => (
          <tr key={name} className={`${isFinal ? 'total final' : ''} ${rows ? 'linked' : ''}`}>
            <th scope="row">
              {name}
              {note !== undefined && (
                <>
                  {' '}
                  <Note>
                    <NoteText note={note} isMasked={props.isMasked} />
                  </Note>
                </>
              )}
            </th>
            <td className="figure" {...(rows ? {} : { colSpan: 2 })}>
              {figure}
            </td>
            {rows && (
              <td className="link">
                <RowsLink projectId={props.projectId} range={props.range} line={name} rows={rows} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

function NoteText({ note, isMasked }: { note: LineNote; isMasked: boolean }) {
  if (typeof note === 'string') return note
  const { count, one, many, more } = note
  return (
    <>
      <Count count={count} isMasked={isMasked} /> {count === 1 && !isMasked ? one : many}
      {more}
    </>
  )
}
