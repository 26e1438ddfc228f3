import { toDecimal } from '#src/domain/decimals.ts'
import { useState, type ReactNode, type Ref } from 'react'
import { clampNumber, readNumber, settleNumber, type NumberBounds } from './number-text.ts'
import type { FieldProps } from './FieldFrame.tsx'
import { TextField } from './TextField.tsx'

const finite = (value: number | null) => (Number.isFinite(value) ? value : null)

/**
 * A number that settles within its bounds when the field is left (spec 5). While it is typed, the
 * text stays as typed and `onChange` gets what it reads as: null for an empty one, NaN for one that
 * can't be read. The latter stays, for the form to refuse.
 * Give it the `field` of react-hook-form's Controller.
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
  const known = finite(value)
  // The text being typed, until the field is left with a number: "1." is on its way to "1.5".
  const [typed, setTyped] = useState<string | null>(null)
  // A value that was given meanwhile takes its place.
  const draft = typed !== null && finite(readNumber(typed)) === known ? typed : null
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
      value={draft ?? (known === null ? '' : toDecimal(known))}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        onChange(readNumber(text))
      }}
      onBlur={() => {
        const settled =
          draft === null && known !== null
            ? clampNumber(known, bounds)
            : settleNumber(draft ?? '', bounds)
        if (!Number.isNaN(settled)) setTyped(null)
        if (!Object.is(settled, value)) onChange(settled)
        onBlur?.()
      }}
    />
  )
}
