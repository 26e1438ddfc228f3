import * as z from 'zod/mini'
import type { ProjectCreate } from '#src/wire/project-administration.ts'
import { foldProjectName, projectNameSchema } from '#src/wire/project-name.ts'
import { draftsOf } from './drafts.ts'
import { urlFieldSchema } from './url-field.ts'
import type { FormDraft } from './use-draft-form.ts'

/** A new project. Its name must differ from `names` by more than its case. */
export function projectFormSchema(names: readonly string[]) {
  const taken = new Map(names.map((name) => [foldProjectName(name), name]))
  return z.object({
    name: z.string().check((check) => {
      const name = check.value.trim()
      const existing = taken.get(foldProjectName(name))
      const message =
        name === ''
          ? 'Enter a name'
          : existing !== undefined
            ? `${existing} already exists`
            : projectNameSchema.safeParse(name).error?.issues[0]?.message
      if (message !== undefined) check.issues.push({ code: 'custom', input: check.value, message })
    }),
    website: urlFieldSchema,
    ticker: z.string().check(z.maxLength(50, 'Must be at most 50 characters')),
  })
}

export type ProjectForm = z.infer<ReturnType<typeof projectFormSchema>>

export const EMPTY_PROJECT: ProjectForm = { name: '', website: '', ticker: '' }

/** The draft of the dialog. */
export const projectDrafts = draftsOf<FormDraft<ProjectForm>>()

/** The request body; what is empty is left out. */
export function toProjectCreate({ name, website, ticker }: ProjectForm): ProjectCreate {
  return {
    id: name.trim(),
    ...(website.trim() === '' ? {} : { website_url: website.trim() }),
    ...(ticker.trim() === '' ? {} : { project_ticker: ticker.trim() }),
  }
}
