import { useState, type ReactNode, type Ref } from 'react'
import { clampNumber, readNumber, settleNumber, type NumberBounds } from './number-text.ts'
import type { FieldProps } from './FieldFrame.tsx'
import { TextField } from './TextField.tsx'

/**
 * A number that settles within its bounds when the field is left (spec 5). While it is typed, the
 * text stays as typed and `onChange` gets what it reads as, null when it says no number.
 * Give it the `field` of react-hook-form's Controller.
 */
export function NumberField(
  props: FieldProps &
    NumberBounds & {
      value: number | null
      onChange: (value: number | null) => void
      /** Bounds hold at every keystroke, not only when the field is left. */
      isClampedTyping?: boolean | undefined
      suffix?: ReactNode
      placeholder?: string | undefined
      inputSize?: 'sm' | 'md' | 'lg' | undefined
      name?: string | undefined
      disabled?: boolean | undefined
      onBlur?: (() => void) | undefined
      ref?: Ref<HTMLInputElement> | undefined
    },
) {
  const { value, onChange, min, max, isInteger, isEmptyAllowed, isClampedTyping, onBlur } = props
  const { label, error, hint, isEdited, labelEnd, isLabelHidden, ...own } = props
  const bounds = { min, max, isInteger, isEmptyAllowed }
  // The text being typed, until the field is left: "1." is on its way to "1.5".
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <TextField
      label={label}
      error={error}
      hint={hint}
      isEdited={isEdited}
      labelEnd={labelEnd}
      isLabelHidden={isLabelHidden}
      suffix={own.suffix}
      inputSize={own.inputSize}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...(own.placeholder === undefined ? {} : { placeholder: own.placeholder })}
      {...(own.name === undefined ? {} : { name: own.name })}
      {...(own.ref === undefined ? {} : { ref: own.ref })}
      disabled={own.disabled ?? false}
      value={draft ?? (value === null ? '' : String(value))}
      onChange={(event) => {
        const text = event.target.value
        const read = readNumber(text)
        const kept = read !== null && isClampedTyping ? clampNumber(read, bounds) : read
        setDraft(kept === read ? text : String(kept))
        onChange(kept)
      }}
      onBlur={() => {
        const settled =
          draft === null && value !== null
            ? clampNumber(value, bounds)
            : settleNumber(draft ?? '', bounds)
        setDraft(null)
        if (settled !== value) onChange(settled)
        onBlur?.()
      }}
    />
  )
}
