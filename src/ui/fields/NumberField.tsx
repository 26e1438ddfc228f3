import { useState, type ReactNode, type Ref } from 'react'
import { toDecimal } from '#src/domain/decimals.ts'
import type { FieldProps } from './FieldFrame.tsx'
import { clampNumber, readNumber, settleNumber, type NumberBounds } from './number-text.ts'
import { TextField } from './TextField.tsx'

const finite = (value: number | null) => (Number.isFinite(value) ? value : null)

/**
 * A number that is clamped to its bounds on blur. During typing the text stays as entered, and
 * `onChange` gets its value: null for an empty text, NaN for an invalid one. NaN stays on blur, for the
 * form's validation. Pass it the `field` of react-hook-form's Controller.
 */
export function NumberField(
  props: FieldProps &
    NumberBounds & {
      value: number | null
      onChange: (value: number | null) => void
      suffix?: ReactNode
      placeholder?: string | undefined
      name?: string | undefined
      disabled?: boolean | undefined
      onBlur?: (() => void) | undefined
      ref?: Ref<HTMLInputElement> | undefined
    },
) {
  const { value, onChange, min, max, isInteger, onBlur } = props
  const { label, error, hint, isEdited, labelEnd, isLabelHidden, ...own } = props
  const bounds = { min, max, isInteger }
  const current = finite(value)
  // The entered text until blur: "1." may become "1.5".
  const [typed, setTyped] = useState<string | null>(null)
  // A value set by the form meanwhile replaces it.
  const draft = typed !== null && finite(readNumber(typed)) === current ? typed : null
  return (
    <TextField
      label={label}
      error={error}
      hint={hint}
      isEdited={isEdited}
      labelEnd={labelEnd}
      isLabelHidden={isLabelHidden}
      suffix={own.suffix}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...(own.placeholder === undefined ? {} : { placeholder: own.placeholder })}
      {...(own.name === undefined ? {} : { name: own.name })}
      {...(own.ref === undefined ? {} : { ref: own.ref })}
      disabled={own.disabled ?? false}
      value={draft ?? (current === null ? '' : toDecimal(current))}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        onChange(readNumber(text))
      }}
      onBlur={() => {
        const settled =
          draft === null && current !== null
            ? clampNumber(current, bounds)
            : settleNumber(draft ?? '', bounds)
        if (!Number.isNaN(settled)) setTyped(null)
        if (!Object.is(settled, value)) onChange(settled)
        onBlur?.()
      }}
    />
  )
}
