import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatCount } from '#src/domain/money/money.ts'
import { formatAmount, formatDecimal, formatToSecond } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { formatAge } from '#src/domain/time/format-time.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { Statement } from '#src/wire/settlement.ts'
import { FigureTable } from './figure-table.ts'
import { differenceRows, hasChanged, type DifferenceRow } from './settlement-difference.ts'
import { statementNowQuery } from './settlement-query.ts'
import { formatExactUsd } from './settlement-text.ts'
import { statementTitle } from './statement-list.ts'

const Note = styled('p')`
  padding-bottom: 12px;
  overflow-wrap: anywhere;
`
/** Extends over the dialog's padding, so that rows run from edge to edge. */
const Body = styled('div')`
  --edge: 24px;
  margin: 0 -24px -24px;
  min-width: 0;
  border-top: 1px solid var(--line);
  ${MOBILE} {
    margin: 0 -16px -12px;
  }
`

/** A saved statement beside the same period now, line by line. */
export function DifferenceDialog(props: {
  statement: Statement
  isMasked: boolean
  onClose: () => void
}) {
  const { statement, isMasked } = props
  const query = useQuery(statementNowQuery(statement))
  const noteId = useId()
  return (
    <Dialog
      title={`Difference: ${statementTitle(statement)}`}
      isOpen
      onClose={props.onClose}
      hasChanges={false}
      width={720}
      describedBy={noteId}
    >
      <Note id={noteId} className="small t3">
        Saved on {formatToSecond(statement.created_at)} by {statement.created_by}
        {query.data ? `, beside the figures as of ${formatAge(query.data.computedAt)}.` : '.'}
      </Note>
      {/* Focusable, so that it scrolls by keyboard. */}
      <Body role="group" aria-label="Lines" tabIndex={0}>
        <Loaded
          query={query}
          failed="The present figures did not load"
          notCached="You are offline, and the present figures of this period are not saved on this device."
          placeholder={<Placeholder />}
        >
          {({ figures }) => (
            <DifferenceTable
              rows={differenceRows(statement.figures, figures)}
              token={statement.project_id}
              isMasked={isMasked}
            />
          )}
        </Loaded>
      </Body>
    </Dialog>
  )
}

const LINES = ['gross', 'fees', 'liquidity', 'payouts', 'rounding', 'remaining']

function Placeholder() {
  return (
    <div aria-busy="true" style={{ display: 'grid', gap: 28, padding: 24 }}>
      {LINES.map((line) => (
        <Skeleton key={line} />
      ))}
    </div>
  )
}

function DifferenceTable(props: {
  rows: readonly DifferenceRow[]
  /** The unit of bonuses. */
  token: string
  isMasked: boolean
}) {
  const { token, isMasked } = props
  // In privacy mode the lines that have changed are not distinguished.
  const rows = isMasked ? props.rows.filter(({ isDetail }) => !isDetail) : props.rows
  return (
    <FigureTable aria-label="Difference">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Then</th>
          <th scope="col">Now</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // A payment token may be named as a line is.
          <tr key={index} className={row.isTotal ? 'total' : ''}>
            <th scope="row" className="name" title={row.name}>
              <span className="trunc">
                {row.unit === 'bonus' ? `${row.name}, ${token}` : row.name}
              </span>
            </th>
            <FigureCell label="Then" row={row} amount={row.before} isMasked={isMasked} />
            <FigureCell label="Now" row={row} amount={row.now} isMasked={isMasked} />
            <FigureCell
              label="Difference"
              row={row}
              amount={row.change}
              isMasked={isMasked}
              plus="+"
            />
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

function FigureCell(props: {
  label: string
  row: DifferenceRow
  amount: string
  isMasked: boolean
  plus?: '+'
}) {
  const { row, amount, isMasked, plus = '' } = props
  // In privacy mode the lines that have changed are not told apart either.
  const isQuiet = !isMasked && !hasChanged(row)
  return (
    <td className={`part ${isQuiet ? 't3' : ''}`}>
      <span className="label" aria-hidden>
        {props.label}
      </span>
      <Figure text={formatIn(row.unit, amount, isMasked, plus)} />
    </td>
  )
}

/** A figure in its unit, with a true minus. */
function formatIn(
  unit: DifferenceRow['unit'],
  amount: string,
  isMasked: boolean,
  plus: '' | '+',
): string {
  if (unit === 'usd') return formatExactUsd(amount, isMasked, plus)
  if (isMasked) return mask(unit === 'count' ? 'count' : 'amount')
  const isNegative = amount.startsWith('-')
  const size = isNegative ? amount.slice(1) : amount
  const text = formatSize(unit, size)
  if (isNegative) return `−${text}`
  return /[1-9]/.test(text) ? plus + text : text
}

function formatSize(unit: DifferenceRow['unit'], size: string): string {
  if (unit === 'count') return formatCount(Number(size))
  // Exactly, because such a line is there for its difference, however small.
  return unit === 'paid' ? formatDecimal(size, 0) : formatAmount(size, 2)
}
