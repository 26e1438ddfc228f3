import { useEffect, useState } from 'react'
import { MASK_BLOCK } from '#src/domain/mask.ts'
import { whenIdle } from './when-idle.ts'

/** More rows than this are of no use to anyone listening, and slow down the page. */
const MAX_ROWS = 400

/**
 * The rows of a chart as a table that only assistive technology sees. Built in idle time, at most
 * 400 rows and then saying so. The first column names the row.
 */
export function DataTable(props: {
  /** "Transactions data" */
  name: string
  columns: readonly string[]
  /** Makes the rows when there is time for it. Memoise it: a new one is called anew. */
  makeRows: () => readonly (readonly string[])[]
}) {
  const [shown, setShown] = useState<ReturnType<typeof props.makeRows>>()
  const { makeRows } = props
  useEffect(() => whenIdle(() => setShown(makeRows()), 1000), [makeRows])
  const left = (shown?.length ?? 0) - MAX_ROWS
  return (
    <div className="sr">
      <table aria-label={props.name}>
        {left > 0 && (
          <caption>
            {/* Masked, not even how many there are may show. */}
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
            // Labels may repeat: a row is its place, a cell its column.
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
}
