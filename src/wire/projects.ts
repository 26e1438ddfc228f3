import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import {
  countSchema,
  decimalSchema,
  figureSchema,
  flagSchema,
  instantSchema,
  nullableTextSchema,
  projectIdSchema,
} from './primitives.ts'
import { projectsParam } from './query-params.ts'

/** The fields that the app layout and every screen need. */
const overviewFields = {
  id: projectIdSchema,
  project_ticker: nullableTextSchema,
  website_url: nullableTextSchema,
  api_url: nullableTextSchema,
  created_at: instantSchema,
  /** Counts all projects from 1 in the order of their creation. Its colour depends on it. */
  number: z.optional(countSchema),
  banners_enabled: flagSchema,
  banners_desktop_aspect_ratio: nullableTextSchema,
  banners_mobile_aspect_ratio: nullableTextSchema,
  /**
   * Links to the explorer of each payment token's chain, with `{hash}` and `{address}`; a token of null is
   * all others. Absent on a server without them.
   */
  explorers: z.optional(
    z.array(
      z.object({
        payment_token: nullableTextSchema,
        hash_url: z.string(),
        address_url: z.string(),
      }),
    ),
  ),
}

/** The fields that every role may read. */
const commonFields = {
  ...overviewFields,
  forward_leads_to_brevo: flagSchema,
  brevo_api_key: nullableTextSchema,
  brevo_list_id: z.nullable(z.int()),
}

/** The fields that only admin, user and client may read; absent from other roles' responses. */
const financeFields = {
  /** Whether stages are planned. Absent on a server without them. */
  has_stages: flagSchema,
  buy_url: nullableTextSchema,
  default_min_referral_spend: z.nullable(figureSchema),
  default_referral_payout_percentage: z.nullable(figureSchema),
  default_referral_token_bonus_percentage: z.nullable(figureSchema),
  fee_enabled: flagSchema,
  fee_percentage: z.nullable(figureSchema),
  fee_wallet_address: nullableTextSchema,
  income_wallet_address: nullableTextSchema,
  liquidity_split_enabled: flagSchema,
  liquidity_split_percentage: z.nullable(figureSchema),
  liquidity_wallet_address: nullableTextSchema,
  profit_wallet_address: nullableTextSchema,
  staking_enabled: flagSchema,
  staking_apy: z.nullable(figureSchema),
  staking_rewards_active: flagSchema,
  telegram_channel_id: nullableTextSchema,
  telegram_message_text: nullableTextSchema,
  telegram_notifications_enabled: flagSchema,
  telegram_notifications_media_url: nullableTextSchema,
  /** Credits of more tokens need a confirmation of the person; null: none does. */
  credit_step_up_over: z.nullable(decimalSchema),
  /** Credits that exceed it, with the person's others of 24 hours, wait for approval; null: none does. */
  credit_approval_over: z.nullable(decimalSchema),
  /** Bonus codes of a higher percentage need a confirmation of the person; null: none does. */
  bonus_code_step_up_over: z.nullable(figureSchema),
}

/** A project's settings. Fractions (`fee_percentage`, `liquidity_split_percentage`) are 0..1. */
export const projectSchema = z.extend(
  z.object(commonFields),
  z.partial(z.object(financeFields)).shape,
)
export type Project = z.infer<typeof projectSchema>

export const COMMON_PROJECT_FIELDS = Object.keys(commonFields) as (keyof typeof commonFields)[]

export const projectNamesSchema = z.array(projectIdSchema)
export const projectAccessSchema = z.array(z.object({ project_id: projectIdSchema }))
export const projectListSchema = z.array(projectSchema)
/** The same response without the settings, so that it may be stored on the device. */
export const projectOverviewListSchema = z.array(
  z.object({ ...overviewFields, has_stages: z.optional(financeFields.has_stages) }),
)
export type ProjectOverview = z.infer<typeof projectOverviewListSchema>[number]
export const projectListQuerySchema = z.object({ projects: projectsParam })
export const projectParamsSchema = z.object({ id: projectIdSchema })

export const projectCalls = {
  listProjectNames: {
    ...read,
    path: '/projects/names',
    summary: 'The projects the caller may see, by name',
    roles: 'any',
    response: projectNamesSchema,
  },

  listProjectAccess: {
    ...read,
    path: '/projects/access',
    summary: "The caller's memberships",
    roles: 'any',
    response: projectAccessSchema,
  },

  listProjects: {
    ...read,
    path: '/projects',
    summary: 'Projects with their settings',
    roles: 'any',
    query: projectListQuerySchema,
    response: projectListSchema,
  },
} satisfies Calls
