import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { nextSort } from '#src/records/filters/list-query.ts'
import type { ListSort } from '#src/records/record-definition.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { styled } from '#src/ui/theme.ts'

/** The orders of a list, the present one, and what chooses another. */
export interface Sorting {
  sorts: readonly ListSort[]
  sort: ListSort
  onSort: (sort: ListSort) => void
}

const Root = styled('button')<{ $isOn: boolean; $isEnd: boolean }>`
  display: inline-flex;
  flex-direction: ${(p) => (p.$isEnd ? 'row-reverse' : 'row')};
  align-items: center;
  gap: 4px;
  height: 24px;
  border-radius: var(--r-sm);
  font: inherit;
  color: ${(p) => (p.$isOn ? 'var(--text-1)' : 'inherit')};
  &:hover {
    color: var(--text-1);
  }
`

/** The header of a column that the list can be ordered by. */
export function SortButton(props: { column: string; label: string; isEnd: boolean } & Sorting) {
  const { sorts, sort, column } = props
  const next = nextSort(sorts, sort, column)
  const isOn = sort.column === column
  return (
    <Root
      type="button"
      $isOn={isOn}
      $isEnd={props.isEnd}
      onClick={() => {
        if (next) props.onSort(next)
      }}
    >
      {props.label}
      <Icon of={isOn ? (sort.order === 'asc' ? ArrowUp : ArrowDown) : ChevronsUpDown} size={12} />
    </Root>
  )
}

/** The `aria-sort` of a column's header; undefined where the list can't be ordered by it. */
export function ariaSort(
  column: string,
  sorting: Sorting | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (sorting === undefined || sorting.sorts.every((sort) => sort.column !== column))
    return undefined
  if (sorting.sort.column !== column) return 'none'
  return sorting.sort.order === 'asc' ? 'ascending' : 'descending'
}
