import * as z from 'zod/mini'
import { isAdmin } from '#src/domain/people/roles.ts'
import { newEmailSchema, type Invitation } from '#src/wire/team.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'
import { lacksProjects, NO_PROJECT_CHOSEN, projectsFor } from './roles.ts'

const fieldsSchema = z.object({
  email: z.string().check(
    z.trim(),
    z.minLength(1, 'Email must be set'),
    z.refine((email) => email === '' || newEmailSchema.safeParse(email).success, {
      error: 'Must be an email address',
    }),
  ),
  role: z.string(),
  isReadOnly: z.boolean(),
  projects: z.array(z.string()),
})
export type InviteForm = z.infer<typeof fieldsSchema>

/** The form on a server with these projects. */
export function inviteFormSchema(names: readonly string[]): z.ZodMiniType<InviteForm, InviteForm> {
  return fieldsSchema.check(
    z.refine(({ role, projects }) => !lacksProjects(role, projects, names), {
      error: NO_PROJECT_CHOSEN,
      path: ['projects'],
    }),
  )
}

export const EMPTY_INVITATION: InviteForm = {
  email: '',
  role: 'user',
  isReadOnly: false,
  projects: [],
}

export const inviteDrafts = draftsOf<FormDraft<InviteForm>>()

/** The request for a valid form. */
export function toInvitation({ email, role, isReadOnly, projects }: InviteForm): Invitation {
  return {
    email: email.trim(),
    role,
    projects: [...projectsFor(role, projects)],
    // A server without such people refuses the field.
    ...(isReadOnly && !isAdmin(role) && { may_write: 0 }),
  }
}
