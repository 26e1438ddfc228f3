import type { ChangeEvent } from 'react'
import type { SettingsForm } from './settings-form.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type TextFieldName = {
  [Field in keyof SettingsForm]: SettingsForm[Field] extends string ? Field : never
}[keyof SettingsForm]

/** What a text field needs to edit one setting. */
export function textProps(form: SettingsFormState, field: TextFieldName) {
  return {
    value: form.values[field],
    error: form.errorOf(field),
    isEdited: form.isEdited(field),
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.set(field, event.target.value),
    onBlur: () => form.touch(field),
  }
}
