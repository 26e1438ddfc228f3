import type { SelectStore } from '@ariakit/react/select'
import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { BareInput, InputFrame } from '#src/ui/fields/input-frame.ts'
import { styled } from '#src/ui/theme.ts'

/** A list has a search field from this number of options. */
export const SEARCH_FROM = 9

// Stays visible above the scrolling options.
const Head = styled('div')`
  position: sticky;
  top: -4px;
  z-index: 1;
  margin: -4px -4px 4px;
  padding: 4px;
  background: var(--surface-2);
  border-bottom: 1px solid var(--line-strong);
`
const NoMatch = styled('p')`
  padding: 8px 8px 4px;
  color: var(--text-2);
  overflow-wrap: anywhere;
`

/** A field that searches what is below it. */
export function ListSearchField(props: {
  label: string
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  return (
    <InputFrame $size="sm" $isInvalid={false} $isDisabled={false}>
      <Icon of={Search} />
      <BareInput
        type="search"
        autoComplete="off"
        aria-label={props.label}
        placeholder="Search"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={props.onKeyDown}
      />
    </InputFrame>
  )
}

/** The search field above the options of a list. Arrow Down and Enter go to the first option. */
export function ListSearch(props: {
  store: SelectStore
  value: string
  onChange: (text: string) => void
  /** What the options are, in the plural, if none matches. */
  noMatch: string | undefined
}) {
  const { store, value, noMatch } = props
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    store.getState().listElement?.focus()
    store.move(store.first())
  }
  return (
    <Head>
      <ListSearchField
        label="Search"
        value={value}
        onChange={props.onChange}
        onKeyDown={enterList}
      />
      {noMatch !== undefined && (
        <NoMatch role="status">
          No {noMatch} match &quot;{value.trim()}&quot;.
        </NoMatch>
      )}
    </Head>
  )
}
