import type { ProgressUpdate } from '#src/wire/stages.ts'
import { draftsOf } from '#src/writes/drafts.ts'

/** Changed choices of public progress, by project. */
export const progressDrafts = draftsOf<ProgressUpdate>()
