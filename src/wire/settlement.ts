import * as z from 'zod/mini'
import { rangeQuerySchema } from './analytics.ts'
import { read, type Calls } from './call.ts'
import { pageParams, pageSchema } from './paging.ts'
import {
  countSchema,
  decimalSchema,
  idSchema,
  instantSchema,
  perProject,
  projectIdSchema,
  storedInstantSchema,
} from './primitives.ts'

/**
 * What came in and where it went: exact decimals, rounded once per line, USD to cents.
 * `remaining_usd` is the exact difference, rounded; `rounding_usd` is what the rounded lines lack
 * for it: remaining = gross − fees − liquidity − payouts + rounding.
 */
export const settlementSchema = z.object({
  /** Completed purchases, the most USD first; `amount` in the payment token. */
  by_token: z.array(
    z.object({
      payment_token_name: z.string(),
      amount: decimalSchema,
      usd: decimalSchema,
      purchases: countSchema,
    }),
  ),
  purchases: countSchema,
  gross_usd: decimalSchema,
  fees_usd: decimalSchema,
  liquidity_usd: decimalSchema,
  /** Referral payouts of the period, before gas. */
  payouts_usd: decimalSchema,
  payouts: countSchema,
  remaining_usd: decimalSchema,
  rounding_usd: decimalSchema,
  /** Purchases of the period that were refunded since: not in any sum above. */
  refunded_usd: decimalSchema,
  refunded_purchases: countSchema,
  /** The bonuses of the completed purchases. */
  bonus_tokens: decimalSchema,
  bonuses: countSchema,
  /** When the history of the terms begins: purchases before count at the present terms. */
  terms_since: z.nullable(instantSchema),
  /** The terms that applied in the period, oldest first; percentages as fractions, 0 where off. */
  applied_terms: z.array(
    z.object({
      /** The start of the period for the first. */
      from: instantSchema,
      fee: decimalSchema,
      liquidity: decimalSchema,
    }),
  ),
})
export type Settlement = z.infer<typeof settlementSchema>

export const settlementsSchema = perProject(settlementSchema)

/** A settlement as it was when somebody saved it. Nothing changes it later. */
export const statementSchema = z.object({
  id: idSchema,
  /** Statements of a project are numbered from 1, in the order of saving. */
  number: z.nullish(countSchema),
  project_id: z.string(),
  start_date: instantSchema,
  end_date: instantSchema,
  /** The zone that the period was chosen in. */
  tz: z.string(),
  created_at: instantSchema,
  /** An email address. */
  created_by: z.string(),
  figures: settlementSchema,
})
export type Statement = z.infer<typeof statementSchema>
export const statementPageSchema = pageSchema(statementSchema)

export const statementCreateSchema = z
  .strictObject({
    project_id: projectIdSchema,
    start_date: storedInstantSchema,
    end_date: storedInstantSchema,
    tz: z.string().check(z.minLength(1), z.maxLength(100)),
    /** Saves a period that is not over, whose figures can still grow; without it that is refused. */
    confirm_open_period: z.optional(z.literal(true)),
  })
  .check(
    z.refine((body) => Date.parse(body.start_date) < Date.parse(body.end_date), {
      error: 'Must be after start_date',
      path: ['end_date'],
    }),
  )

export type StatementCreate = z.output<typeof statementCreateSchema>

export const settlementCalls = {
  getSettlement: {
    scope: 'figures',
    ...read,
    path: '/settlement/summary',
    summary: 'What came in, and where it went',
    roles: 'finance',
    query: rangeQuerySchema,
    response: settlementsSchema,
  },

  listStatements: {
    scope: 'figures',
    ...read,
    path: '/settlement/statements',
    summary: 'Saved statements, newest first',
    roles: 'finance',
    query: z.object({
      ...pageParams,
      start_date: z.optional(instantSchema),
      end_date: z.optional(instantSchema),
    }),
    response: statementPageSchema,
  },

  saveStatement: {
    method: 'POST',
    path: '/settlement/statements',
    summary: 'Save the settlement of a period as it is now',
    access: 'signed-in',
    roles: 'finance',
    body: statementCreateSchema,
    response: statementSchema,
    status: 201,
    idempotent: true,
  },
} satisfies Calls
