import { draftsOf } from '#src/writes/drafts.ts'
import type { ScriptForm } from './script-form.ts'

/** Edited scripts by project, until they are saved or dropped. */
export const scriptDrafts = draftsOf<ScriptForm>()
