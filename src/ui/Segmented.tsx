import { useRef, type KeyboardEvent } from 'react'
import { Segment, SegmentedTrack } from './segmented-track.ts'
import { Tooltip } from './Tooltip.tsx'

type Option<T extends string> = {
  value: T
  label: string
  /** Why this one can't be chosen now; it stays listed, with the reason as its tooltip. */
  disabledReason?: string | undefined
}

const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * The next choosable index from `from` in the direction of `step`, going round the ends; `from`
 * itself when nothing else can be chosen.
 */
function nextChoice(options: readonly Option<string>[], from: number, step: 1 | -1): number {
  const { length } = options
  for (let away = 1; away <= length; away += 1) {
    const index = (from + step * away + length * away) % length
    if (options[index]?.disabledReason === undefined) return index
  }
  return from
}

/** One of a few. `value` null leaves none chosen (a custom period clears the time periods). */
export function Segmented<T extends string>(props: {
  label: string
  /** The id of what tells it from another of the same label. */
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
  const chosen = options.findIndex((option) => option.value === value)
  const tabStop = chosen === -1 ? nextChoice(options, -1, 1) : chosen

  const move = (event: KeyboardEvent, from: number) => {
    const step = STEPS[event.key]
    const to =
      step !== undefined
        ? nextChoice(options, from, step)
        : event.key === 'Home'
          ? nextChoice(options, -1, 1)
          : event.key === 'End'
            ? nextChoice(options, options.length, -1)
            : undefined
    const option = to === undefined ? undefined : options[to]
    if (to === undefined || !option) return
    event.preventDefault()
    track.current?.querySelectorAll<HTMLElement>('[role=radio]')[to]?.focus()
    if (option.value !== value) props.onChange(option.value)
  }

  return (
    <SegmentedTrack
      ref={track}
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
            aria-checked={index === chosen}
            tabIndex={index === tabStop ? 0 : -1}
            disabled={props.disabled ?? false}
            {...(option.disabledReason === undefined ? {} : { 'aria-disabled': true })}
            $isOn={index === chosen}
            $size={props.size ?? 'sm'}
            $isFill={props.isFill ?? false}
            onKeyDown={(event) => move(event, index)}
            onClick={() => {
              if (option.disabledReason === undefined && index !== chosen) {
                props.onChange(option.value)
              }
            }}
          >
            {option.label}
          </Segment>
        </Tooltip>
      ))}
    </SegmentedTrack>
  )
}
