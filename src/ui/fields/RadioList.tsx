import { useId, useRef, type KeyboardEvent } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { GroupFrame, GroupLabel } from './LabelledGroup.tsx'

const Box = styled('div')`
  overflow: hidden;
  background: var(--surface-2);
  border: 1px solid var(--line-control);
  border-radius: var(--r-md);
`
const Option = styled('button')<{ $isOn: boolean }>`
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  min-height: 48px;
  padding: 6px 12px;
  text-align: start;
  ${(p) => (p.$isOn ? 'background: var(--surface-3);' : '')}
  &:not(:first-child) {
    border-top: 1px solid var(--line-strong);
  }
  &:focus-visible {
    box-shadow: inset 0 0 0 2px var(--focus-ring);
  }
  & > span {
    min-width: 0;
  }
  & b {
    font-weight: 500;
  }
  & small {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    min-height: 52px;
  }
`
const Dot = styled('i')<{ $isOn: boolean }>`
  flex: none;
  width: 16px;
  height: 16px;
  border: ${(p) => (p.$isOn ? '5px solid var(--ink)' : '1px solid var(--text-3)')};
  border-radius: 50%;
`

const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A radio group as a list, with a sentence for each option. The arrow keys select. */
export function RadioList<T extends string>(props: {
  label: string
  options: readonly { value: T; label: string; text: string }[]
  value: T
  onChange: (value: T) => void
}) {
  const { options, value } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent, from: number) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = (from + step + options.length) % options.length
    box.current?.querySelectorAll<HTMLElement>('[role=radio]')[to]?.focus()
    const option = options[to]
    if (option) props.onChange(option.value)
  }
  return (
    <GroupFrame>
      <GroupLabel id={`${id}-label`}>{props.label}</GroupLabel>
      <Box ref={box} role="radiogroup" aria-labelledby={`${id}-label`}>
        {options.map((option, index) => {
          const isOn = option.value === value
          return (
            <Option
              key={option.value}
              type="button"
              role="radio"
              aria-checked={isOn}
              aria-labelledby={`${id}-${index}`}
              aria-describedby={`${id}-${index}-text`}
              tabIndex={isOn ? 0 : -1}
              $isOn={isOn}
              onKeyDown={(event) => move(event, index)}
              onClick={() => props.onChange(option.value)}
            >
              <Dot aria-hidden $isOn={isOn} />
              <span>
                <b id={`${id}-${index}`}>{option.label}</b>
                <small id={`${id}-${index}-text`}>{option.text}</small>
              </span>
            </Option>
          )
        })}
      </Box>
    </GroupFrame>
  )
}
