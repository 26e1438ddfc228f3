import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues } from 'react-hook-form'
import { ref } from 'valtio'
import type { ZodMiniType } from 'zod/mini'
import type { Drafts } from './drafts.ts'

/** The draft of a form, with what its dialog needs to open again. */
export type FormDraft<Form, Extra = object> = Extra & { values: Form }

/** The id of the draft of a form that exists once. */
export const DIALOG = 'dialog'

/**
 * A form whose typed values are kept as a draft until they are sent or discarded, so that they survive
 * when the screen unmounts.
 */
export function useDraftForm<Form extends FieldValues, Extra extends object>(options: {
  /** Without one, the caller validates. */
  schema?: ZodMiniType<Form, Form> | undefined
  /** Compared by identity: strings, numbers, booleans, and objects that never change; arrays by content. */
  initial: Form
  drafts: Drafts<FormDraft<Partial<NoInfer<Form>>, Extra>>
  /** The id of the draft, for a form that exists once per project. */
  draftId?: string | undefined
  /** Kept with the draft. */
  extra: Extra
  /** Replaces what is typed. */
  values?: NoInfer<Form> | undefined
  /**
   * What is kept of the values after a change of the field `name`; undefined leaves the draft as it is.
   * The default is all of them, once one differs from `initial`.
   */
  toDraft?: (values: NoInfer<Form>, name: string | undefined) => Partial<NoInfer<Form>> | undefined
}) {
  const { schema, drafts, draftId = DIALOG, values: given } = options
  const [initial] = useState(options.initial)
  const [extra] = useState(options.extra)
  const form = useForm<Form>({
    ...(schema && { resolver: standardSchemaResolver(schema) }),
    mode: 'onTouched',
    // A whole form is a valid set of default values.
    defaultValues: { ...initial, ...drafts.read(draftId).values } as DefaultValues<Form>,
    ...(given && { values: given }),
  })
  const { control, subscribe } = form
  const { toDraft = (all: Form) => (isSame(all, initial) ? {} : all) } = options
  const latest = useRef(toDraft)
  useLayoutEffect(() => {
    latest.current = toDraft
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          const kept = latest.current(values, name)
          if (kept === undefined) return
          if (Object.keys(kept).length === 0) drafts.drop(draftId)
          // Valtio does not wrap a ref: files do not work in a proxy.
          else drafts.change(draftId, { ...extra, values: ref(kept) })
        },
      }),
    [subscribe, drafts, draftId, extra],
  )
  const values: Readonly<Record<string, unknown>> = useWatch({ control })
  return {
    form,
    values,
    hasChanges: !isSame(values, initial),
    dropDraft: () => drafts.drop(draftId),
  }
}

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return JSON.stringify(value)
  return typeof value === 'string' ? value.trim() : value
}

/** Whether two forms have the same values, apart from surrounding blanks. */
function isSame(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) {
  return Object.keys(b).every((key) => Object.is(comparable(a[key]), comparable(b[key])))
}
