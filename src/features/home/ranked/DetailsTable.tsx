import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo } from 'react'
import { VList } from 'virtua'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { rowName, totalRow } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { CodeTag } from '#src/ui/text/CodeTag.ts'
import { Figure } from '#src/ui/text/Figure.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import { nextSorting } from './details-rows.ts'
import type { Sorting, SortKey } from './details-rows.ts'
import { RowName } from './RowName.tsx'
import type { HrefOf } from './use-row-hrefs.ts'

const Table = styled('div')`
  font-variant-numeric: tabular-nums;
`

const Empty = styled('p')`
  padding: 24px;
  font: var(--t-small);
  color: var(--text-3);
  overflow-wrap: anywhere;
`

/** Grid tracks of 2 to 4 columns. The longest figure has `longest` characters; the label takes the rest. */
function tracks(columns: number, isMobile: boolean, longest: number): string {
  // A digit is 0.58 em wide.
  const first = (least: number) => `max(${least}px, ${(longest * 0.58).toFixed(2)}em)`
  const figures = isMobile ? [first(104), '72px'] : [first(136), '112px', '80px']
  return ['minmax(0, 1fr)', ...figures.slice(-(columns - 1))].join(' ')
}

const Line = styled('div')<{ $tracks: string; $isHead?: boolean; $isTotal?: boolean }>`
  display: grid;
  grid-template-columns: ${(p) => p.$tracks};
  align-items: center;
  column-gap: 16px;
  padding: 0 24px;
  border-top: ${(p) => (p.$isHead ? '0' : '1px solid var(--line)')};
  ${(p) =>
    p.$isTotal
      ? '--figure: var(--text-1); background: var(--surface-2); border-radius: 0 0 var(--r-xl) var(--r-xl); font-weight: 500;'
      : ''}
  &:hover {
    ${(p) =>
      p.$isHead || p.$isTotal
        ? ''
        : 'background: color-mix(in srgb, var(--surface-2) 60%, transparent);'}
  }
  ${MOBILE} {
    padding: 0 16px;
    column-gap: 8px;
  }
`

const CELL: Record<SortKey, string> = {
  label: 'display: flex; gap: 8px; align-items: center;',
  amount: 'text-align: right; font-weight: 500;',
  count: 'text-align: right; color: var(--figure, var(--text-2));',
  share: 'text-align: right; color: var(--text-3);',
}
const Cell = styled('div')<{ $key: SortKey }>`
  min-width: 0;
  white-space: nowrap;
  ${(p) => CELL[p.$key]}
`
const Head = styled('div')<{ $isEnd: boolean }>`
  display: flex;
  justify-content: ${(p) => (p.$isEnd ? 'flex-end' : 'flex-start')};
`
const SortRoot = styled('button')<{ $isOn: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  height: 24px;
  border-radius: 4px;
  font: var(--t-small);
  font-weight: 500;
  color: ${(p) => (p.$isOn ? 'var(--text-1)' : 'var(--text-3)')};
  ${MOBILE} {
    height: 44px;
  }
`

const ROW_HEIGHT = 44
const VISIBLE_ROWS = 10.5

interface Column {
  key: SortKey
  label: string
}

/** The table of the full list: sortable column heads, the matching rows and their sum. */
export function DetailsTable(props: {
  card: RankedCardRow
  /** Head of the label column. */
  column: string
  /** All rows of the list, before the search. */
  rows: readonly RankedRow[]
  /** The rows that match the search, sorted. */
  shown: readonly RankedRow[]
  /** Shown when no row matches. */
  empty: string
  /** The sum of `rows`: shares are of it. */
  whole: RankedRow
  metric: Metric
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  view: HomeView
  /** Where the name of a row leads. */
  hrefOf: HrefOf
}) {
  const { card, metric, view, rows, shown, whole, sorting } = props
  const { figures, privacy } = view
  const isMobile = useIsMobile()
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
          <RowName href={props.hrefOf(row)}>
            <MaskableText text={figures.label(rowName(row), places.get(row.key) ?? 0)} />
          </RowName>
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
    <Table
      role="table"
      aria-label={`${card.title}: all`}
      // -1 (unknown) in privacy mode, which hides the number of rows too.
      aria-rowcount={privacy ? -1 : shown.length + 2}
    >
      <Line role="row" $tracks={widths} $isHead style={{ height: isMobile ? 44 : 40 }}>
        {columns.map(({ key, label }) => (
          <SortButton
            key={key}
            label={label}
            sorting={sorting}
            column={key}
            onSort={() => props.onSort(nextSorting(sorting, key))}
          />
        ))}
      </Line>
      {shown.length === 0 ? (
        <Empty>{props.empty}</Empty>
      ) : (
        <VList
          role="rowgroup"
          // Focusable, so that it scrolls by keyboard.
          tabIndex={0}
          style={{
            // Three of them in the lowest window: the phone in landscape.
            height: `min(${Math.min(shown.length, VISIBLE_ROWS) * ROW_HEIGHT}px, max(${3 * ROW_HEIGHT}px, 100dvh - 340px))`,
          }}
        >
          {shown.map((row) => line(row))}
        </VList>
      )}
      {line(sum, true)}
    </Table>
  )
}

/** A column head that sorts by its column and shows the direction. */
function SortButton(props: {
  label: string
  column: SortKey
  sorting: Sorting
  onSort: () => void
}) {
  const { sorting, column } = props
  const isOn = sorting.key === column
  const direction = sorting.isDescending ? 'descending' : 'ascending'
  const icon = !isOn ? ChevronsUpDown : sorting.isDescending ? ArrowDown : ArrowUp
  return (
    <Head role="columnheader" aria-sort={isOn ? direction : 'none'} $isEnd={column !== 'label'}>
      <SortRoot type="button" $isOn={isOn} onClick={props.onSort}>
        {props.label}
        <Icon of={icon} size={12} />
      </SortRoot>
    </Head>
  )
}
