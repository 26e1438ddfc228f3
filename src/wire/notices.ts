import * as z from 'zod/mini'
import { countSchema, idSchema, instantSchema, projectsParam } from './primitives.ts'

/** A chat message or a forwarded lead that could not be sent, and why. */
export const noticeSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  kind: z.enum(['chat', 'lead']),
  /** `failed` waits for a person; `waiting` is tried again by itself. */
  state: z.enum(['waiting', 'sent', 'failed']),
  reason: z.nullable(z.string()),
  attempts: countSchema,
  created_at: instantSchema,
})
export type Notice = z.infer<typeof noticeSchema>
export const noticeListSchema = z.array(noticeSchema)
export const noticeListQuerySchema = z.object({ projects: projectsParam })
export const noticeParamsSchema = z.object({ id: idSchema })
