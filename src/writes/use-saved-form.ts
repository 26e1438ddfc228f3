import { useLayoutEffect, useRef, useState } from 'react'
import type { FieldValues, KeepStateOptions, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import type { WriteMeta } from '#src/cache/mutation-cache.ts'
import { useMayWrite, useUser } from '#src/state/session.ts'
import type { Drafts } from './drafts.ts'
import { useDraftForm, type FormDraft } from './use-draft-form.ts'
import { useWrite } from './use-write.ts'

/** What the fields of a form of saved values show beside their values. */
export interface SavedFields<Form> {
  /** For people who only look: the fields are text, of the saved values. */
  isReadOnly: boolean
  isEdited: (field: keyof Form & string) => boolean
  /** The error of a touched field. */
  errorOf: (field: keyof Form & string) => string | undefined
  /** The field loses the focus. */
  leave: (field: keyof Form & string) => void
}

/** The state of a form that edits saved values. */
export interface SavedForm<Form extends FieldValues, Update extends object>
  extends UseFormReturn<Form>, SavedFields<Form> {
  values: Form
  /** The fields that differ from the saved values, as they are sent. */
  update: Update
  set: <Field extends Path<Form>>(field: Field, value: PathValue<Form, Field>) => void
  /** Shows the errors of all edited fields. Returns whether there are none. */
  validate: () => boolean
  /** Sends the edited fields. Returns whether they are saved. */
  save: () => Promise<boolean>
  /** Shows the saved values again. */
  discard: () => void
  isBusy: boolean
}

/** The errors that are shown stay when other saved values arrive. */
const MERGED = { keepFieldsRef: true, keepTouched: true }
const UNTOUCHED = { keepFieldsRef: true }

function without<Form extends object>(draft: Partial<Form>, fields: readonly string[]) {
  const rest = Object.entries(draft).filter(([field]) => !fields.includes(field))
  // A part of what was a part of the form.
  return Object.fromEntries(rest) as Partial<Form>
}

/**
 * A form of saved values. Only the edited fields are kept as a draft, sent and validated: the others
 * follow what is saved meanwhile. A field leaves the draft once its value is saved.
 */
export function useSavedForm<Form extends FieldValues, Update extends object>(props: {
  /** The draft's id in `drafts`. */
  id: string
  drafts: Drafts<FormDraft<Partial<NoInfer<Form>>>>
  saved: Form
  schema: ZodMiniType
  /** The fields that differ from the saved ones. */
  toUpdate: (form: NoInfer<Form>) => Update
  /** The field whose edit makes another field's error count. */
  dependsOn?: Partial<Record<string, string>>
  write: { mutationFn: (update: Update) => Promise<unknown>; meta: WriteMeta<Update, unknown> }
}): SavedForm<Form, Update> {
  const { id, drafts, saved, toUpdate, dependsOn = {} } = props
  const [isSubmitted, setSubmitted] = useState(false)
  const isMerging = useRef(false)
  const { write, isBusy } = useWrite(props.write)
  const read = (): Partial<Form> => drafts.read(id).values ?? {}
  const keep = (draft: Partial<Form>) => {
    if (Object.keys(draft).length === 0) drafts.drop(id)
    else drafts.change(id, { values: draft })
  }

  const { form, values: watched } = useDraftForm<Form, object>({
    initial: saved,
    drafts,
    draftId: id,
    extra: {},
    toDraft: (all, name) => {
      if (isMerging.current || name === undefined) return undefined
      const draft = read()
      // During an update the saved value is about to change.
      const isSaved = all[name] === saved[name] && !(isBusy && name in draft)
      return isSaved ? without(draft, [name]) : { ...draft, [name]: all[name] }
    },
  })
  // All fields have a value from the start.
  const typed = watched as Form
  const isReadOnly = !useMayWrite()
  // What was typed before the right was lost is kept, but not shown.
  const values = isReadOnly ? saved : typed
  const { touchedFields } = form.formState
  const update = toUpdate(values)
  const isEdited = (field: string) => field in update
  const errors = new Map(
    // A field that was not edited is not validated: its saved value may break today's rules.
    (props.schema.safeParse(values).error?.issues ?? [])
      .map((issue) => [String(issue.path[0]), issue.message] as const)
      .filter(([field]) => isEdited(field) || isEdited(dependsOn[field] ?? '')),
  )
  const merge = (now: Form, options: KeepStateOptions) => {
    isMerging.current = true
    form.reset({ ...now, ...read() }, options)
    isMerging.current = false
  }

  const follow = () => {
    // An update merges them when it is done.
    if (isBusy) return
    // If the response to a save was lost, the refetched values equal the draft: drop it.
    if (Object.keys(toUpdate({ ...saved, ...read() })).length === 0) drafts.drop(id)
    merge(saved, MERGED)
  }
  const latest = useRef({ saved, follow })
  const savedText = JSON.stringify(saved)
  // Each user has drafts of their own.
  const userId = useUser()?.id
  // In the layout phase: before anything can be typed into fields that show other saved values.
  useLayoutEffect(() => {
    latest.current = { saved, follow }
  })
  useLayoutEffect(() => {
    latest.current.follow()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other saved values or drafts, not another object
  }, [id, userId, savedText])

  return {
    ...form,
    isReadOnly,
    values,
    update,
    isEdited,
    errorOf: (field) =>
      // The form has no nested fields.
      isSubmitted || (touchedFields as Partial<Record<string, boolean>>)[field] === true
        ? errors.get(field)
        : undefined,
    set: (field, value) => form.setValue(field, value),
    leave: (field) => {
      const all = form.getValues()
      // Drops a draft that differs only in whitespace or an empty number.
      const isKept = isBusy || field in toUpdate(all)
      if (!isKept) keep(without(read(), [field]))
      const value = (isKept ? all : saved)[field]
      // The form has no nested fields.
      form.setValue(field as Path<Form>, value, { shouldTouch: true })
    },
    validate: () => {
      setSubmitted(true)
      return errors.size === 0
    },
    save: async () => {
      const sent = read()
      const isSaved = (await write(update)) !== undefined
      if (isSaved) {
        // Keeps what was typed during the save.
        const now = read()
        const isSent = (field: string) => now[field] === sent[field]
        keep(without(now, Object.keys(sent).filter(isSent)))
        setSubmitted(false)
      }
      merge(latest.current.saved, isSaved ? UNTOUCHED : MERGED)
      return isSaved
    },
    discard: () => {
      drafts.drop(id)
      merge(saved, UNTOUCHED)
      setSubmitted(false)
    },
    isBusy,
  }
}
