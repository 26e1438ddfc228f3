import { useState } from 'react'
import { twoDigits } from '#src/domain/date-parts.ts'
import { TextField } from '#src/ui/fields/TextField.tsx'

/** "22:00" of a typed time, which may be "7:30", "7.30" or "0730"; null if it is none. */
export function readTime(text: string): string | null {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:.]?([0-5]\d)\s*$/.exec(text) ?? []
  return hour === '' || Number(hour) > 23 ? null : `${twoDigits(Number(hour))}:${minute}`
}

/** A time of day in 24 hours, "22:00". It is saved when the field is left, if it is valid. */
export function TimeField(props: {
  label: string
  value: string
  disabled: boolean
  /** Why a time can't be taken; undefined if it can. */
  errorOf: (time: string) => string | undefined
  onChange: (time: string) => void
}) {
  const { value, disabled } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const reset = () => {
    setTyped(null)
    setError(undefined)
  }
  // What can't be saved any more must not look saved.
  if (disabled && (typed !== null || error !== undefined)) reset()
  const settle = () => {
    if (typed === null) return
    const time = readTime(typed)
    const found = time === null ? 'Must be a time such as 22:00' : props.errorOf(time)
    if (time === null || found !== undefined) return setError(found)
    reset()
    if (time !== value) props.onChange(time)
  }
  return (
    <TextField
      label={props.label}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
      disabled={disabled}
      error={error}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value)
        setError(undefined)
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
    />
  )
}
