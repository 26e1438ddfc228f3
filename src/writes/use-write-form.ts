import type { FormEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useDraftForm } from './use-draft-form.ts'
import { useIdempotentMutation } from './use-idempotent-mutation.ts'

/**
 * The form of a dialog that sends one idempotent write. A write without a known outcome replaces
 * what is typed.
 */
export function useWriteForm<Form extends FieldValues, Extra extends object, Body, Result>(
  options: Omit<Parameters<typeof useDraftForm<Form, Extra>>[0], 'values'> & {
    toBody: (values: Form) => Body
    toForm: (body: Body) => Form
    write: Omit<Parameters<typeof useIdempotentMutation<Body, Result>>[0], 'onDone'>
    onClose: () => void
    /** The write was applied; the dialog closes unless given. */
    onDone?: () => void
  },
) {
  const close = () => {
    dropDraft()
    options.onClose()
  }
  const onDone = () => {
    dropDraft()
    ;(options.onDone ?? options.onClose)()
  }
  const write = useIdempotentMutation({ ...options.write, onDone })
  const { unconfirmed, isLocked } = write
  const { form, hasChanges, dropDraft } = useDraftForm<Form, Extra>({
    ...options,
    values: unconfirmed && options.toForm(unconfirmed.what),
  })
  const submit = form.handleSubmit(async (values) => {
    if (!isLocked) await write.send(options.toBody(values))
  })
  return {
    form,
    isLocked,
    /** Props of WriteDialog. */
    dialog: {
      write,
      // A write without a known outcome is kept on the device.
      hasChanges: unconfirmed === undefined && hasChanges,
      onSubmit: (event: FormEvent) => void submit(event),
      onClose: close,
    },
  }
}
