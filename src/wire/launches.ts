import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, figureSchema, instantSchema, perProject } from './primitives.ts'
import { projectsParam } from './query-params.ts'

/** The sales of a project by its own age. */
export const launchSchema = z.object({
  /** The first completed purchase; null while there is none. */
  launched_at: z.nullable(instantSchema),
  /** The local days from the launch to now, both included; 0 before the launch. */
  age_days: countSchema,
  /** Sums since the launch at the end of each local day with purchases; the launch day is 1. */
  days: z.array(
    z.object({
      day: countSchema,
      /** USD */
      amount: figureSchema,
      purchases: countSchema,
      buyers: countSchema,
    }),
  ),
})
export type Launch = z.infer<typeof launchSchema>
export const launchesSchema = perProject(launchSchema)

export const launchCalls = {
  listLaunches: {
    ...read,
    path: '/launches',
    summary: 'Sales of each project since its launch',
    roles: 'finance',
    query: z.object({
      projects: projectsParam,
      /** An IANA zone; without it or with an unknown name, UTC. */
      tz: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: launchesSchema,
  },
} satisfies Calls
