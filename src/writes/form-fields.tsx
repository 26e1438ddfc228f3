import type { ReactNode } from 'react'
import {
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { toDecimal } from '#src/domain/money/decimals.ts'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { ReadOnlyField } from '#src/ui/fields/ReadOnlyField.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { SwitchField } from '#src/ui/fields/SwitchField.tsx'
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx'
import { TextField, type TextFieldProps } from '#src/ui/fields/TextField.tsx'
import { styled } from '#src/ui/theme.ts'
import type { SavedFields } from './use-saved-form.ts'

/** The form, and the name of a field with values of one type. */
interface Bound<Form extends FieldValues, Value> {
  form: UseFormReturn<Form> & Partial<SavedFields<Form> & { values: Form }>
  name: FieldPathByValue<Form, Value>
}

/** What the form says of a field, whatever its kind. */
function stateOf<Form extends FieldValues>({ form, name }: Bound<Form, unknown>) {
  return {
    error: form.errorOf
      ? form.errorOf(name)
      : form.getFieldState(name, form.formState).error?.message,
    isEdited: form.isEdited?.(name),
    onLeave: () => form.leave?.(name),
  }
}

/** The saved value of a field that its person may only read; undefined for a field to fill in. */
function readOnlyText<Form extends FieldValues>({ form, name }: Bound<Form, unknown>) {
  if (!form.isReadOnly || form.values === undefined) return undefined
  const value: unknown = form.values[name]
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'number') return toDecimal(value)
  return typeof value === 'string' && value !== '' ? value : 'None'
}

/** Long values wrap: nothing else shows the rest of them. */
const Whole = styled('span')`
  white-space: normal;
  overflow-wrap: anywhere;
`

function Saved(props: { text: string; unit: ReactNode; isMono?: boolean | undefined }) {
  const { text, unit } = props
  return (
    <Whole className={props.isMono && text !== 'None' ? 'mono' : 'num'}>
      {text}
      {text !== 'None' && unit !== undefined && (
        <span className="u">{unit === '%' ? unit : <> {unit}</>}</span>
      )}
    </Whole>
  )
}

/** A text field of a form. `deps` names the fields that are validated with it. */
export function FormText<Form extends FieldValues>(
  props: Bound<Form, string> & { deps?: readonly FieldPathByValue<Form, string>[] } & Omit<
      TextFieldProps,
      'form' | 'name'
    >,
) {
  const { form, name, deps, ...field } = props
  const { onLeave, ...state } = stateOf(props)
  const text = readOnlyText(props)
  if (text !== undefined)
    return (
      <ReadOnlyField label={field.label}>
        <Saved text={text} unit={field.suffix} isMono={field.isMono} />
      </ReadOnlyField>
    )
  return (
    <TextField
      autoComplete={form.leave && 'off'}
      {...field}
      {...state}
      {...form.register(name, { onBlur: onLeave, ...(deps && { deps: [...deps] }) })}
    />
  )
}

/** A field of several lines of a form; Ctrl+Enter or Cmd+Enter sends it. */
export function FormTextArea<Form extends FieldValues>(
  props: Bound<Form, string> & Omit<Parameters<typeof TextAreaField>[0], 'form' | 'name'>,
) {
  const { form, name, ...field } = props
  const { onLeave, ...state } = stateOf(props)
  return (
    <TextAreaField
      autoComplete="off"
      {...field}
      {...state}
      {...form.register(name, { onBlur: onLeave })}
    />
  )
}

/** A number field of a form. `empty` is the form's value while the text is not a number. */
export function FormNumber<Form extends FieldValues>(
  props: Bound<Form, number | null> & { empty?: number | null } & Omit<
      Parameters<typeof NumberField>[0],
      'value' | 'onChange' | 'name' | 'onBlur' | 'ref' | 'error' | 'isEdited'
    >,
) {
  const { form, name, empty, ...own } = props
  const { onLeave, ...state } = stateOf(props)
  const text = readOnlyText(props)
  if (text !== undefined)
    return (
      <ReadOnlyField label={own.label}>
        <Saved text={text} unit={own.suffix} />
      </ReadOnlyField>
    )
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <NumberField
          {...field}
          {...own}
          {...state}
          onChange={(value) => {
            const isNumber = value !== null && !Number.isNaN(value)
            field.onChange(isNumber || empty === undefined ? value : empty)
          }}
          onBlur={() => {
            field.onBlur()
            onLeave()
          }}
        />
      )}
    />
  )
}

/** A switch of a form. */
export function FormSwitch<Form extends FieldValues>(
  props: Bound<Form, boolean> & { label: string },
) {
  return (
    <Controller
      control={props.form.control}
      name={props.name}
      render={({ field }) => (
        <Switch
          label={props.label}
          checked={field.value}
          onChange={field.onChange}
          layout="field"
        />
      )}
    />
  )
}

/** A switch of a form that looks like its other fields. */
export function FormSwitchField<Form extends FieldValues>(
  props: Bound<Form, boolean> & { label: string },
) {
  const { isEdited } = stateOf(props)
  const text = readOnlyText(props)
  if (text !== undefined) return <ReadOnlyField label={props.label}>{text}</ReadOnlyField>
  return (
    <Controller
      control={props.form.control}
      name={props.name}
      render={({ field }) => (
        <SwitchField
          label={props.label}
          isEdited={isEdited}
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}

/** A select of a form, for a field that is empty until a choice is made. */
export function FormSelect<Form extends FieldValues>(
  props: Bound<Form, string> &
    Pick<Parameters<typeof SelectField<string>>[0], 'label' | 'options' | 'placeholder'>,
) {
  const { form, name, ...own } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <SelectField
          {...own}
          {...field}
          value={field.value === '' ? null : field.value}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
