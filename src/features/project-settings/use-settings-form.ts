import { projectQueries } from '#src/api/projects.ts'
import type { ProjectUpdate } from '#src/wire/project-settings.ts'
import type { Project } from '#src/wire/projects.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'
import { useSavedForm, type SavedForm } from '#src/writes/use-saved-form.ts'
import { saveProject } from './project-calls.ts'
import {
  settingsFormSchema,
  toProjectUpdate,
  toSettingsForm,
  type SettingsForm,
} from './settings-form.ts'

/** Drafts of settings by project, until they are saved or dropped. */
export const settingsDrafts = draftsOf<FormDraft<Partial<SettingsForm>>>()

/** The state of the settings form that the groups use. */
export interface SettingsFormState extends SavedForm<SettingsForm, ProjectUpdate> {
  project: Project
}

/** The settings form of a project. */
export function useSettingsForm(project: Project): SettingsFormState {
  const saved = toSettingsForm(project)
  const hasMedia = typeof project.telegram_notifications_media_url === 'string'
  const form = useSavedForm({
    id: project.id,
    drafts: settingsDrafts,
    saved,
    schema: settingsFormSchema({ savedKey: saved.brevo_api_key, hasMedia }),
    toUpdate: (values: SettingsForm) => toProjectUpdate(project, values),
    write: {
      mutationFn: (changes: ProjectUpdate) => saveProject(project.id, changes),
      meta: {
        success: 'Successfully updated data',
        failure: 'Error updating project data',
        invalidates: [projectQueries.all],
      },
    },
  })
  return { ...form, project }
}
