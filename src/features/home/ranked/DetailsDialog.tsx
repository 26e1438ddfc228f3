import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useFeature } from '#src/api/features.ts'
import type { Metric } from '#src/domain/money/ranked-rows.ts'
import { totalRow } from '#src/domain/money/ranked-rows.ts'
import type { RankedRow } from '#src/domain/money/ranked-rows.ts'
import { csvName } from '#src/domain/text/csv.ts'
import type { RankedCardRow } from '#src/features/home/cards/cards.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import type { ResolvedQuery } from '#src/figures/period-request.ts'
import { linkStyle } from '#src/records/cells/link-style.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { downloadCsv } from '#src/ui/save-file.ts'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { searchRows, sortRows } from './details-rows.ts'
import type { Sorting } from './details-rows.ts'
import { DetailsTable } from './DetailsTable.tsx'
import { detailsCsv } from './ranked-csv.ts'
import type { HrefOf } from './use-row-hrefs.ts'

/** Extends over the dialog's padding, so that rows run from edge to edge. */
const Body = styled('div')`
  margin: 0 -24px -24px;
  min-width: 0;
  ${MOBILE} {
    margin: 0 -16px -12px;
  }
`
const Search = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  padding: 0 24px 12px;
  & > a {
    white-space: nowrap;
  }
  ${MOBILE} {
    gap: 8px 16px;
    padding: 0 16px 8px;
    /* The field has a line of its own. */
    &:has(> a) {
      flex-wrap: wrap;
    }
  }
`
const Count = styled('p')`
  margin-left: auto;
  font: var(--t-small);
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`

/** The full list of a ranked card, with search, sorting and CSV download. */
export function DetailsDialog(props: {
  card: RankedCardRow
  /** "Countries", or the name of a campaign. */
  title: string
  column: string
  nouns: string
  /** Part of the CSV's file name. */
  csvOf: string
  /** All rows without a total row: the table adds it. */
  rows: readonly RankedRow[]
  metric: Metric
  view: HomeView
  resolvedQuery: ResolvedQuery
  /** Where the name of a row leads. */
  hrefOf: HrefOf
  onClose: () => void
}) {
  const { card, metric, view, rows } = props
  const { figures, privacy } = view
  const hasChannels = useFeature('campaigns')
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const whole = useMemo(() => totalRow(rows), [rows])
  const shown = useMemo(() => {
    const found = searchRows(rows, privacy ? '' : text)
    return sorting ? sortRows(found, sorting, metric) : found
  }, [rows, text, sorting, metric, privacy])
  const hasAmount = card.options.some((option) => option.metric === 'amount')
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
          {card.rowKind === 'campaigns' && hasChannels && (
            <Link href={`/channels${location.search}`} className={linkStyle}>
              Open Channels
            </Link>
          )}
          <Count role="status">
            <MaskableText text={figures.count(shown.length)} />{' '}
            {shown.length === 1 ? 'row' : 'rows'}
          </Count>
        </Search>
        <DetailsTable
          card={card}
          column={props.column}
          rows={rows}
          shown={shown}
          empty={`No ${props.nouns} match "${text.trim()}".`}
          whole={whole}
          metric={metric}
          sorting={sorting ?? { key: metric, isDescending: true }}
          onSort={setSorting}
          view={view}
          hrefOf={props.hrefOf}
        />
      </Body>
    </Dialog>
  )
}
