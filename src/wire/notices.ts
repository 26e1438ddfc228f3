import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, idSchema, instantSchema } from './primitives.ts'
import { projectsParam } from './query-params.ts'

/** A chat message or a forwarded lead that could not be sent, and why. */
export const noticeSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  kind: z.enum(['chat', 'lead']),
  /** `waiting` is retried automatically; `failed` needs a manual retry. */
  state: z.enum(['waiting', 'sent', 'failed']),
  reason: z.nullable(z.string()),
  attempts: countSchema,
  created_at: instantSchema,
})
export type Notice = z.infer<typeof noticeSchema>
export const noticeListSchema = z.array(noticeSchema)
export const noticeListQuerySchema = z.object({ projects: projectsParam })
export const noticeParamsSchema = z.object({ id: idSchema })

export const noticeCalls = {
  listNotices: {
    ...read,
    path: '/notices',
    summary: 'Chat messages and forwarded leads that could not be sent, newest first',
    roles: 'any',
    query: noticeListQuerySchema,
    response: noticeListSchema,
  },

  retryNotice: {
    method: 'POST',
    path: '/notices/:id/retry',
    summary: 'Send a notice that failed once more',
    access: 'signed-in',
    roles: 'any',
    params: noticeParamsSchema,
    response: noticeSchema,
    status: 200,
  },
} satisfies Calls
