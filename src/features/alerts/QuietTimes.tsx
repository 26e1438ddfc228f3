import { useState } from 'react'
import { twoDigits } from '#src/domain/time/date-parts.ts'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { styled } from '#src/ui/theme.ts'
import { TIME_MESSAGE, type AlertSettings } from '#src/wire/alerts.ts'

type QuietHours = NonNullable<AlertSettings['quiet_hours']>
type Side = keyof QuietHours
type SideTexts = Partial<Record<Side, string>>

/** "22:00" of a typed time, which may be "7:30", "7.30" or "0730"; null if it is none. */
export function readTime(text: string): string | null {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:.]?([0-5]\d)\s*$/.exec(text) ?? []
  return hour === '' || Number(hour) > 23 ? null : `${twoDigits(Number(hour))}:${minute}`
}

const EQUAL = { from: 'Must differ from the end', to: 'Must differ from the start' }

/**
 * What becomes of the typed times when the field of one side is left: the hours to save, which are the
 * saved ones while the sides are equal, and the errors of the texts that stay to be corrected.
 */
export function settleTimes(
  saved: QuietHours,
  typed: SideTexts,
  left: Side,
): { hours: QuietHours; errors: SideTexts } {
  const read = (side: Side) => (typed[side] === undefined ? saved[side] : readTime(typed[side]))
  const [from, to] = [read('from'), read('to')]
  const hours = { from: from ?? saved.from, to: to ?? saved.to }
  const errors: SideTexts = {}
  if (from === null) errors.from = TIME_MESSAGE
  if (to === null) errors.to = TIME_MESSAGE
  if (hours.from !== hours.to) return { hours, errors }
  // An invalid text keeps its own error: then the other side is the one that is equal.
  const side = errors[left] === undefined ? left : left === 'from' ? 'to' : 'from'
  return { hours: saved, errors: { ...errors, [side]: EQUAL[side] } }
}

const Pair = styled('div')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 12px;
  align-items: start;
`
const LABELS = { from: 'From', to: 'To' }
const NONE: SideTexts = {}

/** The start and end of the quiet hours, in 24 hours. They are saved when a field is left. */
export function QuietTimes(props: {
  hours: QuietHours
  disabled: boolean
  onChange: (hours: QuietHours) => void
}) {
  const { hours: saved, disabled } = props
  const [typed, setTyped] = useState(NONE)
  const [errors, setErrors] = useState(NONE)
  // What can't be saved any more must not look saved.
  if (disabled && typed !== NONE) {
    setTyped(NONE)
    setErrors(NONE)
  }
  const settle = (side: Side) => {
    const next = settleTimes(saved, typed, side)
    const isWrong = (each: Side) => next.errors[each] !== undefined
    setErrors(next.errors)
    setTyped({
      ...(isWrong('from') && { from: typed.from ?? saved.from }),
      ...(isWrong('to') && { to: typed.to ?? saved.to }),
    })
    if (next.hours.from !== saved.from || next.hours.to !== saved.to) props.onChange(next.hours)
  }
  const field = (side: Side) => (
    <TextField
      label={LABELS[side]}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      disabled={disabled}
      error={errors[side]}
      value={typed[side] ?? saved[side]}
      onChange={(event) => {
        setTyped({ ...typed, [side]: event.target.value })
        setErrors({ ...errors, [side]: undefined })
      }}
      onBlur={() => settle(side)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(side)
      }}
    />
  )
  return (
    <Pair>
      {field('from')}
      {field('to')}
    </Pair>
  )
}
