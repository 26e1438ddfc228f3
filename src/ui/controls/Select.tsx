import { SelectItem, Select as AriaSelect, useSelectStore } from '@ariakit/react/select'
import { useStoreState } from '@ariakit/react/store'
import { Check, ChevronsUpDown, type LucideIcon } from 'lucide-react'
import { useId, useState, type ReactNode, type Ref } from 'react'
import { InputFrame, type InputSize } from '#src/ui/fields/input-frame.ts'
import { ListSearch, SEARCH_FROM } from '#src/ui/lists/ListSearch.tsx'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { ProjectDot } from '#src/ui/text/ProjectDot.tsx'
import { Icon } from './Icon.tsx'
import { MenuItem, MenuText } from './menu.ts'
import { SelectList } from './SelectList.tsx'
import { Tooltip } from './Tooltip.tsx'

export type SelectOption<T extends string> = {
  value: T
  label: string
  /** A lighter text after the label: the unit that Auto currently means. */
  note?: string | undefined
  colour?: string | undefined
  /** Whether another option has the same colour. */
  isHatched?: boolean | undefined
  /** Why the option is disabled; shown as its tooltip. */
  disabledReason?: string | undefined
}

/** Selects one option: a combobox that shows the selection and opens a listbox. */
export function Select<T extends string>({
  ref,
  ...props
}: {
  label: string
  options: readonly SelectOption<T>[]
  /** Null shows the placeholder. */
  value: T | null
  onChange: (value: T) => void
  /** What the options are, in the plural: for the search field above them, which a long list has in any case. */
  searchFor?: string | undefined
  /** Called when the list opens: for options that are costly to make. */
  onOpen?: (() => void) | undefined
  size?: InputSize | undefined
  icon?: LucideIcon | undefined
  placeholder?: string | undefined
  renderValue?: ReactNode
  disabled?: boolean | undefined
  isInvalid?: boolean | undefined
  describedBy?: string | undefined
  id?: string | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}) {
  const { options, value } = props
  const searchFor = props.searchFor ?? (options.length >= SEARCH_FROM ? 'options' : undefined)
  const [search, setSearch] = useState('')
  const searchText = search.trim().toLowerCase()
  const found = options.filter(({ label }) => label.toLowerCase().includes(searchText))
  const store = useSelectStore({
    // Without a value in the store, the list opens with the focus on its search field.
    value: searchFor !== undefined ? '' : (value ?? ''),
    setValue: (next: string) => {
      const option = options.find((each) => each.value === next)
      if (option && option.value !== value) props.onChange(option.value)
    },
    setOpen: (opens) => {
      setSearch('')
      if (opens) props.onOpen?.()
    },
    focusLoop: true,
  })
  const activeId = useStoreState(store, 'activeId')
  const isOpen = useStoreState(store, 'open')
  const baseId = useId()
  const selected = options.find((option) => option.value === value)
  const head = searchFor !== undefined && (
    <ListSearch
      store={store}
      value={search}
      onChange={setSearch}
      noMatch={found.length === 0 ? searchFor : undefined}
    />
  )
  return (
    <>
      <AriaSelect
        store={store}
        {...(ref ? { ref } : {})}
        aria-label={props.label}
        aria-invalid={props.isInvalid ?? false}
        {...(props.describedBy ? { 'aria-describedby': props.describedBy } : {})}
        {...(props.id ? { id: props.id } : {})}
        disabled={props.disabled ?? false}
        {...(props.onBlur ? { onBlur: props.onBlur } : {})}
        render={
          <InputFrame
            as="button"
            $size={props.size ?? 'md'}
            $isInvalid={props.isInvalid ?? false}
            $isDisabled={props.disabled ?? false}
          />
        }
      >
        {props.icon && <Icon of={props.icon} />}
        {selected?.colour !== undefined && (
          <ProjectDot colour={selected.colour} isHatched={selected.isHatched} />
        )}
        <span className="trunc" style={{ flex: 1 }}>
          {props.renderValue ?? (selected ? <OptionText option={selected} isShort /> : null)}
          {!selected && props.renderValue === undefined && (
            <span style={{ color: 'var(--text-3)' }}>{props.placeholder}</span>
          )}
        </span>
        <Icon of={ChevronsUpDown} />
      </AriaSelect>
      <SelectList store={store} label={props.label} {...(head ? { head } : {})}>
        {found.map((option) => {
          const id = `${baseId}-${options.indexOf(option)}`
          return (
            <Tooltip
              key={option.value}
              text={option.disabledReason ?? null}
              isForced={isOpen && activeId === id}
              side="beside"
            >
              <SelectItem
                id={id}
                value={option.value}
                disabled={option.disabledReason !== undefined}
                accessibleWhenDisabled
                aria-selected={option.value === value}
                render={<MenuItem />}
              >
                {option.colour !== undefined && (
                  <ProjectDot colour={option.colour} isHatched={option.isHatched} />
                )}
                <OptionText option={option} />
                {option.value === value && <Icon of={Check} />}
              </SelectItem>
            </Tooltip>
          )
        })}
      </SelectList>
    </>
  )
}

function OptionText(props: { option: SelectOption<string>; isShort?: boolean }) {
  const { label, note } = props.option
  const text = (
    <>
      {label}
      {note !== undefined && (
        <span style={{ color: 'var(--text-3)' }}> {props.isShort ? `· ${note}` : note}</span>
      )}
    </>
  )
  if (!props.isShort) return <MenuText>{text}</MenuText>
  if (note === undefined) return <MiddleText text={label} />
  return <span className="trunc">{text}</span>
}
