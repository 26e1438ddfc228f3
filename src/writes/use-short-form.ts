import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { useUnsaved } from './unsaved-changes.ts'

/**
 * A form that is filled in at one go, or holds secrets: without a draft. What is typed counts as
 * unsaved while the form is mounted.
 */
export function useShortForm<Form extends FieldValues>(
  schema: ZodMiniType<Form, Form>,
  initial: Form,
) {
  const form = useForm<Form>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    // A whole form is a valid set of default values.
    defaultValues: initial as DefaultValues<Form>,
  })
  const hasChanges = form.formState.isDirty
  useUnsaved(hasChanges)
  return { form, hasChanges }
}
