import type { Ref } from 'react'
import { Select, type SelectOption } from '#src/ui/controls/Select.tsx'
import { FieldFrame, type FieldProps } from './FieldFrame.tsx'

/** A select as a form field. Pass it the `field` of react-hook-form's Controller. */
export function SelectField<T extends string>({
  ref,
  ...props
}: FieldProps & {
  options: readonly SelectOption<T>[]
  value: T | null
  onChange: (value: T) => void
  placeholder?: string | undefined
  searchFor?: string | undefined
  onOpen?: (() => void) | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLButtonElement> | undefined
}) {
  return (
    <FieldFrame {...props}>
      {(control) => (
        <Select
          label={props.label}
          id={control.id}
          describedBy={control.describedBy}
          isInvalid={control.isInvalid}
          options={props.options}
          value={props.value}
          onChange={props.onChange}
          placeholder={props.placeholder}
          searchFor={props.searchFor}
          onOpen={props.onOpen}
          disabled={props.disabled}
          onBlur={props.onBlur}
          ref={ref}
        />
      )}
    </FieldFrame>
  )
}
