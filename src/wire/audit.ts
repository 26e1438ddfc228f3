import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema } from './paging.ts'
import { idSchema, instantSchema, nullableTextSchema } from './primitives.ts'

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
export const auditListQuerySchema = z.object(pageParams)

export const auditCalls = {
  listAudit: {
    ...read,
    path: '/audit',
    summary: 'Who changed what, newest first',
    roles: 'admin',
    query: auditListQuerySchema,
    response: auditPageSchema,
  },
} satisfies Calls
