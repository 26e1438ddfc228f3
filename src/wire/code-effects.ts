import * as z from 'zod/mini'
import { rangeQuerySchema } from './analytics.ts'
import { bonusCodeParamsSchema, bonusCodeSchema } from './bonus-codes.ts'
import { read, type Calls } from './call.ts'
import {
  countSchema,
  decimalSchema,
  figureSchema,
  flagSchema,
  idSchema,
  instantSchema,
} from './primitives.ts'

const purchaseFigures = {
  purchases: countSchema,
  /** Purchases that were the first of their wallet. */
  new_buyers: countSchema,
  /** USD */
  amount: figureSchema,
}

/** Completed purchases with the code from `from`, included, to `to`, excluded, and all of the project. */
export const codeFiguresSchema = z.object({
  from: instantSchema,
  to: instantSchema,
  ...purchaseFigures,
  /** Tokens that the code gave for these purchases. */
  bonus_tokens: decimalSchema,
  /** The part of the project's USD, in percent; null if the project sold nothing. */
  share_of_project: z.nullable(figureSchema),
  /** Wallets that bought, each once however often. */
  buyers: countSchema,
  project: z.object({
    ...purchaseFigures,
    /** Null for more than MAX_COUNTED_PURCHASES. */
    buyers: z.nullable(countSchema),
  }),
})
export type CodeFigures = z.infer<typeof codeFiguresSchema>

const purchaseSums = { purchases: countSchema, amount: figureSchema }

/** `disabled_at` is null for a code that is not disabled, or was before that was recorded. */
const effectCodeSchema = z.extend(bonusCodeSchema, { disabled_at: z.nullable(instantSchema) })

export const codeEffectSchema = z.object({
  code: effectCodeSchema,
  /**
   * While the code could be used: from its start, else its creation, until its end, until it was
   * disabled, or until now. Empty for a code that has not begun.
   */
  during: codeFiguresSchema,
  /** An equally long window before; null for a code that has not begun. */
  before: z.nullable(codeFiguresSchema),
  /** An equally long window after, which may reach beyond now; null until it begins. */
  after: z.nullable(codeFiguresSchema),
  first_use: z.nullable(instantSchema),
  last_use: z.nullable(instantSchema),
  /**
   * Local days with sales from the start of `before` to the end of `after`. The first and the last
   * have only what lies between them. The days add up to the windows, in USD except for the rounding
   * of each day to cents.
   */
  by_day: z.array(z.object({ date: instantSchema, ...purchaseSums, project_amount: figureSchema })),
  /** Of the purchases of `during` with the code, the most USD first; a missing label is 'unknown'. */
  sources: z.array(z.object({ utm_source: z.string(), utm_medium: z.string(), ...purchaseSums })),
  countries: z.array(z.object({ country: z.string(), ...purchaseSums })),
})
export type CodeEffect = z.infer<typeof codeEffectSchema>

export const MAX_WINDOWS = 40

/** Codes whose window begins or ends in the range, and first purchases of stages in the range. */
export const codeWindowsSchema = z.object({
  /** By their start; of more than 40, the 40 with the most USD, the most first. */
  codes: z.array(
    z.object({
      project_id: z.string(),
      id: idSchema,
      code: z.string(),
      percentage: z.number(),
      /** The creation of a code without a start. */
      start_date: instantSchema,
      end_date: z.nullable(instantSchema),
      disabled: flagSchema,
      disabled_at: z.nullable(instantSchema),
      uses: countSchema,
      max_uses: z.nullable(countSchema),
    }),
  ),
  /** By time; of more than 40 the newest. */
  stages: z.array(
    z.object({ project_id: z.string(), stage_name: z.string(), first_at: instantSchema }),
  ),
})
export type CodeWindows = z.infer<typeof codeWindowsSchema>

export const codeEffectCalls = {
  getCodeEffect: {
    ...read,
    path: '/bonus-codes/:project_id/:id/effect',
    summary: 'What a bonus code brought',
    roles: 'finance',
    params: bonusCodeParamsSchema,
    query: z.object({
      /** An IANA zone; without it or with an unknown name, UTC. */
      tz: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: codeEffectSchema,
  },

  listCodeWindows: {
    ...read,
    path: '/bonus-codes/windows',
    summary: 'When codes could be used and stages began, for marks on a graph',
    roles: 'finance',
    query: rangeQuerySchema,
    response: codeWindowsSchema,
  },
} satisfies Calls
