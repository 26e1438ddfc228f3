import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListFilter } from '#src/records/record-definition.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import type { MultiSelection } from '#src/ui/controls/multi-selection.ts'
import { MultiSelect } from '#src/ui/controls/MultiSelect.tsx'
import { Segmented } from '#src/ui/controls/Segmented.tsx'
import { Select } from '#src/ui/controls/Select.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { labelsOf, type FilterValues } from './list-query.ts'

const Root = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
  min-width: 0;
  & > [role='combobox'] {
    flex: none;
    /* As wide as its text, so that the button after them has room in their row. */
    width: fit-content;
    min-width: 108px;
    max-width: 132px;
  }
  & > .one {
    flex: none;
    max-width: 100%;
    & > [role='combobox'] {
      width: fit-content;
      min-width: 108px;
      max-width: 200px;
    }
  }
  & > [aria-haspopup='dialog'] {
    flex: none;
    width: fit-content;
    min-width: 116px;
    max-width: min(340px, 100%);
  }
  & > .clear,
  & > .linked {
    height: 40px;
  }
  & > .linked {
    max-width: min(320px, 100%);
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
    & > [role='combobox'],
    & > .one > [role='combobox'] {
      min-width: 140px;
      max-width: 200px;
    }
    & > [aria-haspopup='dialog'] {
      max-width: 260px;
    }
    & > .clear,
    & > .linked {
      height: 44px;
    }
  }
`

/** The line of a phone's toolbar under the filters that scroll: what belongs to the list, and its switches. */
export const LastLine = styled('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 12px;
  & > [role='switch'] {
    margin-left: auto;
  }
`

/** The option of a row that chooses no value. */
const ALL = ''
/** The same of a menu, whose options are not empty. */
const ANY = 'any'

interface Choices {
  filters: readonly ListFilter[]
  values: FilterValues
  onChoose: (name: string, values: readonly string[]) => void
}

/** Those of the filters that are on or off. */
export function SwitchFilters({ filters, values, onChoose }: Choices) {
  return filters.map(({ name, isSwitch, label, options }) => {
    const [option] = options
    if (!isSwitch || option === undefined) return null
    return (
      <Switch
        key={name}
        label={label}
        layout="after"
        checked={values.has(name)}
        onChange={(isOn) => onChoose(name, isOn ? [option.value] : [])}
      />
    )
  })
}

/** The filters of a list's toolbar, with a button that clears those that apply. */
export function ListFilters(
  props: Choices & {
    /** Before the others: the period. */
    start?: ReactNode
    /** The switches stand elsewhere. */
    isWithoutSwitches: boolean
    /** Undefined while there is nothing to clear. */
    onClear: (() => void) | undefined
    /** At the end of their last line. */
    end?: ReactNode
  },
) {
  const { filters, values, onChoose } = props
  return (
    <Root>
      {props.start}
      {filters.map((filter) => {
        const chosen = values.get(filter.name)
        if (filter.isLinked || filter.isSwitch) return null
        if (filter.isOne)
          return (
            <span key={filter.name} className="one">
              <Select
                label={filter.label}
                options={[{ value: ANY, label: filter.allLabel }, ...filter.options]}
                value={chosen?.[0] ?? ANY}
                onChange={(value) => onChoose(filter.name, value === ANY ? [] : [value])}
                size="lg"
              />
            </span>
          )
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
      {!props.isWithoutSwitches && <SwitchFilters {...{ filters, values, onChoose }} />}
      {filters.map((filter) => {
        const labels = filter.isLinked ? labelsOf(filter, values) : []
        if (labels.length === 0) return null
        const text = `${filter.label}: ${labels.join(', ')}`
        return (
          <Button
            key={filter.name}
            className="linked"
            aria-label={`Remove filter ${text}`}
            title={text}
            onClick={() => onChoose(filter.name, [])}
          >
            <span className="trunc">{text}</span>
            <Icon of={X} />
          </Button>
        )
      })}
      {props.onClear && (
        <Button className="clear" variant="ghost" onClick={props.onClear}>
          Clear filters
        </Button>
      )}
      {props.end}
    </Root>
  )
}

/** The options and the chosen values that are not among them: of a link, or of another project. */
function withChosen(options: ListFilter['options'], chosen: readonly string[] = []) {
  const others = chosen.filter((value) => options.every((option) => option.value !== value))
  return [...options, ...others.map((value) => ({ value, label: value }))]
}
