import { useState } from 'react'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'

/** The digits of a code of an authenticator app. */
export const CODE_LENGTH = 6
/** A pasted "123 456" with blanks around it fits. */
const MAX_TEXT_LENGTH = 16

/** What an input of a one-time code needs so that phones and password managers can fill it. */
export const CODE_INPUT = {
  type: 'text',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: MAX_TEXT_LENGTH,
  spellCheck: false,
} as const

/** The digits of what was typed or pasted, at most six: '123 456 ' → '123456'. */
export function codeDigits(text: string): string {
  // Some keyboards type full-width digits.
  return text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
}

const Frame = styled('div')`
  position: relative;
`
const Boxes = styled('div')`
  display: grid;
  grid-template-columns: repeat(${CODE_LENGTH}, minmax(0, 1fr));
  gap: 8px;
  ${MOBILE} {
    gap: 6px;
  }
`
const Box = styled('span')<{ $isNext: boolean; $isInvalid: boolean }>`
  height: 48px;
  display: grid;
  place-items: center;
  background: var(--surface-2);
  border: 1px solid var(--${(p) => (p.$isInvalid ? 'negative' : 'line-control')});
  border-radius: var(--r-md);
  font: 500 18px/1 var(--mono);
  ${(p) =>
    p.$isNext
      ? 'input:focus ~ * > & { border-color: var(--focus-ring); box-shadow: 0 0 0 1px var(--focus-ring); }'
      : ''}
`
const Caret = styled('i')`
  width: 1px;
  height: 18px;
  background: var(--text-1);
  visibility: hidden;
  input:focus ~ * > * > & {
    visibility: visible;
  }
`
// The boxes show its text and its caret.
const Input = styled('input')`
  position: absolute;
  inset: 0;
  width: 100%;
  padding: 0 12px;
  border: 0;
  background: none;
  color: transparent;
  caret-color: transparent;
  -webkit-text-fill-color: transparent;
  forced-color-adjust: none;
  outline: none;
  /* From 16 px on, phones don't zoom into a focused field. */
  font: 16px/48px var(--mono);
  &:focus-visible {
    outline: none;
    box-shadow: none;
  }
  &::selection {
    background: transparent;
  }
`

/**
 * The code of an authenticator app: one input, drawn as six boxes. Its value are the digits only.
 */
export function CodeField(
  props: Pick<FieldProps, 'label' | 'error'> & {
    value: string
    onChange: (digits: string) => void
    /** The sixth digit was typed, or a whole code was pasted. */
    onComplete: (digits: string) => void
  },
) {
  const { label, error, value, onChange, onComplete, ...input } = props
  const [hasAll, setAll] = useState(false)
  return (
    <FieldFrame label={label} error={error}>
      {(control) => (
        <Frame>
          <Input
            {...CODE_INPUT}
            {...input}
            id={control.id}
            value={value}
            aria-invalid={control.isInvalid}
            {...(control.describedBy ? { 'aria-describedby': control.describedBy } : {})}
            onChange={(event) => {
              const digits = codeDigits(event.target.value)
              if (digits === value) return
              onChange(digits)
              if (digits.length === CODE_LENGTH) onComplete(digits)
            }}
            onSelect={({ currentTarget: own }) => {
              const { selectionStart: start, selectionEnd: end } = own
              setAll(start === 0 && end === own.value.length && end > 0)
              // A caret within the digits would not be seen.
              if (start === end && end !== own.value.length) {
                own.setSelectionRange(own.value.length, own.value.length)
              }
            }}
          />
          <Boxes aria-hidden>
            {Array.from({ length: CODE_LENGTH }, (_, at) => (
              <Box
                key={at}
                $isNext={hasAll ? at < value.length : at === value.length}
                $isInvalid={control.isInvalid}
              >
                {value[at] ?? (at === value.length && <Caret />)}
              </Box>
            ))}
          </Boxes>
        </Frame>
      )}
    </FieldFrame>
  )
}
