import type { LucideIcon } from 'lucide-react'
import { Icon } from './Icon.tsx'
import { Segment, SegmentedTrack } from './segmented-track.ts'
import { Tooltip } from './Tooltip.tsx'

/** A few views of the same thing as pressed or not pressed icon buttons in one track. */
export function IconToggle<T extends string>(props: {
  label: string
  options: readonly { value: T; label: string; icon: LucideIcon }[]
  value: T
  onChange: (value: T) => void
}) {
  return (
    <SegmentedTrack role="group" aria-label={props.label}>
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
    </SegmentedTrack>
  )
}
