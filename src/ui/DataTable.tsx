import { memo, useEffect, useRef, useState } from 'react'
import { MASK_BLOCK } from '#src/domain/mask.ts'
import { whenIdle } from './when-idle.ts'

/** More rows are of no use with a screen reader, and slow down the page. */
const MAX_ROWS = 400

type Rows = readonly (readonly string[])[]

/** A row as elements; its first cell is its header. */
function toElement(cells: readonly string[]): HTMLTableRowElement {
  const row = document.createElement('tr')
  for (const [place, text] of cells.entries()) {
    const cell = document.createElement(place === 0 ? 'th' : 'td')
    if (place === 0) cell.scope = 'row'
    cell.textContent = text
    row.append(cell)
  }
  return row
}

/**
 * The rows of a chart as a table for assistive technology. It is built in idle time and has at most
 * 400 rows, which its caption states. The first column is the row header. The rows are plain elements:
 * as components, thousands of cells would be compared with each change of a card.
 */
export const DataTable = memo(function DataTable(props: {
  /** "Transactions data" */
  name: string
  columns: readonly string[]
  /** Called in idle time. Memoize it: a new function is called again. */
  makeRows: () => Rows
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [caption, setCaption] = useState('')
  const { name, makeRows } = props
  useEffect(
    () =>
      whenIdle(() => {
        const rows = makeRows()
        body.current?.replaceChildren(...rows.slice(0, MAX_ROWS).map(toElement))
        // In privacy mode the count of rows is hidden, too.
        const all = rows[0]?.[0]?.startsWith(MASK_BLOCK) === true ? '' : ` of ${rows.length}`
        setCaption(rows.length > MAX_ROWS ? `${name}: the first ${MAX_ROWS}${all} rows` : '')
      }, 1000),
    [makeRows, name],
  )
  return (
    <div className="sr">
      <table aria-label={name}>
        {caption !== '' && <caption>{caption}</caption>}
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} />
      </table>
    </div>
  )
})
