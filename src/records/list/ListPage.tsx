import { useMemo, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useFeatures } from '#src/api/features.ts'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { describeSearch } from '#src/domain/sale/search-rules.ts'
import { uncapitalize, pluralize } from '#src/domain/text/text.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { describePeriod } from '#src/records/filters/list-period.ts'
import { describeFilters, filtersToClear, toListQuery } from '#src/records/filters/list-query.ts'
import { LastLine, ListFilters, SwitchFilters } from '#src/records/filters/ListFilters.tsx'
import { ListPeriodFilter } from '#src/records/filters/ListPeriodFilter.tsx'
import { useListFilters } from '#src/records/filters/use-list-filters.ts'
import { OneShown } from '#src/records/page/OneShown.tsx'
import type {
  ListFilter,
  ListSort,
  RecordDefinition,
  RecordSearchField,
  RowContext,
} from '#src/records/record-definition.ts'
import { useRequestedRecord } from '#src/records/use-url-params.ts'
import { filters as globalFilters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Select } from '#src/ui/controls/Select.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { RecordList } from './RecordList.tsx'
import { useListSearch, type ListSearch } from './use-list-search.ts'

const Toolbar = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 12px;
  margin-bottom: 16px;
  & > form {
    flex: 1 1 380px;
  }
  ${MOBILE} {
    flex-flow: column nowrap;
    align-items: stretch;
    gap: 8px;
    margin-bottom: 12px;
    & > form {
      flex: none;
    }
  }
`

const NO_FIELDS: readonly RecordSearchField[] = []
const NO_FILTERS: readonly ListFilter[] = []
const NO_SORTS: readonly ListSort[] = []
const noAction = () => undefined

interface ListPageProps<T> {
  record: RecordDefinition<T>
  /** The filters of the toolbar, with their options. */
  filters?: readonly ListFilter[]
  /** What the button in a row does. Must be stable: all rows render again when it changes. */
  onAction?: (row: T) => void
  /** Keys of the rows that are open at first. */
  openAtFirst?: readonly string[]
  /** At the end of the toolbar: a link to what belongs to the list. */
  end?: ReactNode
  /** Between the toolbar and the records. */
  notice?: ReactNode
}

/**
 * The page of a list: its search and filters, then the records of the selected projects. A URL with
 * a project and an id shows just that record, if the definition has a name for one.
 */
export function ListPage<T extends object>(props: ListPageProps<T>) {
  const { record, onAction = noAction } = props
  const { colours } = useProjects()
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(globalFilters)
  const context = useMemo<RowContext<T>>(
    () => ({ colours, privacy, now: new Date(asOf), onAction }),
    [colours, privacy, asOf, onAction],
  )
  const requested = useRequestedRecord()
  if (record.one === undefined || requested === null)
    return <Records {...props} context={context} />
  return (
    <>
      <OneShown noun={record.one} />
      {props.notice}
      <RecordList
        key={`${requested.project} ${requested.id}`}
        record={record}
        context={context}
        query={{ id: requested.id }}
        projects={[requested.project]}
        openAtFirst={[requested.id]}
        isSearch
        emptyText={`This ${record.one} does not exist, or you do not have access to it.`}
      />
    </>
  )
}

function Records<T extends object>(props: ListPageProps<T> & { context: RowContext<T> }) {
  const { record, filters = NO_FILTERS } = props
  const { search: allFields = NO_FIELDS, sorts = NO_SORTS, filtersNeed } = record
  const features = useFeatures(filtersNeed !== undefined || record.head !== undefined)
  const fields = allFields.filter(({ needs }) => needs === undefined || features.includes(needs))
  const { path } = record.list.call
  const { selected, hasNone } = useProjects()
  const isMobile = useIsMobile()
  const search = useListSearch(
    path,
    allFields.map(({ name }) => name),
  )
  const { applied } = search
  const listFilters = useListFilters(path, filters, sorts)
  const { values, sort, sortBy } = listFilters
  // What a link chooses applies at once; a server without filters does not read it.
  const hasFilters = filtersNeed === undefined || features.includes(filtersNeed)
  const shownFilters = hasFilters ? filters : NO_FILTERS
  const canSort = record.sortsNeed === undefined ? hasFilters : features.includes(record.sortsNeed)
  const hasPeriod = record.head !== undefined && features.includes('exports')
  const period = record.head === undefined ? null : listFilters.period

  const param = allFields.find(({ name }) => name === applied?.field)?.param ?? applied?.field
  const query = toListQuery({
    search: applied && param ? [param, applied.text] : null,
    filters,
    values,
    period,
    zone: deviceZone(),
    sorts,
    sort,
  })
  const clearable = filtersToClear(filters, values)
  const isFiltered = clearable.length > 0 || period !== null
  const matches = [
    period === null ? '' : describePeriod(period, deviceZone()),
    describeFilters(clearable, values),
    applied ? describeSearch(applied) : '',
  ]
  const emptyText = isFiltered
    ? `No match for ${matches.filter(Boolean).join(', ')}. Clear the filters to see more.`
    : // A filter may be what leaves the list empty.
      (search.emptyText ?? (values.size > 0 ? undefined : record.filledBy))
  const count = pluralize(selected.length, 'project')
  const order = sorts.length > 0 ? sort?.label : record.isNewestFirst ? 'Newest first' : undefined
  return (
    <>
      <TopBarSlot place="note">
        <span className="small num t3">
          {order === undefined ? count : `${count}, ${uncapitalize(order)}`}
        </span>
      </TopBarSlot>
      {(fields.length > 0 || shownFilters.length > 0 || hasPeriod) && (
        <Toolbar>
          {fields.length > 0 && <Search fields={fields} search={search} />}
          {(shownFilters.length > 0 || hasPeriod) && (
            <ListFilters
              start={
                hasPeriod && <ListPeriodFilter value={period} onChange={listFilters.choosePeriod} />
              }
              filters={shownFilters}
              values={values}
              onChoose={listFilters.choose}
              onClear={isFiltered ? listFilters.clear : undefined}
              isWithoutSwitches={isMobile}
              end={!isMobile && props.end}
            />
          )}
          {isMobile && (
            <LastLine>
              {props.end}
              <SwitchFilters filters={shownFilters} values={values} onChoose={listFilters.choose} />
            </LastLine>
          )}
        </Toolbar>
      )}
      {props.notice}
      <RecordList
        record={record}
        context={props.context}
        query={query}
        sorting={canSort && sort ? { sorts, sort, onSort: sortBy } : undefined}
        openAtFirst={props.openAtFirst}
        isSearch={applied !== null}
        emptyText={hasNone ? NO_PROJECT : emptyText}
      />
    </>
  )
}

function Search(props: { fields: readonly RecordSearchField[]; search: ListSearch }) {
  const { fields, search } = props
  const field = fields.find(({ name }) => name === search.field)
  return (
    <SearchField
      {...search.box}
      placeholder={field?.placeholder}
      isMono
      before={
        fields.length > 1 && (
          <Select
            label="Search Field"
            options={fields.map(({ name, label }) => ({ value: name, label }))}
            value={search.field}
            onChange={search.setField}
            size="lg"
          />
        )
      }
    />
  )
}
