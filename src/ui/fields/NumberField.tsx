import { useState, type ReactNode, type Ref } from 'react'
import { toDecimal, ungroup } from '#src/domain/money/decimals.ts'
import type { FieldProps } from './FieldFrame.tsx'
import { TextField } from './TextField.tsx'

const finite = (value: number | null) => (Number.isFinite(value) ? value : null)

export type NumberBounds = {
  min: number
  max?: number | undefined
  isInteger?: boolean | undefined
}

/** Parses a number; accepts "1,200.5" and " 5 ". Null for an empty text, NaN for an invalid one. */
export function readNumber(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const plain = ungroup(typed)
  return /^-?(?:\d+\.?\d*|\.\d+)$/u.test(plain) ? Number(plain) : Number.NaN
}

/** A number within its bounds; an integer is rounded towards zero first. */
function clampNumber(value: number, bounds: NumberBounds): number {
  const whole = bounds.isInteger ? Math.trunc(value) : value
  return Math.max(bounds.min, Math.min(bounds.max ?? Number.POSITIVE_INFINITY, whole))
}

/**
 * The value of a number input after blur: clamped to its bounds, the minimum for an empty
 * text. NaN for an invalid text.
 */
export function settleNumber(text: string, bounds: NumberBounds): number {
  return clampNumber(readNumber(text) ?? bounds.min, bounds)
}

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
