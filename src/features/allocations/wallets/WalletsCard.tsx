import { useId, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { toListQuery } from '#src/records/filters/list-query.ts'
import { useListFilters } from '#src/records/filters/use-list-filters.ts'
import { ListBox, ListBoxHead } from '#src/records/list/list-frame.ts'
import { RecordList } from '#src/records/list/RecordList.tsx'
import { useListSearch } from '#src/records/list/use-list-search.ts'
import type { ListFilter, RowContext } from '#src/records/record-definition.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { MaskableText } from '#src/ui/text/Mask.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AllocationList } from '#src/wire/allocation-lists.ts'
import type { Allocation, AllocationSummary } from '#src/wire/allocations.ts'
import { allocationRecord, SEARCHED, SORTS } from './allocation-record.tsx'

const noAction = () => undefined

const CHANGED = 'changed'
/** Its switch is a filter of the list, kept in the URL as the others. */
const FILTERS: readonly ListFilter[] = [
  {
    name: CHANGED,
    isSingle: true,
    label: 'Only changed',
    allLabel: 'All wallets',
    options: [{ value: '1', label: 'Only changed' }],
    accepts: (value) => value === '1',
    toQuery: ([value]) => ({ [CHANGED]: value }),
  },
]

/** What each wallet is owed, beside the latest list: with a search, an order, and only what differs. */
export function WalletsCard(props: { projectId: string; summary: AllocationSummary | undefined }) {
  const { projectId, summary } = props
  const titleId = useId()
  const { colours } = useProjects()
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const isMobile = useIsMobile()
  const list = summary?.latest_list ?? null
  const record = useAllocationRecord(projectId, list)
  const context = useMemo<RowContext<Allocation>>(
    () => ({ colours, privacy, now: new Date(asOf), onAction: noAction }),
    [colours, privacy, asOf],
  )
  const { path } = record.list.call
  const search = useListSearch(path, SEARCHED, true)
  const { values, choose, sort, sortBy } = useListFilters(path, FILTERS, SORTS, true)
  const isChanged = values.has(CHANGED)
  const query = toListQuery({
    search: search.applied && ['walletAddress', search.applied.text],
    filters: FILTERS,
    values,
    period: null,
    zone: deviceZone(),
    sorts: SORTS,
    sort,
  })
  return (
    <ListBox aria-labelledby={titleId}>
      <ListBoxHead>
        <h2 id={titleId}>Wallets</h2>
        <span className="count">
          {summary && (
            <>
              <MaskableText text={figureFormat(privacy).count(summary.wallets)} />
              {!isMobile && `, in ${projectId}`}
            </>
          )}
        </span>
        <SearchField {...search.box} placeholder="Paste a full address, 0x…" isMono />
        {(list !== null || isChanged) && (
          <Switch
            label="Only changed"
            layout="after"
            checked={isChanged}
            onChange={(isOn) => choose(CHANGED, isOn ? ['1'] : [])}
          />
        )}
      </ListBoxHead>
      <RecordList
        record={record}
        context={context}
        query={query}
        projects={useMemo(() => [projectId], [projectId])}
        sorting={sort && { sorts: SORTS, sort, onSort: sortBy }}
        isSearch={search.applied !== null}
        isBare
        emptyText={describeEmpty(projectId, search.applied !== null, isChanged)}
      />
    </ListBox>
  )
}

/** The record of a project's wallets; the same one while the list that they are compared with is. */
function useAllocationRecord(projectId: string, list: AllocationList | null) {
  const { id, number, decimals } = list ?? {}
  return useMemo(
    () =>
      allocationRecord(
        projectId,
        id === undefined || number === undefined || decimals === undefined
          ? null
          : { id, number, decimals },
      ),
    [projectId, id, number, decimals],
  )
}

function describeEmpty(projectId: string, isSearch: boolean, isChanged: boolean): string {
  if (isSearch && isChanged)
    return `This wallet of ${projectId} has not changed. Turn off Only changed to see it.`
  if (isSearch) return `This wallet is owed no tokens of ${projectId}. Check the wallet address.`
  return isChanged
    ? 'Every wallet is owed what the latest list has. Turn off Only changed to see them.'
    : 'Wallets appear here with their first completed purchase, bonus or credit.'
}
