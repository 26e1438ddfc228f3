import { memo, useEffect, useState } from 'react'
import { MASK_BLOCK } from '#src/domain/text/mask.ts'
import { whenIdle } from '#src/ui/loading-order.ts'

/** More rows are of no use with a screen reader, and slow down the page. */
const MAX_ROWS = 400

/**
 * The rows of a chart as a table for assistive technology. It is built in idle time and has at most
 * 400 rows, which its caption states. The first column is the row header.
 */
export const DataTable = memo(function DataTable(props: {
  /** "Transactions data" */
  name: string
  columns: readonly string[]
  caption?: string | undefined
  /** Called in idle time. Memoize it: a new function is called again. */
  makeRows: () => readonly (readonly string[])[]
}) {
  const [shown, setShown] = useState<ReturnType<typeof props.makeRows>>()
  const { makeRows } = props
  useEffect(() => whenIdle(() => setShown(makeRows()), 1000), [makeRows])
  const hiddenCount = (shown?.length ?? 0) - MAX_ROWS
  return (
    <div className="sr">
      <table aria-label={props.name}>
        {props.caption !== undefined && hiddenCount <= 0 && <caption>{props.caption}</caption>}
        {hiddenCount > 0 && (
          <caption>
            {/* In privacy mode the count of rows is hidden, too. */}
            {props.name}: the first {MAX_ROWS}
            {shown?.[0]?.[0]?.startsWith(MASK_BLOCK) ? '' : ` of ${shown?.length}`} rows
          </caption>
        )}
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown?.slice(0, MAX_ROWS).map((row, index) => (
            // Labels may repeat, so rows and cells are keyed by index.
            <tr key={index}>
              {row.map((cell, place) =>
                place === 0 ? (
                  <th key={place} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={place}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
