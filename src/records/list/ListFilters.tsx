import type { ListFilter } from '#src/records/record-definition.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import type { MultiSelection } from '#src/ui/controls/multi-selection.ts'
import { MultiSelect } from '#src/ui/controls/MultiSelect.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { filtersToClear, type FilterValues } from './list-query.ts'

const Root = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  min-width: 0;
  & > [role='combobox'] {
    flex: none;
    width: 140px;
  }
  & > .clear {
    height: 40px;
  }
  ${MOBILE} {
    /* One line that scrolls sideways, from edge to edge. */
    flex-wrap: nowrap;
    gap: 8px;
    margin: -4px -12px;
    padding: 4px 12px;
    overflow-x: auto;
    scrollbar-width: none;
    & > [role='radiogroup'] {
      flex: 1 0 auto;
    }
    & > .clear {
      height: 44px;
    }
  }
`

/** The option of a row that chooses no value. */
const ALL = ''

/** The filters of a list's toolbar, with a button that clears those that apply. */
export function ListFilters(props: {
  filters: readonly ListFilter[]
  values: FilterValues
  onChoose: (name: string, values: readonly string[]) => void
  onClear: () => void
}) {
  const { values, onChoose } = props
  return (
    <Root>
      {props.filters.map((filter) => {
        const chosen = values.get(filter.name)
        return filter.isSingle ? (
          <Segmented
            key={filter.name}
            label={filter.label}
            options={[{ value: ALL, label: filter.allLabel }, ...filter.options]}
            value={chosen?.[0] ?? ALL}
            onChange={(value) => onChoose(filter.name, value === ALL ? [] : [value])}
            size="md"
          />
        ) : (
          <MultiSelect
            key={filter.name}
            label={filter.label}
            allLabel={filter.allLabel}
            options={withChosen(filter.options, chosen)}
            value={chosen ?? 'all'}
            onCommit={(selection: MultiSelection) =>
              onChoose(filter.name, selection === 'all' ? [] : selection)
            }
            isFilter
            size="lg"
          />
        )
      })}
      {filtersToClear(props.filters, values).length > 0 && (
        <Button className="clear" variant="ghost" onClick={props.onClear}>
          Clear filters
        </Button>
      )}
    </Root>
  )
}

/** The options and the chosen values that are not among them: of a link, or of another project. */
function withChosen(options: ListFilter['options'], chosen: readonly string[] = []) {
  const others = chosen.filter((value) => options.every((option) => option.value !== value))
  return [...options, ...others.map((value) => ({ value, label: value }))]
}
