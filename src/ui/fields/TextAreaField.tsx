import type { ComponentProps, KeyboardEvent } from 'react'
import { styled } from '#src/ui/theme.ts'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'
import { InputFrame } from './input-frame.ts'

const LINE_PX = 20

const Frame = styled(InputFrame)`
  height: auto;
  padding: 0;
  /* The box has the text's own border: a scrollbar stands inside it. */
  overflow: hidden;
`
const Input = styled('textarea')<{ $rows: number }>`
  display: block;
  flex: 1;
  min-width: 0;
  min-height: ${(p) => p.$rows * LINE_PX + 18}px;
  max-height: ${12 * LINE_PX}px;
  padding: 8px 12px;
  border: 0;
  outline: none;
  background: none;
  color: inherit;
  font: var(--t-field);
  line-height: ${LINE_PX}px;
  resize: none;
  overflow-wrap: anywhere;
  /* Where a browser lacks it, a longer text scrolls. */
  field-sizing: content;
  &:focus-visible {
    outline: none;
    box-shadow: none;
  }
`

/** Ctrl+Enter or Cmd+Enter sends the form; Enter alone makes a line. */
function sendOnModifiedEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  if (event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** A text of several lines, which grows with it up to 12. Spread react-hook-form's `register(name)` into it. */
export function TextAreaField(
  props: FieldProps &
    ComponentProps<'textarea'> & {
      /** The text is refused, and something else than `error` describes why. */
      isInvalid?: boolean
    },
) {
  const { label, error, hint, isEdited, labelEnd, isLabelHidden, id, rows = 3, ...others } = props
  const { isInvalid = false, ...input } = others
  const frame = { label, error, hint, isEdited, labelEnd, isLabelHidden }
  return (
    <FieldFrame {...frame} id={id}>
      {(control) => (
        <Frame
          $size="lg"
          $isInvalid={isInvalid || control.isInvalid}
          $isDisabled={input.disabled ?? false}
        >
          <Input
            onKeyDown={sendOnModifiedEnter}
            {...input}
            rows={rows}
            $rows={rows}
            id={control.id}
            aria-invalid={isInvalid || control.isInvalid}
            {...(control.describedBy ? { 'aria-describedby': control.describedBy } : {})}
          />
        </Frame>
      )}
    </FieldFrame>
  )
}
