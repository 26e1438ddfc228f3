import * as z from 'zod/mini'
import { MAX_EMAIL_LENGTH } from './auth.ts'
import { read, type Calls } from './call.ts'
import { flagSchema, idSchema, instantSchema, projectIdSchema } from './primitives.ts'
import { hasOneDirection } from './project-name.ts'

/** What became of the mail of an invitation: it is tried again while it waits. */
export const invitationMailSchema = z.object({
  state: z.enum(['waiting', 'sent', 'failed']),
  /** Of the last attempt, if it failed. */
  reason: z.nullable(z.string()),
})
export type InvitationMail = z.infer<typeof invitationMailSchema>

/** A person with an account. Admins have access to every project, whatever `projects` lists. */
export const memberSchema = z.object({
  id: idSchema,
  email: z.string(),
  role: z.string(),
  projects: z.array(projectIdSchema),
  /** `invited` until the person has set a password. */
  state: z.enum(['invited', 'active', 'disabled']),
  is_email_verified: flagSchema,
  last_seen_at: z.nullable(instantSchema),
  /** From servers with second factors only. */
  has_second_factor: z.optional(flagSchema),
  /** 0: may look, but not change. Absent from a server without such people. */
  may_write: z.optional(flagSchema),
  /** Null for a person who is not invited, or whose invitation was not mailed. */
  invitation_mail: z.optional(z.nullable(invitationMailSchema)),
})
export type Member = z.infer<typeof memberSchema>
export const memberListSchema = z.array(memberSchema)

export const newEmailSchema = z
  .string()
  .check(
    z.regex(/^[^\s@]+@[^\s@]+$/, 'Must be an email address'),
    z.maxLength(MAX_EMAIL_LENGTH, `Must be at most ${MAX_EMAIL_LENGTH} characters`),
    hasOneDirection,
  )

/** The name of a role. The server also checks that it exists. */
export const roleNameSchema = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'Must be lower-case letters, digits, - and _'))

const MAX_PROJECTS = 1000
const memberProjectsSchema = z.array(projectIdSchema).check(z.maxLength(MAX_PROJECTS))

export const invitationSchema = z.strictObject({
  email: newEmailSchema,
  role: roleNameSchema,
  projects: memberProjectsSchema,
  may_write: z.optional(flagSchema),
})
export type Invitation = z.infer<typeof invitationSchema>

export const memberUpdateSchema = z.strictObject({
  role: z.optional(roleNameSchema),
  projects: z.optional(memberProjectsSchema),
  disabled: z.optional(flagSchema),
  may_write: z.optional(flagSchema),
})
export type MemberUpdate = z.infer<typeof memberUpdateSchema>

/** The password is only in this response, and only where the server sends no mail. */
export const invitedSchema = z.object({
  member: memberSchema,
  one_time_password: z.optional(z.string()),
})
export type Invited = z.infer<typeof invitedSchema>

export const memberParamsSchema = z.object({ id: idSchema })

const write = {
  access: 'signed-in',
  roles: 'admin',
  needsStepUp: 'everything',
  params: memberParamsSchema,
} as const

export const teamCalls = {
  listTeam: {
    ...read,
    path: '/team',
    summary: 'The people with an account, by email',
    roles: 'admin',
    response: memberListSchema,
  },

  // Not idempotent by key: the response may have a password, which the server must not store.
  inviteMember: {
    method: 'POST',
    path: '/team',
    summary: 'Add a person, and mail the link that sets the password',
    access: 'signed-in',
    roles: 'admin',
    needsStepUp: 'everything',
    body: invitationSchema,
    response: invitedSchema,
    status: 201,
  },

  updateMember: {
    ...write,
    method: 'PATCH',
    path: '/team/:id',
    summary: "Change a person's role or projects, disable or enable the account",
    body: memberUpdateSchema,
    response: memberSchema,
    status: 200,
  },

  resendInvitation: {
    ...write,
    method: 'POST',
    path: '/team/:id/invite',
    summary: 'Send the invitation again; the earlier link ends',
    response: invitedSchema,
    status: 200,
  },

  withdrawInvitation: {
    ...write,
    method: 'DELETE',
    path: '/team/:id/invite',
    summary: 'Take an invitation back: the account is disabled',
    response: null,
    status: 204,
  },

  endMemberSessions: {
    ...write,
    method: 'POST',
    path: '/team/:id/end-sessions',
    summary: "End a person's sessions; the caller's own stays",
    response: null,
    status: 204,
  },

  resetMemberFactors: {
    ...write,
    method: 'DELETE',
    path: '/team/:id/factors',
    summary: "Remove a person's second factors and recovery codes; the sessions end",
    response: null,
    status: 204,
  },
} satisfies Calls
