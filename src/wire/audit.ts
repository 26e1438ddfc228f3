import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema } from './paging.ts'
import {
  idSchema,
  instantSchema,
  nullableTextSchema,
  storedInstantSchema,
  storedTextSchema,
} from './primitives.ts'
import { projectsParam, repeated } from './query-params.ts'

/** An entry of the audit log. Secrets in `before` and `after` are redacted. */
export const auditEntrySchema = z.object({
  id: idSchema,
  created_at: instantSchema,
  actor_id: z.nullable(idSchema),
  actor_email: nullableTextSchema,
  actor_role: nullableTextSchema,
  action: z.string(),
  object: z.string(),
  object_id: nullableTextSchema,
  project_id: nullableTextSchema,
  before: z.nullable(z.unknown()),
  after: z.nullable(z.unknown()),
  ip: nullableTextSchema,
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
export const auditPageSchema = pageSchema(auditEntrySchema)

const auditFilters = {
  /** Their entries, and those of no project, such as sign-ins. Without projects only the latter. */
  projects: projectsParam,
  /** The user's id. */
  actor: z.optional(idSchema),
  /** Alternatives. One that ends in a dot stands for all actions that begin with it: `session.`. */
  action: repeated(z.string().check(z.maxLength(100, 'Must be at most 100 characters'))),
  /** What the entry is about: its kind, and its id. */
  object: z.optional(z.string().check(z.maxLength(100, 'Must be at most 100 characters'))),
  object_id: z.optional(storedTextSchema),
  /**
   * A part of the object's id, the actor's email address, the action (`bonus_code.create` or "bonus code
   * create"), or the wallet, code, name or email address that the entry is about, in any case.
   */
  q: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(2, 'Must be at least 2 characters'),
        z.maxLength(200, 'Must be at most 200 characters'),
      ),
  ),
  from: z.optional(storedInstantSchema),
  /** Entries before this instant. */
  to: z.optional(storedInstantSchema),
}

export const auditListQuerySchema = z.object({ ...pageParams, ...auditFilters })
export const auditExportQuerySchema = z.object(auditFilters)
export type AuditExportQuery = z.output<typeof auditExportQuerySchema>

export const auditCalls = {
  listAudit: {
    ...read,
    path: '/audit',
    summary:
      'Who did what, newest first; all of it for admins, for others what they did themselves',
    roles: 'any',
    query: auditListQuerySchema,
    response: auditPageSchema,
  },

  exportAudit: {
    ...read,
    path: '/audit/csv',
    summary: 'The same entries as CSV, at most 100,000',
    roles: 'any',
    query: auditExportQuerySchema,
    response: 'text/csv',
  },
} satisfies Calls
