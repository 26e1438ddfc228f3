import { draftsOf } from '#src/writes/drafts.ts'
import type { SettingsForm } from './settings-form.ts'

/** Edits of settings by project, until they are saved or dropped. */
export const settingsDrafts = draftsOf<SettingsForm>()
