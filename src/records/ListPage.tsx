import { useMemo, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { pluralize } from '#src/domain/pluralize.ts'
import { filters } from '#src/state/filters.ts'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Segmented } from '#src/ui/Segmented.tsx'
import { Select } from '#src/ui/Select.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import type { RecordDefinition, RecordSearchField, RowContext } from './record-definition.ts'
import { RecordList } from './RecordList.tsx'
import { useListFilter } from './use-list-filter.ts'
import { useListSearch, type ListSearch } from './use-list-search.ts'

const Toolbar = styled('div')`
  display: flex;
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`

const NO_FIELDS: readonly RecordSearchField[] = []
const noAction = () => undefined

/** The page of a list: its search or filter, then the records of the selected projects. */
export function ListPage<T extends object>(props: {
  record: RecordDefinition<T>
  /** What the button in a row does. Must be stable: all rows render again when it changes. */
  onAction?: (row: T) => void
  /** Keys of the rows that are open at first. */
  openAtFirst?: readonly string[]
  /** Between the toolbar and the records. */
  notice?: ReactNode
}) {
  const { record, onAction = noAction } = props
  const { search: fields = NO_FIELDS, filter } = record
  const { path } = record.list.call
  const { colours, selected, hasNone } = useProjects()
  const { privacy, asOf } = useSnapshot(filters)
  const search = useListSearch(
    path,
    fields.map(({ name }) => name),
  )
  const { applied } = search
  const searchParam = fields.find(({ name }) => name === applied?.field)?.param ?? applied?.field
  const { query, ...choice } = useListFilter(path, filter)
  const context = useMemo<RowContext<T>>(
    () => ({ colours, privacy, now: new Date(asOf), onAction }),
    [colours, privacy, asOf, onAction],
  )
  // A filter may be what leaves the list empty.
  const filledBy = choice.value === (filter?.options[0]?.value ?? '') ? record.filledBy : undefined
  const count = pluralize(selected.length, 'project')
  return (
    <>
      <TopBarSlot place="note">
        <span className="small num t3">
          {record.isNewestFirst ? `${count}, newest first` : count}
        </span>
      </TopBarSlot>
      {(fields.length > 0 || filter) && (
        <Toolbar>
          {fields.length > 0 && <Search fields={fields} search={search} />}
          {filter && (
            <Segmented
              label={filter.label}
              options={filter.options}
              value={choice.value}
              onChange={choice.choose}
              size="md"
            />
          )}
        </Toolbar>
      )}
      {props.notice}
      <RecordList
        record={record}
        context={context}
        query={applied && searchParam ? { ...query, [searchParam]: applied.text } : query}
        openAtFirst={props.openAtFirst}
        isSearch={applied !== null}
        emptyText={hasNone ? NO_PROJECT : (search.emptyText ?? filledBy)}
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
