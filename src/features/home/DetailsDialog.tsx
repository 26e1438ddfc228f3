import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { VList } from 'virtua'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Figure } from '#src/ui/Figure.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { MaskableText } from '#src/ui/Mask.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { csvName, downloadCsv } from './card-csv.ts'
import type { RankedCardRow } from './cards.ts'
import { nextSorting, searchRows, sortRows } from './details-rows.ts'
import type { Sorting, SortKey } from './details-rows.ts'
import { Body, Cell, Count, Line, Search, Table, tracks } from './details-frame.ts'
import type { ResolvedQuery } from './graph-query.ts'
import type { Metric } from './graph-series.ts'
import type { HomeView } from './home-view.ts'
import { detailsCsv } from './ranked-csv.ts'
import { CodeTag } from './ranked-row-frame.ts'
import { rowName, totalRow } from './ranked-rows.ts'
import type { RankedRow } from './ranked-rows.ts'
import { SortButton } from './SortButton.tsx'

const ROW_HEIGHT = 44
const VISIBLE_ROWS = 10.5

interface Column {
  key: SortKey
  label: string
}

/** The whole list behind a ranked card, with search and sorting (the design's details dialog). */
export function DetailsDialog(props: {
  card: RankedCardRow
  /** What the list is of: "Countries", or a campaign. */
  title: string
  column: string
  nouns: string
  /** Names the CSV. */
  csvOf: string
  /** Without one that adds the others up: that is the list's foot. */
  rows: readonly RankedRow[]
  metric: Metric
  view: HomeView
  resolvedQuery: ResolvedQuery
  onClose: () => void
}) {
  const { card, metric, view, rows } = props
  const { figures, privacy } = view
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const isMobile = useIsMobile()
  const whole = useMemo(() => totalRow(rows), [rows])
  const shown = useMemo(() => {
    const found = searchRows(rows, privacy ? '' : text)
    return sorting ? sortRows(found, sorting, metric) : found
  }, [rows, text, sorting, metric, privacy])
  const sum = useMemo(() => totalRow(shown), [shown])
  const hasAmount = card.options.some((option) => option.metric === 'amount')
  const columns: Column[] = [
    { key: 'label', label: props.column },
    ...(hasAmount && (!isMobile || metric === 'amount')
      ? [{ key: 'amount' as const, label: 'Amount' }]
      : []),
    ...(!isMobile || metric === 'count'
      ? [{ key: 'count' as const, label: hasAmount ? 'Transactions' : 'Deposits' }]
      : []),
    { key: 'share', label: 'Share' },
  ]
  const longest = figures.usd(whole.amount, card.decimals).length
  const widths = tracks(columns.length, isMobile, longest)
  const places = new Map(rows.map((row, index) => [row.key, index]))

  const cellOf = (row: RankedRow, key: SortKey) => {
    if (key === 'label') {
      if (row.key === 'total') return <b style={{ fontWeight: 500 }}>Total</b>
      return (
        <>
          {row.code !== undefined && <CodeTag aria-hidden>{privacy ? '' : row.code}</CodeTag>}
          <span className="trunc">
            <MaskableText text={figures.label(rowName(row), places.get(row.key) ?? 0)} />
          </span>
        </>
      )
    }
    if (key === 'amount') return <Figure text={figures.usd(row.amount, card.decimals)} />
    if (key === 'count') return <Figure text={figures.count(row.count)} />
    return <MaskableText text={figures.share(row[metric], whole[metric])} />
  }

  const line = (row: RankedRow, isTotal = false) => (
    <Line
      key={row.key}
      role="row"
      $tracks={widths}
      $isTotal={isTotal}
      style={{ height: isTotal ? 52 : ROW_HEIGHT }}
    >
      {columns.map(({ key }) => (
        <Cell key={key} role={key === 'label' ? 'rowheader' : 'cell'} $key={key}>
          {cellOf(row, key)}
        </Cell>
      ))}
    </Line>
  )

  return (
    <Dialog
      title={privacy ? `${card.title}: all` : `${props.title}: all`}
      isOpen
      onClose={props.onClose}
      hasChanges={false}
      width={680}
      tools={
        <IconButton
          label="Download CSV"
          icon={Download}
          size="md"
          disabled={privacy || shown.length === 0}
          onClick={() => {
            const { range, zone } = props.resolvedQuery
            const name = csvName(`${props.csvOf}-all`, range, zone)
            downloadCsv(name, detailsCsv(shown, { column: props.column, metric, whole, hasAmount }))
          }}
        />
      }
    >
      <Body>
        <Search>
          <SearchField
            isLive
            value={text}
            onChange={setText}
            onClear={() => setText('')}
            placeholder={`Search ${props.nouns}`}
          />
          <Count role="status">
            <MaskableText text={figures.count(shown.length)} />{' '}
            {shown.length === 1 ? 'row' : 'rows'}
          </Count>
        </Search>
        <Table
          role="table"
          aria-label={`${card.title}: all`}
          // Not known (-1) in privacy mode: how many rows there are is hidden too.
          aria-rowcount={privacy ? -1 : shown.length + 2}
        >
          <Line role="row" $tracks={widths} $isHead style={{ height: isMobile ? 44 : 40 }}>
            {columns.map(({ key, label }) => (
              <SortButton
                key={key}
                label={label}
                sorting={sorting ?? { key: metric, isDescending: true }}
                column={key}
                onSort={() =>
                  setSorting(nextSorting(sorting ?? { key: metric, isDescending: true }, key))
                }
              />
            ))}
          </Line>
          {shown.length === 0 ? (
            <Count style={{ padding: '24px' }}>No {props.nouns} like that.</Count>
          ) : (
            <VList
              role="rowgroup"
              // Reachable by keyboard, as it scrolls by itself.
              tabIndex={0}
              style={{
                height: `min(${Math.min(shown.length, VISIBLE_ROWS) * ROW_HEIGHT}px, 100dvh - 340px)`,
              }}
            >
              {shown.map((row) => line(row))}
            </VList>
          )}
          {line(sum, true)}
        </Table>
      </Body>
    </Dialog>
  )
}
