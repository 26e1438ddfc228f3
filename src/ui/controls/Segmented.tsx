import type { LucideIcon } from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { Icon } from './Icon.tsx'
import { Tooltip } from './Tooltip.tsx'

/** A row of options with one highlighted. */
const Track = styled('div')<{ $isFill?: boolean }>`
  display: ${(p) => (p.$isFill ? 'flex' : 'inline-flex')};
  flex: none;
  padding: 2px;
  background: var(--surface-2);
  border-radius: var(--r-md);
  ${MOBILE} {
    display: flex;
    padding: 0;
  }
  @media (forced-colors: active) {
    outline: 1px solid ButtonText;
    outline-offset: -1px;
  }
`

const Segment = styled('button')<{
  $isOn: boolean
  $size: 'sm' | 'md'
  $isFill?: boolean
  $isIcon?: boolean
}>`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  height: ${(p) => (p.$size === 'md' ? '28px' : '24px')};
  ${(p) => (p.$isFill ? 'flex: 1 1 auto;' : '')}
  ${(p) => (p.$isIcon ? 'width: 28px;' : '')}
  padding: 0 ${(p) => (p.$isIcon ? '0' : p.$isFill ? '4px' : p.$size === 'md' ? '12px' : '8px')};
  font: ${(p) => (p.$size === 'md' ? 'var(--t-label)' : 'var(--t-small)')};
  font-weight: 500;
  white-space: nowrap;
  border: 1px solid ${(p) => (p.$isOn ? 'var(--line-control)' : 'transparent')};
  border-radius: var(--r-sm);
  background: ${(p) => (p.$isOn ? 'var(--surface-3)' : 'transparent')};
  color: ${(p) => (p.$isOn ? 'var(--text-1)' : 'var(--text-2)')};
  transition:
    color var(--d-1),
    background var(--d-2);
  &:hover {
    color: var(--text-1);
  }
  &[aria-disabled='true'],
  &:disabled {
    color: var(--text-disabled);
    cursor: not-allowed;
  }
  ${MOBILE} {
    height: 44px;
    flex: ${(p) => (p.$isIcon ? 'none' : '1 1 auto')};
    ${(p) => (p.$isIcon ? 'width: 44px;' : '')}
    font: 500 14px/20px var(--font);
    border: 4px solid transparent;
    border-radius: 10px;
    background-clip: padding-box;
    ${(p) => (p.$isOn ? 'box-shadow: inset 0 0 0 1px var(--line-control);' : '')}
    &:focus-visible {
      box-shadow: var(--focus);
    }
  }
  @media (forced-colors: active) {
    &[aria-disabled='true'] {
      border-color: ButtonFace !important;
    }
    ${(p) =>
      p.$isOn
        ? `forced-color-adjust: none;
           background: Highlight;
           color: HighlightText;
           border-color: ButtonFace;
           &:hover { color: HighlightText; }`
        : 'border-color: ButtonFace;'}
  }
`

type Option<T extends string> = {
  value: T
  label: ReactNode
  /** Why the option is disabled; shown as its tooltip. */
  disabledReason?: string | undefined
}

const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * The next enabled index after `from` in the direction of `step`, wrapping around; `from` itself when
 * all other options are disabled.
 */
function nextEnabled(options: readonly Option<string>[], from: number, step: 1 | -1): number {
  const { length } = options
  for (let away = 1; away <= length; away += 1) {
    const index = (from + step * away + length * away) % length
    if (options[index]?.disabledReason === undefined) return index
  }
  return from
}

/** A radio group in one row. A null `value` selects none (a custom range clears the time periods). */
export function Segmented<T extends string>(props: {
  label: string
  /** The id of an element that distinguishes it from another group with the same label. */
  describedBy?: string | undefined
  options: readonly Option<T>[]
  value: T | null
  onChange: (value: T) => void
  size?: 'sm' | 'md' | undefined
  isFill?: boolean | undefined
  disabled?: boolean | undefined
}) {
  const { options, value } = props
  const track = useRef<HTMLDivElement>(null)
  const selected = options.findIndex((option) => option.value === value)
  const tabStop = selected === -1 ? nextEnabled(options, -1, 1) : selected

  const move = (event: KeyboardEvent, from: number) => {
    const step = STEPS[event.key]
    const to =
      step !== undefined
        ? nextEnabled(options, from, step)
        : event.key === 'Home'
          ? nextEnabled(options, -1, 1)
          : event.key === 'End'
            ? nextEnabled(options, options.length, -1)
            : undefined
    const option = to === undefined ? undefined : options[to]
    if (to === undefined || !option) return
    event.preventDefault()
    track.current?.querySelectorAll<HTMLElement>('[role=radio]')[to]?.focus()
    if (option.value !== value) props.onChange(option.value)
  }

  return (
    <Track
      ref={track}
      className="plain"
      role="radiogroup"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      $isFill={props.isFill ?? false}
    >
      {options.map((option, index) => (
        <Tooltip key={option.value} text={option.disabledReason ?? null}>
          <Segment
            type="button"
            role="radio"
            aria-checked={index === selected}
            tabIndex={index === tabStop ? 0 : -1}
            disabled={props.disabled ?? false}
            {...(option.disabledReason === undefined ? {} : { 'aria-disabled': true })}
            $isOn={index === selected}
            $size={props.size ?? 'sm'}
            $isFill={props.isFill ?? false}
            onKeyDown={(event) => move(event, index)}
            onClick={() => {
              if (option.disabledReason === undefined && index !== selected) {
                props.onChange(option.value)
              }
            }}
          >
            {option.label}
          </Segment>
        </Tooltip>
      ))}
    </Track>
  )
}

/** Views of the same data as a row of icon toggle buttons. */
export function IconToggle<T extends string>(props: {
  label: string
  options: readonly { value: T; label: string; icon: LucideIcon }[]
  value: T
  onChange: (value: T) => void
}) {
  return (
    <Track className="plain" role="group" aria-label={props.label}>
      {props.options.map((option) => (
        <Tooltip key={option.value} text={option.label} isName>
          <Segment
            type="button"
            aria-label={option.label}
            aria-pressed={option.value === props.value}
            $isOn={option.value === props.value}
            $size="sm"
            $isIcon
            onClick={() => {
              if (option.value !== props.value) props.onChange(option.value)
            }}
          >
            <Icon of={option.icon} size={14} />
          </Segment>
        </Tooltip>
      ))}
    </Track>
  )
}
