import { SelectItem, Select as AriaSelect, useSelectStore } from '@ariakit/react/select'
import { ChevronsUpDown, Search } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { CheckMark } from './CheckMark.tsx'
import { Icon } from './Icon.tsx'
import { BareInput, InputFrame, type InputSize } from './input-frame.ts'
import { MenuItem, MenuLine } from './menu.ts'
import {
  isSameChoice,
  isTicked,
  toggleAll,
  toggleOne,
  type MultiChoice,
} from './multi-selection.ts'
import { ProjectDot } from './ProjectDot.tsx'
import { SelectList } from './SelectList.tsx'
import { styled } from './theme.ts'

const MAX_DOTS = 5
/** From so many options on the list has a search field. */
const SEARCH_FROM = 9
const NOTHING: string[] = []

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

// Stays in sight above the options that scroll below it.
const Head = styled('div')`
  position: sticky;
  top: -4px;
  z-index: 1;
  margin: -4px -4px 4px;
  padding: 4px;
  background: var(--surface-2);
  border-bottom: 1px solid var(--line-strong);
`
const None = styled('p')`
  padding: 8px 8px 4px;
  color: var(--text-2);
  overflow-wrap: anywhere;
`

/**
 * Several of a list. What is ticked is committed once, when the list closes, so that five ticks
 * are one fetch; at least one stays ticked.
 */
export function MultiSelect(props: {
  label: string
  /** The first option, which ticks everything: "All projects". */
  allLabel: string
  options: readonly {
    value: string
    label: string
    colour?: string | undefined
    /** Whether the colour is another option's too. */
    isHatched?: boolean | undefined
  }[]
  value: MultiChoice
  onCommit: (value: MultiChoice) => void
  size?: InputSize | undefined
}) {
  const { options, value } = props
  const [draft, setDraft] = useState<MultiChoice | null>(null)
  const choice = draft ?? value
  const offered = options.map((option) => option.value)
  const ticked = options.filter((option) => isTicked(choice, option.value))
  const isAll = choice === 'all'
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted))

  const store = useSelectStore({
    // An array makes the list multi-selectable. Ticking is ours, so that one always stays; and a list
    // that knows what is ticked opens at the last tick, with its beginning out of sight.
    value: NOTHING,
    setOpen: (isOpen) => {
      setSearch('')
      if (isOpen) return
      if (draft !== null && !isSameChoice(draft, value)) props.onCommit(draft)
      setDraft(null)
    },
    focusLoop: true,
  })
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    store.getState().listElement?.focus()
    store.move(store.first())
  }
  const head = options.length >= SEARCH_FROM && (
    <Head>
      <InputFrame $size="sm" $isInvalid={false} $isDisabled={false}>
        <Icon of={Search} />
        <BareInput
          type="search"
          autoComplete="off"
          aria-label="Search"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={enterList}
        />
      </InputFrame>
      {found.length === 0 && (
        <None role="status">
          No {props.label.toLowerCase()} match &quot;{search.trim()}&quot;.
        </None>
      )}
    </Head>
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
        {ticked.some((option) => option.colour !== undefined) && (
          <Dots>
            {ticked.slice(0, MAX_DOTS).map((option) => (
              <ProjectDot
                key={option.value}
                size={10}
                colour={option.colour ?? 'transparent'}
                isHatched={option.isHatched}
              />
            ))}
          </Dots>
        )}
        <span className="trunc">
          {isAll ? props.allLabel : ticked.map((option) => option.label).join(', ')}
        </span>
        <Count aria-hidden>{ticked.length}</Count>
        <Icon of={ChevronsUpDown} />
      </AriaSelect>
      <SelectList store={store} label={props.label} {...(head ? { head } : {})}>
        {wanted === '' && (
          <>
            <SelectItem
              aria-selected={isAll}
              onClick={() => setDraft(toggleAll(choice, offered))}
              render={<MenuItem />}
            >
              <CheckMark isChecked={isAll} isMixed={!isAll} />
              {props.allLabel}
              <Count aria-hidden>{ticked.length}</Count>
            </SelectItem>
            <MenuLine />
          </>
        )}
        {found.map((option) => (
          <SelectItem
            key={option.value}
            aria-selected={isTicked(choice, option.value)}
            onClick={() => setDraft(toggleOne(choice, option.value, offered))}
            render={<MenuItem style={{ fontWeight: 500 }} />}
          >
            <CheckMark isChecked={isTicked(choice, option.value)} />
            {option.colour !== undefined && (
              <ProjectDot colour={option.colour} isHatched={option.isHatched} />
            )}
            <span className="trunc">{option.label}</span>
          </SelectItem>
        ))}
      </SelectList>
    </>
  )
}
