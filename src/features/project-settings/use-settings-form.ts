import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { projectQueries } from '#src/api/projects.ts'
import { useWrite } from '#src/writes/use-write.ts'
import type { ProjectUpdate } from '#src/wire/project-settings.ts'
import type { Project } from '#src/wire/projects.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import { saveProject } from './project-calls.ts'
import {
  settingsFormSchema,
  toProjectUpdate,
  toSettingsForm,
  type SettingsForm,
} from './settings-form.ts'

/** Edits of settings by project, until they are saved or dropped. */
export const settingsDrafts = draftsOf<SettingsForm>()

export type SettingsField = keyof SettingsForm

/** What a group of settings needs to show and change its fields. */
export interface SettingsFormState {
  project: Project
  values: SettingsForm
  /** What differs from the saved values; empty when nothing does. */
  update: ProjectUpdate
  isEdited: (field: SettingsField) => boolean
  /** The fault of a field, once it was touched. */
  errorOf: (field: SettingsField) => string | undefined
  set: <Field extends SettingsField>(field: Field, value: SettingsForm[Field]) => void
  touch: (field: SettingsField) => void
  /** Sends what was edited, or tells that there is a fault to see to first. */
  submit: (onFault?: () => void) => void
  isBusy: boolean
}

// A draft has no other keys than its fields.
const fieldsOf = (draft: Partial<SettingsForm>) => Object.keys(draft) as SettingsField[]

/** The settings of a project as they are being edited: the saved values under the draft. */
export function useSettingsForm(project: Project): SettingsFormState {
  const draft = settingsDrafts.use(project.id)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const saved = toSettingsForm(project)
  const values: SettingsForm = { ...saved, ...draft }
  const update = toProjectUpdate(project, values)
  const hasMedia = typeof project.telegram_notifications_media_url === 'string'
  const schema = settingsFormSchema({ savedKey: saved.brevo_api_key, hasMedia })
  const faults = new Map(
    // A field that wasn't edited is the server's business, however odd it is.
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

  // A save whose answer was lost: what comes from the server then is what was typed. The draft is
  // read as it is by now: a person may have typed since these values were drawn.
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
    const answer = await write(update)
    if (answer === undefined) return
    // What was typed while it was being saved stays.
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
    errorOf: (field) => (isSubmitted || touched.has(field) ? faults.get(field) : undefined),
    set: (field, value) => {
      // While an update is on its way, what is saved is about to be another.
      if (value === saved[field] && !isBusy) settingsDrafts.forget(project.id, field)
      else settingsDrafts.change(project.id, { [field]: value })
    },
    touch: (field) => {
      setTouched((before) => new Set(before).add(field))
      if (isBusy) return
      // Left as it was saved but for a blank, or with the least number in place of none.
      const left = { ...saved, ...settingsDrafts.read(project.id) }
      if (!(field in toProjectUpdate(project, left))) settingsDrafts.forget(project.id, field)
    },
    submit: (onFault) => {
      setSubmitted(true)
      if (faults.size > 0) onFault?.()
      else void save()
    },
    isBusy,
  }
}

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
