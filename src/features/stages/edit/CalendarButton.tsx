import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { readTypedTime } from '#src/domain/sale/typed-time.ts'
import { isoWithOffset } from '#src/domain/time/calendar.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { settledTime } from '#src/features/stages/edit/form/stages-form.ts'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'

const Root = styled('span')`
  position: relative;
  display: flex;
  flex: none;
  margin-right: -4px;
  & > button {
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border-radius: var(--r-sm);
    color: var(--text-3);
  }
  & > button:hover {
    background: var(--surface-3);
    color: var(--text-1);
  }
  & > input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    pointer-events: none;
  }
  ${MOBILE} {
    margin-right: -12px;
    & > button {
      width: 44px;
      height: 44px;
    }
  }
`

/** Opens the browser's own calendar for a text field of a date and a time, in the device's zone. */
export function CalendarButton(props: {
  label: string
  value: string
  onChange: (text: string) => void
}) {
  // The browser's field costs time where there are many: only those that are used have one.
  const [isUsed, setUsed] = useState(false)
  const zone = deviceZone()
  const read = readTypedTime(props.value, zone)
  const local = 'value' in read ? isoWithOffset(Date.parse(read.value), zone).slice(0, 16) : ''
  const open = (input: HTMLInputElement | null) => {
    try {
      input?.showPicker()
    } catch {
      // A browser without it: the time is typed.
    }
  }
  return (
    <Root>
      <button
        type="button"
        // Typing is the way of the keyboard.
        tabIndex={-1}
        aria-label={props.label}
        onClick={({ currentTarget }) => {
          if (!isUsed) setUsed(true)
          else if (currentTarget.nextElementSibling instanceof HTMLInputElement)
            open(currentTarget.nextElementSibling)
        }}
      >
        <Icon of={Calendar} size={14} />
      </button>
      {isUsed && (
        <input
          ref={openOnce(open)}
          type="datetime-local"
          tabIndex={-1}
          aria-hidden
          value={local}
          onChange={(event) => props.onChange(settledTime(event.target.value))}
        />
      )}
    </Root>
  )
}

const opened = new WeakSet<HTMLInputElement>()

/** Opens the calendar as soon as its field exists: the click that asked for it still counts. */
const openOnce = (open: (input: HTMLInputElement) => void) => (input: HTMLInputElement | null) => {
  if (input === null || opened.has(input)) return
  opened.add(input)
  open(input)
}
