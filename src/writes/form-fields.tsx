import {
  Controller,
  type FieldPathByValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { SelectField } from '#src/ui/fields/SelectField.tsx'
import { TextField, type TextFieldProps } from '#src/ui/fields/TextField.tsx'
import { Switch } from '#src/ui/Switch.tsx'

/** The form, and the name of a field with values of one type. */
interface Bound<Form extends FieldValues, Value> {
  form: UseFormReturn<Form>
  name: FieldPathByValue<Form, Value>
}

/** A text field of a form. `deps` names the fields that are validated with it. */
export function FormText<Form extends FieldValues>(
  props: Bound<Form, string> & { deps?: readonly FieldPathByValue<Form, string>[] } & Omit<
      TextFieldProps,
      'form' | 'name'
    >,
) {
  const { form, name, deps, ...field } = props
  const { error } = form.getFieldState(name, form.formState)
  return (
    <TextField
      {...field}
      error={error?.message}
      {...form.register(name, deps ? { deps: [...deps] } : {})}
    />
  )
}

/** A number field of a form. `empty` is the form's value while the text is not a number. */
export function FormNumber<Form extends FieldValues>(
  props: Bound<Form, number | null> & { empty: number | null } & Pick<
      Parameters<typeof NumberField>[0],
      'label' | 'suffix' | 'min' | 'max' | 'isInteger'
    >,
) {
  const { form, name, empty, ...own } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <NumberField
          {...field}
          {...own}
          onChange={(value) =>
            field.onChange(value === null || Number.isNaN(value) ? empty : value)
          }
          error={fieldState.error?.message}
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
