import * as z from 'zod/mini'
import { KEY_SCOPES, read, type Calls } from './call.ts'
import { ingestKeyNameSchema } from './ingest-keys.ts'
import {
  countSchema,
  idSchema,
  instantSchema,
  projectIdSchema,
  storedInstantSchema,
} from './primitives.ts'

/** How many requests a reading key may make in a minute. */
export const READS_PER_MINUTE = 120

const MAX_PROJECTS = 1000

/** `all`: all projects of now and later. */
const keyProjectsSchema = z.union([
  z.literal('all'),
  z.array(projectIdSchema).check(z.maxLength(MAX_PROJECTS)),
])

/** A key with which a program reads in place of a person. Revoked and expired ones are not listed. */
export const readingKeySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Its last characters. The key itself is shown only when it is created. */
  last4: z.string(),
  projects: keyProjectsSchema,
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The email address of the admin. */
  created_by: z.string(),
  created_at: instantSchema,
  expires_at: z.nullable(instantSchema),
  last_used_at: z.nullable(instantSchema),
  /** Requests of today's UTC day, refused ones included. */
  used_today: countSchema,
})
export type ReadingKey = z.infer<typeof readingKeySchema>
export const readingKeyListSchema = z.array(readingKeySchema)

export const readingKeyCreateSchema = z.strictObject({
  name: ingestKeyNameSchema,
  projects: z.union([
    z.literal('all'),
    z
      .array(projectIdSchema)
      .check(z.minLength(1, 'Choose at least one project'), z.maxLength(MAX_PROJECTS)),
  ]),
  scopes: z.array(z.enum(KEY_SCOPES)).check(
    z.minLength(1, 'Choose at least one'),
    z.maxLength(KEY_SCOPES.length),
    z.refine((scopes) => new Set(scopes).size === scopes.length, 'Must differ from each other'),
  ),
  expires_at: z.nullable(storedInstantSchema),
})
export type ReadingKeyCreate = z.infer<typeof readingKeyCreateSchema>

/** A new key, with the only copy of its text. */
export const newReadingKeySchema = z.extend(readingKeySchema, { key: z.string() })
export type NewReadingKey = z.infer<typeof newReadingKeySchema>

export const readingKeyCalls = {
  listReadingKeys: {
    ...read,
    path: '/reading-keys',
    summary: 'The keys that read in place of a person, oldest first',
    roles: 'admin',
    response: readingKeyListSchema,
  },

  createReadingKey: {
    method: 'POST',
    path: '/reading-keys',
    summary: 'Create a key for reading; the response shows it once',
    access: 'signed-in',
    roles: 'admin',
    needsStepUp: 'everything',
    body: readingKeyCreateSchema,
    response: newReadingKeySchema,
    status: 201,
  },

  revokeReadingKey: {
    method: 'DELETE',
    path: '/reading-keys/:id',
    summary: 'Revoke a key at once',
    access: 'signed-in',
    roles: 'admin',
    needsStepUp: 'everything',
    params: z.object({ id: idSchema }),
    response: null,
    status: 204,
  },
} satisfies Calls
