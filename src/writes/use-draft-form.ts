import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues } from 'react-hook-form'
import { ref } from 'valtio'
import type { ZodMiniType } from 'zod/mini'
import type { Drafts } from './drafts.ts'

/** The draft of a form, with what its dialog needs to open again. */
export type FormDraft<Form, Extra = object> = Extra & { values: Form }

/** The id of the draft of a form that exists once. */
export const DIALOG = 'dialog'

/**
 * The form of a dialog. The typed values are kept as a draft until the dialog closes, so that they
 * survive when the screen unmounts.
 */
export function useDraftForm<Form extends FieldValues, Extra extends object>(options: {
  schema: ZodMiniType<Form, Form>
  /** Compared by identity: strings, numbers, booleans, and objects that never change; arrays by content. */
  initial: Form
  drafts: Drafts<FormDraft<Form, Extra>>
  /** The id of the draft, for a form that exists once per project. */
  draftId?: string | undefined
  /** Kept with the draft. */
  extra: Extra
  /** Replaces what is typed. */
  values?: Form | undefined
}) {
  const { drafts, draftId = DIALOG, values: given } = options
  const [initial] = useState(options.initial)
  const [extra] = useState(options.extra)
  const form = useForm<Form>({
    resolver: standardSchemaResolver(options.schema),
    mode: 'onTouched',
    // A whole form is a valid set of default values.
    defaultValues: { ...initial, ...drafts.read(draftId).values } as DefaultValues<Form>,
    ...(given && { values: given }),
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
  const values: Readonly<Record<string, unknown>> = useWatch({ control })
  return { form, hasChanges: !isSame(values, initial), dropDraft: () => drafts.drop(draftId) }
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return JSON.stringify(value)
  return typeof value === 'string' ? value.trim() : value
}

/** Whether two forms have the same values, apart from surrounding blanks. */
function isSame(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) {
  return Object.keys(b).every((key) => Object.is(comparable(a[key]), comparable(b[key])))
}
