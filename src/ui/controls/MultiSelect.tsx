import { SelectItem, Select as AriaSelect, useSelectStore } from '@ariakit/react/select'
import { ChevronsUpDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { InputFrame, type InputSize } from '#src/ui/fields/input-frame.ts'
import { ListSearch, SEARCH_FROM } from '#src/ui/lists/ListSearch.tsx'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { styled } from '#src/ui/theme.ts'
import { CheckMark } from './CheckMark.tsx'
import { Icon } from './Icon.tsx'
import { MenuItem, MenuLine, MenuText } from './menu.ts'
import {
  isSameSelection,
  isSelected,
  toggleAll,
  toggleFilter,
  toggleOne,
  type MultiSelection,
} from './multi-selection.ts'
import { SelectList } from './SelectList.tsx'

const MAX_DOTS = 5
const EMPTY: string[] = []

const Dots = styled('span')`
  display: inline-flex;
  flex: none;
  & > i {
    margin-left: -3px;
    box-shadow: 0 0 0 2px var(--surface-2);
  }
  & > i:first-child {
    margin-left: 0;
  }
`
const Count = styled('span')`
  margin-left: auto;
  color: var(--text-3);
  font-variant-numeric: tabular-nums;
`

/**
 * Selects several options. The selection is committed once, when the list closes, so that five changes
 * are one request; at least one option stays selected, unless it is a filter.
 */
export function MultiSelect(props: {
  label: string
  /** The first option, which selects everything: "All projects". */
  allLabel: string
  options: readonly {
    value: string
    label: string
    colour?: string | undefined
    /** Whether another option has the same colour. */
    isHatched?: boolean | undefined
    /** Stands before the label. */
    mark?: ReactNode
  }[]
  value: MultiSelection
  onCommit: (value: MultiSelection) => void
  /** Narrows a list: "all" means that no option is chosen, and shows none of them as selected. */
  isFilter?: boolean | undefined
  size?: InputSize | undefined
}) {
  const { options, value, isFilter = false } = props
  const [draft, setDraft] = useState<MultiSelection | null>(null)
  const selection = draft ?? value
  const offered = options.map((option) => option.value)
  const isAll = selection === 'all'
  const isOn = (option: { value: string }) =>
    isFilter && isAll ? false : isSelected(selection, option.value)
  const selected = options.filter(isOn)
  const [search, setSearch] = useState('')
  const searchText = search.trim().toLowerCase()
  const found = options.filter((option) => option.label.toLowerCase().includes(searchText))

  const store = useSelectStore({
    // An array makes the list multi-selectable. It stays empty because the selection is tracked here:
    // one option must stay selected, and ariakit would open the list scrolled to the last selection.
    value: EMPTY,
    setOpen: (isOpen) => {
      setSearch('')
      if (isOpen) return
      if (draft !== null && !isSameSelection(draft, value)) props.onCommit(draft)
      setDraft(null)
    },
    focusLoop: true,
  })
  const head = options.length >= SEARCH_FROM && (
    <ListSearch
      store={store}
      value={search}
      onChange={setSearch}
      noMatch={found.length === 0 ? props.label.toLowerCase() : undefined}
    />
  )
  return (
    <>
      <AriaSelect
        store={store}
        aria-label={props.label}
        disabled={options.length === 0}
        render={
          <InputFrame
            as="button"
            $size={props.size ?? 'md'}
            $isInvalid={false}
            $isDisabled={false}
          />
        }
      >
        {selected.some((option) => option.colour !== undefined) && (
          <Dots>
            {selected.slice(0, MAX_DOTS).map((option) => (
              <ProjectDot
                key={option.value}
                size={10}
                colour={option.colour ?? 'transparent'}
                isHatched={option.isHatched}
              />
            ))}
          </Dots>
        )}
        {isAll || selected.length !== 1 ? (
          <span className="trunc">
            {isAll ? props.allLabel : selected.map((option) => option.label).join(', ')}
          </span>
        ) : (
          <MiddleText text={selected[0]?.label ?? ''} />
        )}
        <Count aria-hidden>{isFilter && selected.length < 2 ? '' : selected.length}</Count>
        <Icon of={ChevronsUpDown} />
      </AriaSelect>
      <SelectList store={store} label={props.label} {...(head ? { head } : {})}>
        {searchText === '' && (
          <>
            <SelectItem
              aria-selected={isAll}
              onClick={() => setDraft(isFilter ? 'all' : toggleAll(selection, offered))}
              render={<MenuItem />}
            >
              <CheckMark isChecked={isAll} isMixed={!isAll && !isFilter} />
              {props.allLabel}
              {!isFilter && <Count aria-hidden>{selected.length}</Count>}
            </SelectItem>
            <MenuLine />
          </>
        )}
        {found.map((option) => (
          <SelectItem
            key={option.value}
            aria-selected={isOn(option)}
            onClick={() => {
              const toggle = isFilter ? toggleFilter : toggleOne
              setDraft(toggle(selection, option.value, offered))
            }}
            render={<MenuItem style={{ fontWeight: 500 }} />}
          >
            <CheckMark isChecked={isOn(option)} />
            {option.colour !== undefined && (
              <ProjectDot colour={option.colour} isHatched={option.isHatched} />
            )}
            {option.mark}
            <MenuText>{option.label}</MenuText>
          </SelectItem>
        ))}
      </SelectList>
    </>
  )
}
