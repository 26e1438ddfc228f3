import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { addressSchema } from './ingest.ts'
import { numberUpTo } from './number-up-to.ts'
import { figureSchema, flagSchema, instantSchema, nullableTextSchema } from './primitives.ts'
import { httpUrlSchema } from './project-settings.ts'
import { projectParamsSchema } from './projects.ts'

/** A fraction is stored with 8 places, a percentage with 6. */
const FRACTION_PLACES = 8
const PERCENTAGE_PLACES = 6
export const MAX_APY = 100_000
const MAX_REASON_LENGTH = 500

/** @param missing the message without one; the field has another one than the API */
export const termsReasonSchema = (missing = 'Must be set') =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(MAX_REASON_LENGTH, `Must be at most ${MAX_REASON_LENGTH} characters`),
    )

const numberSchema = (most: number, places: number) =>
  numberUpTo(most).check(
    z.refine(
      (value) => Number(value.toFixed(places)) === value,
      `Must have at most ${places} decimal places`,
    ),
  )

const walletSchema = z.nullable(addressSchema)

const RATIO = /^\d{1,6}(\.\d{1,6})?:\d{1,6}(\.\d{1,6})?$/
const ratioSchema = z
  .string()
  .check(
    z.refine(
      (text) => RATIO.test(text) && text.split(':').every((side) => Number(side) > 0),
      'Must be a width and a height, such as 16:5',
    ),
  )

const termFields = {
  fee_enabled: flagSchema,
  fee_percentage: numberSchema(1, FRACTION_PLACES),
  fee_wallet_address: walletSchema,
  liquidity_split_enabled: flagSchema,
  liquidity_split_percentage: numberSchema(1, FRACTION_PLACES),
  liquidity_wallet_address: walletSchema,
  profit_wallet_address: walletSchema,
  income_wallet_address: walletSchema,
  staking_enabled: flagSchema,
  staking_apy: numberSchema(MAX_APY, PERCENTAGE_PLACES),
  staking_rewards_active: flagSchema,
  default_referral_payout_percentage: numberSchema(100, PERCENTAGE_PLACES),
  api_url: httpUrlSchema,
  banners_enabled: flagSchema,
  banners_desktop_aspect_ratio: ratioSchema,
  banners_mobile_aspect_ratio: ratioSchema,
}

/**
 * The terms of a sale. Fractions (`fee_percentage`, `liquidity_split_percentage`) are 0..1. What is
 * stored may be from before the rules of an update.
 */
export const projectTermsSchema = z.object({
  /** 1 until the first completed purchase: until then a change needs no reason. */
  editable: flagSchema,
  /** 1 once somebody has changed or confirmed the terms that the project was added with. */
  is_set: z.nullish(flagSchema),
  /** The time from which these terms hold; those before it are kept. */
  valid_from: instantSchema,
  fee_enabled: flagSchema,
  fee_percentage: figureSchema,
  fee_wallet_address: nullableTextSchema,
  liquidity_split_enabled: flagSchema,
  liquidity_split_percentage: figureSchema,
  liquidity_wallet_address: nullableTextSchema,
  profit_wallet_address: nullableTextSchema,
  income_wallet_address: nullableTextSchema,
  staking_enabled: flagSchema,
  staking_apy: figureSchema,
  staking_rewards_active: flagSchema,
  default_referral_payout_percentage: figureSchema,
  api_url: nullableTextSchema,
  banners_enabled: flagSchema,
  banners_desktop_aspect_ratio: z.string(),
  banners_mobile_aspect_ratio: z.string(),
})
export type ProjectTerms = z.infer<typeof projectTermsSchema>

/** The terms that change; `confirm` records the present ones as set, where none changes. */
export const projectTermsUpdateSchema = z.partial(
  z.strictObject({
    ...termFields,
    confirm: z.literal(true),
    reason: termsReasonSchema(),
  }),
)
export type ProjectTermsUpdate = z.infer<typeof projectTermsUpdateSchema>

export const projectTermsCalls = {
  getProjectTerms: {
    ...read,
    path: '/projects/:id/terms',
    summary: "A sale's terms, and whether they can be changed without a reason",
    roles: 'admin',
    params: projectParamsSchema,
    response: projectTermsSchema,
  },

  updateProjectTerms: {
    method: 'PATCH',
    path: '/projects/:id/terms',
    summary: 'Change terms; after the first completed purchase a reason is required',
    access: 'signed-in',
    roles: 'admin',
    params: projectParamsSchema,
    body: projectTermsUpdateSchema,
    response: projectTermsSchema,
    status: 200,
  },
} satisfies Calls
