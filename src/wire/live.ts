import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { instantSchema, projectIdSchema } from './primitives.ts'
import { projectsParam } from './query-params.ts'

/** What can change in a project, named after the lists that show it. */
export const LIVE_KINDS = [
  'transactions',
  'wallets',
  'manual_transactions',
  'bonus_codes',
  'leads',
  'notes',
] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

/** The name of the events of the stream. */
export const CHANGE_EVENT = 'change'

/** The data of a `change` event. */
export const changeSchema = z.object({
  project_id: projectIdSchema,
  // Text, not the kinds above: a newer server may have others.
  kinds: z.array(z.string()),
  at: instantSchema,
})
export type Change = z.infer<typeof changeSchema>

/** The name of the first event of each stream: what its person may do now. */
export const ACCESS_EVENT = 'access'

/** The data of an `access` event. When it changes, the server ends the stream and the next one has it. */
export const accessSchema = z.object({ may_write: z.union([z.literal(0), z.literal(1)]) })
export type Access = z.infer<typeof accessSchema>

export const liveCalls = {
  listenToChanges: {
    ...read,
    path: '/live',
    summary:
      'A stream of server-sent events: first whether the caller may make changes (`access`), then which projects have changed and what in them (`change`)',
    roles: 'any',
    query: z.object({ projects: projectsParam }),
    response: 'text/event-stream',
  },
} satisfies Calls
