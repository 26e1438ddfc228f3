import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'
import { BareInput, InputFrame, Suffix, type InputSize } from './input-frame.ts'

export type TextFieldProps = FieldProps &
  ComponentProps<'input'> & {
    inputSize?: InputSize | undefined
    icon?: LucideIcon | undefined
    suffix?: ReactNode
    /** A control at the end, inside the box, like a clear button. */
    end?: ReactNode
    isMono?: boolean | undefined
  }

/** A single-line text input. Spread react-hook-form's `register(name)` into it. */
export function TextField(props: TextFieldProps) {
  const { label, error, hint, isEdited, labelEnd, isLabelHidden, ...own } = props
  const { inputSize, icon, suffix, end, isMono, id, ...input } = own
  const frame = { label, error, hint, isEdited, labelEnd, isLabelHidden }
  return (
    <FieldFrame {...frame} id={id}>
      {(control) => (
        <InputFrame
          $size={inputSize ?? 'md'}
          $isInvalid={control.isInvalid}
          $isDisabled={input.disabled ?? false}
        >
          {icon && <Icon of={icon} />}
          <BareInput
            type="text"
            {...input}
            id={control.id}
            $isMono={isMono ?? false}
            aria-invalid={control.isInvalid}
            {...(control.describedBy ? { 'aria-describedby': control.describedBy } : {})}
          />
          {suffix !== undefined && <Suffix>{suffix}</Suffix>}
          {end}
        </InputFrame>
      )}
    </FieldFrame>
  )
}
