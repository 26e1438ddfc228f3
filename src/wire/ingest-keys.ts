import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, idSchema, instantSchema, projectIdSchema } from './primitives.ts'
import { UNREADABLE } from './project-name.ts'
import { projectParamsSchema } from './projects.ts'

/** A rotated key works this much longer. */
export const ROTATION_OVERLAP_HOURS = 24
/** How long refused events are kept. */
export const REFUSAL_DAYS = 7
/** How many refused events of a project are kept. */
export const MAX_REFUSALS = 50

const MAX_NAME_LENGTH = 100

export const ingestKeyNameSchema = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter a name'),
  z.maxLength(MAX_NAME_LENGTH, `Must be at most ${MAX_NAME_LENGTH} characters`),
  z.refine((name) => !UNREADABLE.test(name), 'Must not contain an invisible character'),
)

/** A key with which a project's site sends events. Days are UTC days. */
export const ingestKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Its last characters. The key itself is shown only when it is created. */
  last4: z.string(),
  created_at: instantSchema,
  last_used_at: z.nullable(instantSchema),
  last_refused_at: z.nullable(instantSchema),
  /** When it last sent an event with `test: true`. Absent on a server without tests. */
  last_tested_at: z.nullish(instantSchema),
  /** Events accepted today, without repeated ones. */
  taken_today: countSchema,
  refused_today: countSchema,
  /** When a rotated key stops working. */
  ends_at: z.optional(instantSchema),
})
export type IngestKey = z.infer<typeof ingestKeySchema>
export const ingestKeyListSchema = z.array(ingestKeySchema)

export const ingestKeyCreateSchema = z.strictObject({ name: ingestKeyNameSchema })

/** A new key, with the only copy of its text. */
export const newIngestKeySchema = z.extend(ingestKeySchema, { key: z.string() })
export type NewIngestKey = z.infer<typeof newIngestKeySchema>

export const ingestKeyParamsSchema = z.object({ id: projectIdSchema, key_id: idSchema })

/** An event that was refused, with email addresses masked. */
export const refusalSchema = z.object({
  id: idSchema,
  at: instantSchema,
  key_id: idSchema,
  last4: z.string(),
  event_id: z.nullable(z.string()),
  field: z.string(),
  reason: z.string(),
  /** The event as JSON; text if it was longer than 4 KB, which is its start. */
  event: z.unknown(),
})
export type Refusal = z.infer<typeof refusalSchema>
export const refusalListSchema = z.array(refusalSchema)

export const ingestKeyCalls = {
  listIngestKeys: {
    ...read,
    path: '/projects/:id/keys',
    summary: 'The valid keys of a project, with their use',
    roles: 'admin',
    params: projectParamsSchema,
    response: ingestKeyListSchema,
  },

  createIngestKey: {
    method: 'POST',
    path: '/projects/:id/keys',
    summary: 'Create a key for sending events; the response shows it once',
    access: 'signed-in',
    roles: 'admin',
    needsStepUp: 'everything',
    params: projectParamsSchema,
    body: ingestKeyCreateSchema,
    response: newIngestKeySchema,
    status: 201,
  },

  rotateIngestKey: {
    method: 'POST',
    path: '/projects/:id/keys/:key_id/rotate',
    summary: `Replace a key; the old one works ${ROTATION_OVERLAP_HOURS} hours more`,
    access: 'signed-in',
    roles: 'admin',
    needsStepUp: 'everything',
    params: ingestKeyParamsSchema,
    response: newIngestKeySchema,
    status: 201,
  },

  revokeIngestKey: {
    method: 'DELETE',
    path: '/projects/:id/keys/:key_id',
    summary: 'Revoke a key at once',
    access: 'signed-in',
    roles: 'admin',
    needsStepUp: 'everything',
    params: ingestKeyParamsSchema,
    response: null,
    status: 204,
  },

  listRefusals: {
    ...read,
    path: '/projects/:id/refusals',
    summary: `The last ${MAX_REFUSALS} refused events of a project, newest first`,
    roles: 'admin',
    params: projectParamsSchema,
    response: refusalListSchema,
  },
} satisfies Calls
