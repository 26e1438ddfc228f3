import { SelectItem, Select as AriaSelect, useSelectStore } from '@ariakit/react/select'
import { useStoreState } from '@ariakit/react/store'
import { Check, ChevronsUpDown, type LucideIcon } from 'lucide-react'
import { useId, type ReactNode, type Ref } from 'react'
import { Icon } from './Icon.tsx'
import { InputFrame, type InputSize } from './input-frame.ts'
import { MenuItem } from './menu.ts'
import { ProjectDot } from './ProjectDot.tsx'
import { SelectList } from './SelectList.tsx'
import { Tooltip } from './Tooltip.tsx'

export type SelectOption<T extends string> = {
  value: T
  label: string
  /** A lighter text after the label: the unit that Auto currently means. */
  note?: string | undefined
  colour?: string | undefined
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
  const store = useSelectStore({
    value: value ?? '',
    setValue: (next: string) => {
      const option = options.find((each) => each.value === next)
      if (option && option.value !== value) props.onChange(option.value)
    },
    focusLoop: true,
  })
  const activeId = useStoreState(store, 'activeId')
  const isOpen = useStoreState(store, 'open')
  const baseId = useId()
  const selected = options.find((option) => option.value === value)
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
        {selected?.colour !== undefined && <ProjectDot colour={selected.colour} />}
        <span className="trunc" style={{ flex: 1 }}>
          {props.renderValue ?? (selected ? <OptionText option={selected} isShort /> : null)}
          {!selected && props.renderValue === undefined && (
            <span style={{ color: 'var(--text-3)' }}>{props.placeholder}</span>
          )}
        </span>
        <Icon of={ChevronsUpDown} />
      </AriaSelect>
      <SelectList store={store} label={props.label}>
        {options.map((option, index) => {
          const id = `${baseId}-${index}`
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
                render={<MenuItem />}
              >
                {option.colour !== undefined && <ProjectDot colour={option.colour} />}
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
  if (note === undefined) return <span className="trunc">{label}</span>
  return (
    <span className="trunc">
      {label} <span style={{ color: 'var(--text-3)' }}>{props.isShort ? `· ${note}` : note}</span>
    </span>
  )
}
