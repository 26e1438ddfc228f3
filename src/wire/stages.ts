import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { ledgerAmountSchema } from './manual-transactions.ts'
import {
  countSchema,
  decimalSchema,
  flagSchema,
  idSchema,
  instantSchema,
  nullableTextSchema,
  perProject,
  projectIdSchema,
  storedInstantSchema,
} from './primitives.ts'
import { projectsParam } from './query-params.ts'

// A stage is what a project sells at one price. Everywhere else a stage is the name that a purchase
// carries; this is the plan, with what was sold beside it. Prices and caps are USD, supplies are tokens,
// both exact decimals. Names are compared without regard to case and outer blanks.

export const MAX_STAGES = 100
/** The names that a stage is also named. */
export const MAX_ALSO = 50
export const MAX_STAGE_NAME = 200

const stageFields = {
  name: z.string(),
  /** Other names of purchases of this stage: earlier ones, and those that were joined to it. */
  also: z.array(z.string()),
  price_usd: decimalSchema,
  supply: z.nullable(decimalSchema),
  /** Inclusive. */
  starts_at: z.nullable(instantSchema),
  /** Exclusive. */
  ends_at: z.nullable(instantSchema),
}

export const stageSchema = z.object({ id: idSchema, ...stageFields })
export type Stage = z.infer<typeof stageSchema>

export const stagePlanSchema = z.object({
  /** Grows with each change; 0 before the first. */
  version: countSchema,
  /** In the order of the sale. */
  stages: z.array(stageSchema),
  soft_cap_usd: z.nullable(decimalSchema),
  hard_cap_usd: z.nullable(decimalSchema),
  /** 1: bonuses take tokens of the supply. */
  count_bonuses: flagSchema,
  changed_at: z.nullable(instantSchema),
  changed_by: nullableTextSchema,
})
export type StagePlan = z.infer<typeof stagePlanSchema>

const nameSchema = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Must not be empty'),
    z.maxLength(MAX_STAGE_NAME, `Must be at most ${MAX_STAGE_NAME} characters`),
  )
const positiveSchema = ledgerAmountSchema.check(
  z.refine((text) => /[1-9]/.test(text), 'Must be more than 0'),
)

const stageInputSchema = z.strictObject({
  /** Of a stage that the plan has; without it the stage is new. */
  id: z.optional(idSchema),
  name: nameSchema,
  also: z._default(
    z.array(nameSchema).check(z.maxLength(MAX_ALSO, `Must be at most ${MAX_ALSO} names`)),
    [],
  ),
  price_usd: positiveSchema,
  supply: z._default(z.nullable(positiveSchema), null),
  starts_at: z._default(z.nullable(storedInstantSchema), null),
  ends_at: z._default(z.nullable(storedInstantSchema), null),
})
export type StageInput = z.input<typeof stageInputSchema>

/** The name as it is compared. The server compares with `stage_key` of its database, which does the same. */
export const stageKey = (name: string): string => name.trim().toLowerCase()

/** What is wrong between the stages of a plan. */
export interface PlanError {
  /** Place of the stage and its field; of one of its other names with that one's place. */
  path: (string | number)[]
  message: string
  /** The stage that it collides with. */
  other?: number
}

interface PlannedStage {
  name: string
  also?: readonly string[]
  starts_at?: string | null
  ends_at?: string | null
}

/**
 * What is wrong between the stages of a plan: names that stand twice, ends before their start, stages
 * that overlap in time. A stage with one of the two times has no length, and overlaps what it lies in.
 */
export function findPlanErrors(stages: readonly PlannedStage[]): PlanError[] {
  const errors: PlanError[] = []
  const seen = new Map<string, number>()
  for (const [at, { name, also = [] }] of stages.entries())
    for (const [place, text] of [name, ...also].entries()) {
      const other = seen.get(stageKey(text))
      if (other !== undefined && stageKey(text) !== '')
        errors.push({
          path: place === 0 ? [at, 'name'] : [at, 'also', place - 1],
          message: 'Is there twice',
          other,
        })
      else seen.set(stageKey(text), at)
    }
  const spans = stages.map(({ starts_at, ends_at }) => {
    const [start, end] = [starts_at ?? ends_at, ends_at ?? starts_at]
    return start == null || end == null ? null : { start: Date.parse(start), end: Date.parse(end) }
  })
  for (const [at, span] of spans.entries()) {
    if (span === null) continue
    const { starts_at, ends_at } = stages[at] ?? {}
    if (starts_at != null && ends_at != null && span.end <= span.start) {
      errors.push({ path: [at, 'ends_at'], message: 'Must be after its start' })
      continue
    }
    const other = spans.findIndex(
      (one, place) => place < at && one !== null && span.start < one.end && one.start < span.end,
    )
    if (other !== -1)
      errors.push({
        path: [at, starts_at == null ? 'ends_at' : 'starts_at'],
        message: `Overlaps ${stages[other]?.name}`,
        other,
      })
  }
  return errors
}

export const stagePlanUpdateSchema = z
  .strictObject({
    version: countSchema,
    stages: z
      .array(stageInputSchema)
      .check(z.maxLength(MAX_STAGES, `Must be at most ${MAX_STAGES} stages`)),
    soft_cap_usd: z._default(z.nullable(positiveSchema), null),
    hard_cap_usd: z._default(z.nullable(positiveSchema), null),
    count_bonuses: z._default(flagSchema, 0),
  })
  .check(
    z.superRefine((plan, context) => {
      for (const { path, message } of findPlanErrors(plan.stages))
        context.addIssue({ code: 'custom', input: plan, path: ['stages', ...path], message })
    }),
  )
export type StagePlanUpdate = z.input<typeof stagePlanUpdateSchema>

/** Days in the requested zone, or why there are none. */
export const NO_FORECAST = [
  'too_few_days',
  'no_supply',
  'sold_out',
  'no_open_stage',
  'no_cap',
  'reached',
] as const
export type NoForecast = (typeof NO_FORECAST)[number]
const daySchema = z.string().check(z.regex(/^\d{4,}-\d{2}-\d{2}$/, 'Must be a date'))
export const forecastSchema = z.union([
  z.object({ earliest: daySchema, likely: daySchema, latest: daySchema }),
  // Text: a newer server may have other reasons.
  z.object({ none: z.string() }),
])
export type Forecast = z.infer<typeof forecastSchema>

const salesFields = {
  /** Tokens of completed, not voided purchases, with their bonuses where the plan counts them. */
  sold: decimalSchema,
  purchases: countSchema,
  buyers: countSchema,
  /** USD, exact. */
  amount: decimalSchema,
  /** USD for one token: `amount` ÷ bought tokens, rounded down to 18 places; null without tokens. */
  average_price: z.nullable(decimalSchema),
  first_at: z.nullable(instantSchema),
  last_at: z.nullable(instantSchema),
  /** The first and the last purchase. */
  first_id: z.nullable(idSchema),
  last_id: z.nullable(idSchema),
}

export const stageFiguresSchema = z.object({
  id: idSchema,
  ...stageFields,
  ...salesFields,
  /** Per cent of the supply, rounded down to 2 places: 100.00 only when all is sold, and never above. */
  sold_share: z.nullable(decimalSchema),
  /** Of the supply; never negative. */
  left: z.nullable(decimalSchema),
  /** Sold beyond the supply. */
  oversold: decimalSchema,
  /** The purchase with which all was sold, and the one that went beyond it. */
  sold_out_at: z.nullable(instantSchema),
  oversold_at: z.nullable(instantSchema),
  /** Purchases before its start, and from its end on. */
  outside: z.object({ before: countSchema, after: countSchema }),
  /** Purchases at another price; their median price, in 6 significant digits. */
  off_price: z.object({
    purchases: countSchema,
    amount: decimalSchema,
    usual_price: z.nullable(decimalSchema),
  }),
  forecast: forecastSchema,
})
export type StageFigures = z.infer<typeof stageFiguresSchema>

export const unplannedFiguresSchema = z.object({
  /** As its newest purchase has it. */
  name: z.string(),
  ...salesFields,
  /** The median, of prices in 6 significant digits; null without tokens. */
  usual_price: z.nullable(decimalSchema),
})
export type UnplannedFigures = z.infer<typeof unplannedFiguresSchema>

export const PACE_DAYS = [7, 14, 30] as const
export type PaceDays = (typeof PACE_DAYS)[number]

export const stageSummarySchema = z.object({
  as_of: instantSchema,
  soft_cap_usd: z.nullable(decimalSchema),
  hard_cap_usd: z.nullable(decimalSchema),
  soft_cap_at: z.nullable(instantSchema),
  hard_cap_at: z.nullable(instantSchema),
  /** USD of all completed, not voided purchases, exact. */
  raised_usd: decimalSchema,
  /** Per cent of the hard cap, as `sold_share`; null without one. */
  raised_share: z.nullable(decimalSchema),
  cap_forecast: forecastSchema,
  /** The id of the stage of the newest purchase that has one, unless its end has passed. */
  current: z.nullable(idSchema),
  /** The first completed purchase. */
  launched_at: z.nullable(instantSchema),
  count_bonuses: flagSchema,
  pace: z.object({
    /** The completed days, oldest first; tokens as in `sold`, USD. */
    days: z.array(z.object({ date: daySchema, tokens: decimalSchema, amount: decimalSchema })),
    /** Medians; of an even number of days the mean of the two in the middle. */
    tokens_per_day: decimalSchema,
    amount_per_day: decimalSchema,
  }),
  /** In the order of the sale. */
  stages: z.array(stageFiguresSchema),
  /** Names that the plan lacks, by their first purchase. */
  unplanned: z.array(unplannedFiguresSchema),
})
export type StageSummary = z.infer<typeof stageSummarySchema>

/** What the public progress can hold beside `as_of`. */
export const PUBLIC_FIELDS = [
  'stage',
  'stage_price_usd',
  'next_price_usd',
  'stage_sold_share',
  'stage_ends_at',
  'raised_usd',
  'hard_cap_usd',
] as const
export type PublicField = (typeof PUBLIC_FIELDS)[number]

/** Only the chosen fields are there. */
export const publicProgressSchema = z.object({
  as_of: instantSchema,
  stage: z.optional(nullableTextSchema),
  stage_price_usd: z.optional(z.nullable(decimalSchema)),
  next_price_usd: z.optional(z.nullable(decimalSchema)),
  stage_sold_share: z.optional(z.nullable(decimalSchema)),
  stage_ends_at: z.optional(z.nullable(instantSchema)),
  raised_usd: z.optional(decimalSchema),
  hard_cap_usd: z.optional(z.nullable(decimalSchema)),
})
export type PublicProgress = z.infer<typeof publicProgressSchema>

const progressFields = {
  public: flagSchema,
  fields: z.array(z.enum(PUBLIC_FIELDS)).check(z.maxLength(PUBLIC_FIELDS.length)),
}
export const progressUpdateSchema = z.strictObject(progressFields)
export type ProgressUpdate = z.input<typeof progressUpdateSchema>
export const progressSchema = z.object({
  ...progressFields,
  /** All fields as they are now, chosen or not. */
  now: publicProgressSchema,
})
export type Progress = z.infer<typeof progressSchema>

const ofProject = { params: z.object({ id: projectIdSchema }) }
const byAdmin = { method: 'PUT', access: 'signed-in', roles: 'admin', status: 200 } as const

export const stageCalls = {
  getStagePlan: {
    scope: 'figures',
    ...read,
    ...ofProject,
    path: '/projects/:id/stages',
    summary: 'The planned stages and caps of a project',
    roles: 'finance',
    response: stagePlanSchema,
  },

  saveStagePlan: {
    ...byAdmin,
    ...ofProject,
    path: '/projects/:id/stages',
    summary:
      'Replace the planned stages and caps of a project; 409 if somebody else has changed them',
    body: stagePlanUpdateSchema,
    response: stagePlanSchema,
    needsStepUp: 'everything',
  },

  sumStages: {
    scope: 'figures',
    ...read,
    path: '/stages/summary',
    summary: 'What each stage of a project has sold, what is left, and when it sells out',
    roles: 'finance',
    query: z.object({
      projects: projectsParam,
      /** An IANA zone; without it or with an unknown name, UTC. */
      tz: z.optional(z.string().check(z.maxLength(100))),
      /** The completed days that pace and forecasts look at. */
      days: z._default(
        z.pipe(z.enum(['7', '14', '30']), z.pipe(z.transform(Number), z.literal(PACE_DAYS))),
        7,
      ),
    }),
    response: perProject(stageSummarySchema),
  },

  getProgress: {
    ...read,
    ...ofProject,
    path: '/projects/:id/progress',
    summary: 'What of a project’s progress is public',
    roles: 'admin',
    response: progressSchema,
  },

  saveProgress: {
    ...byAdmin,
    ...ofProject,
    path: '/projects/:id/progress',
    summary: 'Choose what of a project’s progress is public',
    body: progressUpdateSchema,
    response: progressSchema,
  },

  getPublicProgress: {
    ...ofProject,
    method: 'GET',
    access: 'open',
    status: 200,
    roles: 'any',
    path: '/public/projects/:id/progress',
    summary: 'What a project has chosen to show of its progress, for its website',
    response: publicProgressSchema,
  },
} satisfies Calls
