import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { WriteMeta } from '#src/api/mutation-cache.ts'
import type { Drafts } from '#src/writes/drafts.ts'
import { useWrite } from '#src/writes/use-write.ts'

/** The state of a form that overlays saved values with a draft. */
export interface OverlayForm<Form extends object, Update extends object> {
  values: Form
  /** The fields that differ from the saved values, as they are sent. */
  update: Update
  isEdited: (field: keyof Form & string) => boolean
  /** The error of a touched field. */
  errorOf: (field: keyof Form & string) => string | undefined
  set: <Field extends keyof Form & string>(field: Field, value: Form[Field]) => void
  touch: (field: keyof Form & string) => void
  /** Shows the errors of all edited fields. Returns whether there are none. */
  validate: () => boolean
  /** Sends the edited fields. Returns whether they are saved. */
  save: () => Promise<boolean>
  isBusy: boolean
}

/** A form of saved values overlaid by a draft, which is dropped field by field once it is saved. */
export function useOverlayForm<Form extends object, Update extends object>(props: {
  /** The draft's id in `drafts`. */
  id: string
  drafts: Drafts<Form>
  saved: Form
  schema: ZodMiniType
  /** The fields that differ from the saved ones. */
  toUpdate: (form: Form) => Update
  /** The field whose edit makes another field's error count. */
  dependsOn?: Partial<Record<string, string>>
  write: { mutationFn: (update: Update) => Promise<unknown>; meta: WriteMeta<Update, unknown> }
}): OverlayForm<Form, Update> {
  const { id, drafts, saved, toUpdate, dependsOn = {} } = props
  const draft = drafts.use(id)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const values: Form = { ...saved, ...draft }
  const update = toUpdate(values)
  const isEdited = (field: string) => field in update
  const errors = new Map(
    // A field that was not edited is not validated: its saved value may break today's rules.
    (props.schema.safeParse(values).error?.issues ?? [])
      .map((issue) => [String(issue.path[0]), issue.message] as const)
      .filter(([field]) => isEdited(field) || isEdited(dependsOn[field] ?? '')),
  )
  const { write, isBusy } = useWrite(props.write)

  // If the response to a save was lost, the refetched values equal the draft: drop it. The draft is
  // read at this time, because the user may have typed since the render.
  const latest = useRef({ isSaving: false, saved, toUpdate })
  useLayoutEffect(() => {
    latest.current = { isSaving: isBusy, saved, toUpdate }
  })
  const savedText = JSON.stringify(saved)
  useEffect(() => {
    const now = latest.current
    if (now.isSaving) return
    if (Object.keys(now.toUpdate({ ...now.saved, ...drafts.read(id) })).length === 0)
      drafts.drop(id)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other saved values, not another object
  }, [id, drafts, savedText])

  return {
    values,
    update,
    isEdited,
    errorOf: (field) => (isSubmitted || touched.has(field) ? errors.get(field) : undefined),
    set: (field, value) => {
      // During an update the saved value is about to change.
      if (value === saved[field] && !isBusy) drafts.forget(id, field)
      else {
        const change: Partial<Form> = {}
        change[field] = value
        drafts.change(id, change)
      }
    },
    touch: (field) => {
      setTouched((before) => new Set(before).add(field))
      if (isBusy) return
      // Drops a draft that differs only in whitespace or an empty number.
      if (!(field in toUpdate({ ...saved, ...drafts.read(id) }))) drafts.forget(id, field)
    },
    validate: () => {
      setSubmitted(true)
      return errors.size === 0
    },
    save: async () => {
      if ((await write(update)) === undefined) return false
      // Keeps what was typed during the save.
      const now = drafts.read(id)
      for (const field of keysOf(draft)) if (now[field] === draft[field]) drafts.forget(id, field)
      setTouched(new Set())
      setSubmitted(false)
      return true
    },
    isBusy,
  }
}

// A draft has no keys other than its fields.
const keysOf = <Draft extends object>(draft: Draft) => Object.keys(draft) as (keyof Draft)[]

type Field<Form, Value> = keyof { [F in keyof Form as Form[F] extends Value ? F : never]: 0 } &
  string

type Fields<Form extends object> = Pick<
  OverlayForm<Form, object>,
  'values' | 'errorOf' | 'isEdited' | 'set' | 'touch'
>

/** The props of a text field for one value. */
export function textProps<Form extends object>(form: Fields<Form>, field: Field<Form, string>) {
  return {
    ...stateOf<Form>(form, field),
    name: field,
    // The type of `field` leaves only texts.
    value: form.values[field] as string,
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      // As above.
      form.set(field, event.target.value as Form[typeof field]),
  }
}

/** The props of a number field for one value. */
export function numberProps<Form extends object>(
  form: Fields<Form>,
  field: Field<Form, number | null>,
) {
  return {
    ...stateOf<Form>(form, field),
    // The type of `field` leaves only numbers.
    value: form.values[field] as number | null,
    onChange: (value: number | null) => form.set(field, value as Form[typeof field]),
  }
}

/** The props of a switch for one value. */
export function switchProps<Form extends object>(form: Fields<Form>, field: Field<Form, boolean>) {
  return {
    isEdited: form.isEdited(field),
    // The type of `field` leaves only booleans.
    checked: form.values[field] as boolean,
    onChange: (isOn: boolean) => form.set(field, isOn as Form[typeof field]),
  }
}

function stateOf<Form extends object>(form: Fields<Form>, field: keyof Form & string) {
  return {
    error: form.errorOf(field),
    isEdited: form.isEdited(field),
    onBlur: () => form.touch(field),
  }
}
