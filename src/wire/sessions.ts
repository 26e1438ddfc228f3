import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { flagSchema, idSchema, instantSchema, nullableTextSchema } from './primitives.ts'

/** Where the caller is signed in. */
export const sessionSchema = z.object({
  id: idSchema,
  /** "Firefox on Linux"; null for an unknown browser. */
  device: nullableTextSchema,
  /** How it was opened; null for sessions from before that was recorded. */
  method: z.nullable(z.string()),
  ip: nullableTextSchema,
  /** ISO 3166-1 alpha-2, looked up in a list of this server; null if unknown. */
  country: nullableTextSchema,
  created_at: instantSchema,
  last_used_at: instantSchema,
  is_current: flagSchema,
})
export type SignedInSession = z.infer<typeof sessionSchema>
export const sessionListSchema = z.array(sessionSchema)

export const sessionParamsSchema = z.object({ id: idSchema })

export const sessionCalls = {
  listSessions: {
    ...read,
    path: '/sessions',
    summary: 'Where the caller is signed in: this session first, then by last use',
    roles: 'any',
    response: sessionListSchema,
  },
  endSession: {
    own: true,
    method: 'DELETE',
    path: '/sessions/:id',
    summary: "End one of the caller's sessions",
    access: 'signed-in',
    roles: 'any',
    params: sessionParamsSchema,
    response: null,
    status: 204,
  },
  endOtherSessions: {
    own: true,
    method: 'DELETE',
    path: '/sessions',
    summary: "End the caller's sessions except this one",
    access: 'signed-in',
    roles: 'any',
    response: null,
    status: 204,
  },
} satisfies Calls
