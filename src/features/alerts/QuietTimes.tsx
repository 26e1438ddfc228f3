import { useState } from 'react'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { styled } from '#src/ui/theme.ts'
import { settleTimes, type QuietHours, type Side, type SideTexts } from './quiet-times.ts'

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
