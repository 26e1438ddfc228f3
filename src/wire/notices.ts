import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, idSchema, instantSchema } from './primitives.ts'
import { projectsParam, repeated } from './query-params.ts'

/** A chat message, a forwarded lead, or one of the caller's alerts, that has not been sent, and why. */
export const noticeSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  kind: z.enum(['chat', 'lead', 'push', 'mail']),
  /** `waiting` is retried automatically; `failed` needs a manual retry. */
  state: z.enum(['waiting', 'sent', 'failed']),
  reason: z.nullable(z.string()),
  attempts: countSchema,
  created_at: instantSchema,
  /** When a waiting notice is sent. */
  next_attempt_at: z.optional(instantSchema),
  /** The id of the purchase, the email address of the lead, or the device of the alert. */
  subject: z.optional(z.string()),
})
export type Notice = z.infer<typeof noticeSchema>
export const noticeListSchema = z.array(noticeSchema)
export const noticeListQuerySchema = z.object({
  projects: projectsParam,
  state: repeated(z.enum(['waiting', 'failed'])),
})
export const noticeParamsSchema = z.object({ id: idSchema })

export const noticeCalls = {
  listNotices: {
    ...read,
    path: '/notices',
    summary:
      "Chat messages, forwarded leads and the caller's alerts in these states, newest first; without a state, those that failed",
    roles: 'any',
    query: noticeListQuerySchema,
    response: noticeListSchema,
  },

  retryNotice: {
    method: 'POST',
    path: '/notices/:id/retry',
    summary: 'Send a notice that failed once more, or one that waits without waiting',
    access: 'signed-in',
    roles: 'any',
    params: noticeParamsSchema,
    response: noticeSchema,
    status: 200,
  },
} satisfies Calls
