import type { ListSort } from '#src/records/record-definition.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Select } from '#src/ui/controls/Select.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Sorting } from './SortButton.tsx'

const Root = styled('div')`
  display: flex;
  gap: 8px;
  margin-bottom: 12px;
  & > [role='combobox'] {
    flex: 1;
    max-width: 320px;
  }
  & > button:last-child:not([role='combobox']) {
    margin-left: auto;
  }
`

const keyOf = ({ by, order }: ListSort) => `${by} ${order}`

/** Stands above cards for what a table has in its headers: the order, and the selection. */
export function CardsHead(props: {
  sorting: Sorting | undefined
  isSelecting: boolean
  /** Undefined where no record can be selected. */
  onSelect: (() => void) | undefined
}) {
  const { sorting, onSelect } = props
  if (sorting === undefined && onSelect === undefined) return null
  return (
    <Root>
      {sorting && (
        <Select
          label="Sort"
          size="lg"
          options={sorting.sorts.map((sort) => ({ value: keyOf(sort), label: sort.label }))}
          value={keyOf(sorting.sort)}
          onChange={(key) => {
            const sort = sorting.sorts.find((each) => keyOf(each) === key)
            if (sort) sorting.onSort(sort)
          }}
        />
      )}
      {onSelect && (
        <Button size="lg" aria-pressed={props.isSelecting} onClick={onSelect}>
          Select
        </Button>
      )}
    </Root>
  )
}
