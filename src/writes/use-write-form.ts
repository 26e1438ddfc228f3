import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState, type FormEvent } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues } from 'react-hook-form'
import { ref } from 'valtio'
import type { ZodMiniType } from 'zod/mini'
import type { Drafts } from './drafts.ts'
import { useIdempotentMutation } from './use-idempotent-mutation.ts'

/** The draft of a form, with what its dialog needs to open again. */
export type FormDraft<Form, Extra = object> = Extra & { values: Form }

/** The id of the draft of a form that exists once. */
export const DIALOG = 'dialog'

/**
 * The form of a dialog that sends one idempotent write. The typed values are kept as a draft until
 * the dialog closes, so that they survive when the screen unmounts. A write without a known outcome
 * replaces them.
 */
export function useWriteForm<
  Form extends FieldValues,
  Extra extends object,
  Body,
  Result,
>(options: {
  schema: ZodMiniType<Form, Form>
  /** Compared by identity: strings, numbers, booleans, and objects that never change. */
  initial: Form
  drafts: Drafts<FormDraft<Form, Extra>>
  /** The id of the draft, for a form that exists once per project. */
  draftId?: string
  /** Kept with the draft. */
  extra: Extra
  toBody: (values: Form) => Body
  toForm: (body: Body) => Form
  write: Omit<Parameters<typeof useIdempotentMutation<Body, Result>>[0], 'onDone'>
  onClose: () => void
}) {
  const { drafts, draftId = DIALOG } = options
  const [initial] = useState(options.initial)
  const [extra] = useState(options.extra)
  const close = () => {
    drafts.drop(draftId)
    options.onClose()
  }
  const write = useIdempotentMutation({ ...options.write, onDone: close })
  const { unconfirmed, isLocked } = write

  const form = useForm<Form>({
    resolver: standardSchemaResolver(options.schema),
    mode: 'onTouched',
    // A whole form is a valid set of default values.
    defaultValues: { ...initial, ...drafts.read(draftId).values } as DefaultValues<Form>,
    ...(unconfirmed && { values: options.toForm(unconfirmed.what) }),
  })
  const { control, subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (isSame(values, initial)) drafts.drop(draftId)
          // Valtio does not wrap a ref: files do not work in a proxy.
          else drafts.change(draftId, { ...extra, values: ref(values) })
        },
      }),
    [subscribe, drafts, draftId, initial, extra],
  )
  const submit = form.handleSubmit(async (values) => {
    if (!isLocked) await write.send(options.toBody(values))
  })
  const values: Readonly<Record<string, unknown>> = useWatch({ control })
  return {
    form,
    isLocked,
    /** Props of WriteDialog. */
    dialog: {
      write,
      // A write without a known outcome is kept on the device.
      hasChanges: unconfirmed === undefined && !isSame(values, initial),
      onSubmit: (event: FormEvent) => void submit(event),
      onClose: close,
    },
  }
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

/** Whether two forms have the same values, apart from surrounding blanks. */
function isSame(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) {
  return Object.keys(b).every((key) => Object.is(trimmed(a[key]), trimmed(b[key])))
}
