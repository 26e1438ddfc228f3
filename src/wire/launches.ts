import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, figureSchema, instantSchema, perProject } from './primitives.ts'
import { projectsParam, queryInteger } from './query-params.ts'
import { MAX_STAGES } from './stages.ts'

/** The sales of a project, or of one of its planned stages, by its own age. */
export const launchSchema = z.object({
  /**
   * The first completed purchase; null while there is none. Of a stage its planned start, without one its
   * first purchase; null before, and for a project without that stage.
   */
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
      /** Null for a stage with more than 100,000 purchases. */
      buyers: z.nullable(countSchema),
    }),
  ),
})
export type Launch = z.infer<typeof launchSchema>
export const launchesSchema = perProject(launchSchema)

export const launchCalls = {
  listLaunches: {
    scope: 'figures',
    ...read,
    path: '/launches',
    summary: 'Sales of each project since its launch, or of one planned stage since it began',
    roles: 'finance',
    query: z.object({
      projects: projectsParam,
      /** An IANA zone; without it or with an unknown name, UTC. */
      tz: z.optional(z.string().check(z.maxLength(100))),
      /** Only the stage at this place in the plan, from 1, since it began. */
      stage: z.optional(queryInteger(1, MAX_STAGES)),
    }),
    response: launchesSchema,
  },
} satisfies Calls
