import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { notedParam, noteCount } from './noted.ts'
import { numberUpTo } from './number-up-to.ts'
import {
  pageParams,
  pageSchema,
  periodInOrder,
  periodParams,
  totalSchema,
  orderParams,
} from './paging.ts'
import {
  countSchema,
  decimalSchema,
  flagSchema,
  idSchema,
  instantSchema,
  storedInstantSchema,
  projectIdSchema,
} from './primitives.ts'
import { hasOneDirection } from './project-name.ts'
import { projectsParam } from './query-params.ts'

export const MAX_BONUS_PERCENTAGE = 1000
export const MAX_CODE_LENGTH = 64

export const bonusCodeSchema = z.object({
  id: idSchema,
  project_id: z.string(),
  code: z.string(),
  percentage: z.number(),
  start_date: z.nullish(instantSchema),
  end_date: z.nullish(instantSchema),
  uses: countSchema,
  max_uses: z.nullish(countSchema),
  disabled: flagSchema,
  tokens_come_from_stage_tokens: flagSchema,
  created_at: instantSchema,
  /**
   * USD of the purchases with it that count, and the tokens it gave for them. Absent on a server from
   * before corrections.
   */
  usd: z.optional(decimalSchema),
  bonus_tokens: z.optional(decimalSchema),
  ...noteCount,
})
export type BonusCode = z.infer<typeof bonusCodeSchema>
export const bonusCodePageSchema = pageSchema(bonusCodeSchema)

const BONUS_CODE_SORTS = ['created_at', 'usd'] as const
export type BonusCodeSort = (typeof BONUS_CODE_SORTS)[number]

const bonusCodeFilterParams = {
  projects: projectsParam,
  ...periodParams,
  active: z.optional(z.enum(['true', 'false'])),
  id: z.optional(idSchema),
  ...notedParam,
}
const sortParams = orderParams(BONUS_CODE_SORTS, 'created_at')
export const bonusCodeListQuerySchema = z
  .object({ ...pageParams, ...bonusCodeFilterParams, ...sortParams })
  .check(periodInOrder)
export const bonusCodeTotalQuerySchema = z.object(bonusCodeFilterParams).check(periodInOrder)
export const bonusCodeExportQuerySchema = z
  .object({ ...bonusCodeFilterParams, ...sortParams })
  .check(periodInOrder)

/** What can be wrong with the dates of a bonus code. */
export const DATE_ERRORS = {
  noEnd: 'End date is required when start date is provided',
  noStart: 'Start date is required when end date is provided',
  order: 'Start date must be before end date',
  past: 'End date must be in the future',
}

/** The rules that need no clock. The server checks by its own that the end is in the future. */
export const bonusCodeCreateSchema = z
  .strictObject({
    code: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Code must be set'),
        z.maxLength(MAX_CODE_LENGTH, `Must be at most ${MAX_CODE_LENGTH} characters`),
        hasOneDirection,
      ),
    percentage: numberUpTo(MAX_BONUS_PERCENTAGE),
    project_id: projectIdSchema,
    tokens_come_from_stage_tokens: flagSchema,
    start_date: z.nullish(storedInstantSchema),
    end_date: z.nullish(storedInstantSchema),
    max_uses: z.nullish(
      z
        .int('Must be a whole number')
        .check(z.minimum(1, 'Must be at least 1'), z.maximum(2_147_483_647)),
    ),
  })
  .check(
    z.refine((body) => !body.start_date || !!body.end_date, {
      error: DATE_ERRORS.noEnd,
      path: ['end_date'],
    }),
    z.refine((body) => !body.end_date || !!body.start_date, {
      error: DATE_ERRORS.noStart,
      path: ['start_date'],
    }),
    z.refine(
      (body) =>
        !body.start_date ||
        !body.end_date ||
        Date.parse(body.start_date) < Date.parse(body.end_date),
      { error: DATE_ERRORS.order, path: ['start_date'] },
    ),
  )
export type BonusCodeCreate = z.infer<typeof bonusCodeCreateSchema>

export const bonusCodeParamsSchema = z.object({ project_id: projectIdSchema, id: idSchema })

export const bonusCodeCalls = {
  listBonusCodes: {
    scope: 'lists',
    ...read,
    path: '/bonus-codes',
    summary: 'Bonus codes, newest first',
    roles: 'finance',
    query: bonusCodeListQuerySchema,
    response: bonusCodePageSchema,
  },

  sumBonusCodes: {
    scope: 'lists',
    ...read,
    path: '/bonus-codes/total',
    summary: 'The number of codes of the filters, and the USD and tokens of their purchases',
    roles: 'finance',
    query: bonusCodeTotalQuerySchema,
    response: totalSchema,
  },

  exportBonusCodes: {
    scope: 'lists',
    ...read,
    path: '/bonus-codes/csv',
    summary: 'All codes of the filters as CSV, at most 1,000,000',
    roles: 'finance',
    query: bonusCodeExportQuerySchema,
    response: 'text/csv',
  },

  createBonusCode: {
    method: 'POST',
    path: '/bonus-codes',
    summary: 'Create a bonus code',
    access: 'signed-in',
    roles: 'finance',
    body: bonusCodeCreateSchema,
    response: bonusCodeSchema,
    status: 201,
    idempotent: true,
  },

  disableBonusCode: {
    method: 'POST',
    path: '/bonus-codes/:project_id/:id/disable',
    summary: 'Disable a bonus code for good',
    access: 'signed-in',
    roles: 'finance',
    params: bonusCodeParamsSchema,
    response: bonusCodeSchema,
    status: 200,
  },
} satisfies Calls
