import { SelectItem, Select as AriaSelect, useSelectStore } from '@ariakit/react/select'
import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { CheckMark } from './CheckMark.tsx'
import { Icon } from './Icon.tsx'
import { InputFrame, type InputSize } from './input-frame.ts'
import { MenuItem, MenuLine } from './menu.ts'
import { isSameChoice, isTicked, toggleAll, toggleOne, type MultiChoice } from './multi-choice.ts'
import { ProjectDot } from './ProjectDot.tsx'
import { SelectList } from './SelectList.tsx'
import { styled } from './theme.ts'

const MAX_DOTS = 5

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
 * Several of a list. What is ticked is committed once, when the list closes, so that five ticks
 * are one fetch; at least one stays ticked.
 */
export function MultiSelect(props: {
  label: string
  /** The first option, which ticks everything: "All projects". */
  allLabel: string
  options: readonly { value: string; label: string; colour?: string | undefined }[]
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

  const store = useSelectStore({
    // An array makes the list multi-selectable; ticking is ours, so that one always stays.
    value: ticked.map((option) => option.value),
    setOpen: (isOpen) => {
      if (isOpen) return
      if (draft !== null && !isSameChoice(draft, value)) props.onCommit(draft)
      setDraft(null)
    },
    focusLoop: true,
  })
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
              <ProjectDot key={option.value} size={10} colour={option.colour ?? 'transparent'} />
            ))}
          </Dots>
        )}
        <span className="trunc">
          {isAll ? props.allLabel : ticked.map((option) => option.label).join(', ')}
        </span>
        <Count aria-hidden>{ticked.length}</Count>
        <Icon of={ChevronsUpDown} />
      </AriaSelect>
      <SelectList store={store} label={props.label}>
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
        {options.map((option) => (
          <SelectItem
            key={option.value}
            value={option.value}
            setValueOnClick={false}
            hideOnClick={false}
            onClick={() => setDraft(toggleOne(choice, option.value, offered))}
            render={<MenuItem style={{ fontWeight: 500 }} />}
          >
            <CheckMark isChecked={isTicked(choice, option.value)} />
            {option.colour !== undefined && <ProjectDot colour={option.colour} />}
            <span className="trunc">{option.label}</span>
          </SelectItem>
        ))}
      </SelectList>
    </>
  )
}
