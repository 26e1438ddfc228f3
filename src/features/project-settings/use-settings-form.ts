import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { projectQueries } from '#src/api/projects.ts'
import type { ProjectUpdate } from '#src/wire/project-settings.ts'
import type { Project } from '#src/wire/projects.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { saveProject } from './project-calls.ts'
import {
  settingsFormSchema,
  toProjectUpdate,
  toSettingsForm,
  type SettingsForm,
} from './settings-form.ts'

/** Drafts of settings by project, until they are saved or dropped. */
export const settingsDrafts = draftsOf<SettingsForm>()

export type SettingsField = keyof SettingsForm

/** The state of the settings form that the groups use. */
export interface SettingsFormState {
  project: Project
  values: SettingsForm
  /** The fields that differ from the saved values. */
  update: ProjectUpdate
  isEdited: (field: SettingsField) => boolean
  /** The error of a touched field. */
  errorOf: (field: SettingsField) => string | undefined
  set: <Field extends SettingsField>(field: Field, value: SettingsForm[Field]) => void
  touch: (field: SettingsField) => void
  /** Sends the edited fields, or calls `onInvalid` if a field has an error. */
  submit: (onInvalid?: () => void) => void
  isBusy: boolean
}

// A draft has no keys other than its fields.
const fieldsOf = (draft: Partial<SettingsForm>) => Object.keys(draft) as SettingsField[]

/** The settings form of a project: the saved values overlaid by the draft. */
export function useSettingsForm(project: Project): SettingsFormState {
  const draft = settingsDrafts.use(project.id)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const saved = toSettingsForm(project)
  const values: SettingsForm = { ...saved, ...draft }
  const update = toProjectUpdate(project, values)
  const hasMedia = typeof project.telegram_notifications_media_url === 'string'
  const schema = settingsFormSchema({ savedKey: saved.brevo_api_key, hasMedia })
  const errors = new Map(
    // A field that was not edited is not validated: its saved value may break today's rules.
    (schema.safeParse(values).error?.issues ?? [])
      .map((issue) => [String(issue.path[0]), issue.message] as const)
      .filter(([field]) => field in update),
  )

  const { write, isBusy } = useWrite({
    mutationFn: (changes: ProjectUpdate) => saveProject(project.id, changes),
    meta: {
      success: 'Successfully updated data',
      failure: 'Error updating project data',
      invalidates: [projectQueries.all],
    },
  })

  // If the response to a save was lost, the refetched values equal the draft: drop it. The draft is
  // read at this time, because the user may have typed since the render.
  const isSaving = useRef(false)
  useLayoutEffect(() => {
    isSaving.current = isBusy
  })
  useEffect(() => {
    if (isSaving.current) return
    const now = { ...toSettingsForm(project), ...settingsDrafts.read(project.id) }
    if (Object.keys(toProjectUpdate(project, now)).length === 0) settingsDrafts.drop(project.id)
  }, [project])

  const save = async () => {
    const result = await write(update)
    if (result === undefined) return
    // Keeps what was typed during the save.
    const now = settingsDrafts.read(project.id)
    for (const field of fieldsOf(draft)) {
      if (now[field] === draft[field]) settingsDrafts.forget(project.id, field)
    }
    setTouched(new Set())
    setSubmitted(false)
  }

  return {
    project,
    values,
    update,
    isEdited: (field) => field in update,
    errorOf: (field) => (isSubmitted || touched.has(field) ? errors.get(field) : undefined),
    set: (field, value) => {
      // During an update the saved value is about to change.
      if (value === saved[field] && !isBusy) settingsDrafts.forget(project.id, field)
      else settingsDrafts.change(project.id, { [field]: value })
    },
    touch: (field) => {
      setTouched((before) => new Set(before).add(field))
      if (isBusy) return
      // Drops a draft that differs only in whitespace or an empty number.
      const left = { ...saved, ...settingsDrafts.read(project.id) }
      if (!(field in toProjectUpdate(project, left))) settingsDrafts.forget(project.id, field)
    },
    submit: (onInvalid) => {
      setSubmitted(true)
      if (errors.size > 0) onInvalid?.()
      else void save()
    },
    isBusy,
  }
}

type TextFieldName = {
  [Field in keyof SettingsForm]: SettingsForm[Field] extends string ? Field : never
}[keyof SettingsForm]

/** The props of a text field for one setting. */
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
