import { draftsOf } from '#src/writes/drafts.ts'
import type { OverrideField } from './override-rules.ts'

/** What is typed and not saved, by wallet: rows leave the page while it is scrolled. */
export const overrideDrafts = draftsOf<Record<OverrideField, string>>()
