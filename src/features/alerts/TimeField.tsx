import { useState } from 'react'
import { TextField } from '#src/ui/fields/TextField.tsx'

/** A time of day, "22:00". It is saved when the field is left, if it is complete. */
export function TimeField(props: {
  label: string
  value: string
  disabled: boolean
  onChange: (time: string) => void
}) {
  const { value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      label={props.label}
      type="time"
      required
      disabled={props.disabled}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== null && typed !== '' && typed !== value) onChange(typed)
        setTyped(null)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
