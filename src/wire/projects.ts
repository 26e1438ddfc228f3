import * as z from 'zod/mini'
import {
  figureSchema,
  flagSchema,
  instantSchema,
  nullableTextSchema,
  projectIdSchema,
  projectsParam,
} from './primitives.ts'

export const MAX_MESSAGE_LENGTH = 4096
export const MAX_MESSAGE_LENGTH_WITH_MEDIA = 1024
export const MAX_URL_LENGTH = 2048
/** What a stored API key starts with when it is shown: dots, then its last four characters. */
export const MASKED_KEY_PREFIX = '••••'

/** They mean something in addresses, filters and objects. */
const RESERVED_NAMES = new Set(['.', '..', 'all', '__proto__', 'constructor', 'prototype'])
// Also characters that are drawn as nothing, and blanks that only look like a space.
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/u

/**
 * The name of a new project, which is its id for good: what people can read, a list on a command
 * line can hold and an address can carry. Unique by `foldProjectName`.
 */
export const projectNameSchema = projectIdSchema.check(
  z.refine((name) => name === name.trim(), 'Must not begin or end with a blank'),
  z.refine((name) => !/[,/\\]/.test(name), 'Must not contain a comma, slash or backslash'),
  z.refine((name) => !UNREADABLE.test(name), 'Must not contain an invisible character'),
  z.refine((name) => !RESERVED_NAMES.has(foldProjectName(name)), 'Is reserved'),
)

/** Two projects whose names are equal after this would be taken for each other. */
export function foldProjectName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}

/** What the frame and every screen need of a project. */
const overviewFields = {
  id: projectIdSchema,
  project_ticker: nullableTextSchema,
  website_url: nullableTextSchema,
  api_url: nullableTextSchema,
  created_at: instantSchema,
  banners_enabled: flagSchema,
  banners_desktop_aspect_ratio: nullableTextSchema,
  banners_mobile_aspect_ratio: nullableTextSchema,
}

/** What every role may read of a project. */
const commonFields = {
  ...overviewFields,
  forward_leads_to_brevo: flagSchema,
  brevo_api_key: nullableTextSchema,
  brevo_list_id: z.nullable(z.int()),
}

/** What only admin, user and client may read; absent from other roles' answers. */
const financeFields = {
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
}

/** A project's settings. Fractions (`fee_percentage`, `liquidity_split_percentage`) are 0..1. */
export const projectSchema = z.extend(
  z.object(commonFields),
  z.partial(z.object(financeFields)).shape,
)
export type Project = z.infer<typeof projectSchema>

export const COMMON_PROJECT_FIELDS = Object.keys(commonFields) as (keyof typeof commonFields)[]

const httpUrlSchema = z.nullable(
  z
    .string()
    .check(
      z.maxLength(MAX_URL_LENGTH, `Must be at most ${MAX_URL_LENGTH} characters`),
      z.refine(isHttpUrl, 'Must be a valid http or https URL'),
    ),
)

const percentageSchema = z
  .number('Must be a number')
  .check(
    z.minimum(0, 'Must be greater than or equal to 0'),
    z.maximum(100, 'Must be less than or equal to 100'),
  )

const leadsFields = {
  forward_leads_to_brevo: flagSchema,
  brevo_api_key: z.nullable(
    z.string().check(
      z.trim(),
      z.minLength(1, 'Must be set'),
      z.maxLength(500, 'Must be at most 500 characters'),
      z.refine(
        (key) => !key.startsWith(MASKED_KEY_PREFIX),
        'Must be a whole key, not a masked one',
      ),
    ),
  ),
  brevo_list_id: z.nullable(
    z.int('Must be a whole number').check(z.minimum(1, 'Must be at least 1')),
  ),
}

/** The editable fields of a project; a PATCH carries only those that change. */
export const projectUpdateSchema = z.partial(
  z.strictObject({
    telegram_notifications_enabled: flagSchema,
    telegram_message_text: z.nullable(
      z
        .string()
        .check(z.maxLength(MAX_MESSAGE_LENGTH, `Must be at most ${MAX_MESSAGE_LENGTH} characters`)),
    ),
    telegram_channel_id: z.nullable(
      z.string().check(z.maxLength(100, 'Must be at most 100 characters')),
    ),
    default_min_referral_spend: z
      .number('Must be a number')
      .check(z.minimum(0, 'Must be greater than or equal to 0'), z.maximum(1e15)),
    default_referral_token_bonus_percentage: percentageSchema,
    // Once true it can only be disabled (spec 4).
    staking_rewards_active: z.literal(0, 'Staking rewards can only be disabled'),
    website_url: httpUrlSchema,
    buy_url: httpUrlSchema,
    project_ticker: z.nullable(z.string().check(z.maxLength(50, 'Must be at most 50 characters'))),
    ...leadsFields,
  }),
)
export type ProjectUpdate = z.infer<typeof projectUpdateSchema>

/** The fields that any role may send. */
export const LEADS_FIELDS = Object.keys(leadsFields) as (keyof typeof leadsFields)[]

export const projectNamesSchema = z.array(projectIdSchema)
export const projectAccessSchema = z.array(z.object({ project_id: projectIdSchema }))
export const projectListSchema = z.array(projectSchema)
/** The same answer without its settings, so that it may be kept offline. */
export const projectOverviewListSchema = z.array(z.object(overviewFields))
export type ProjectOverview = z.infer<typeof projectOverviewListSchema>[number]
export const projectListQuerySchema = z.object({ projects: projectsParam })
export const projectParamsSchema = z.object({ id: projectIdSchema })
export const brevoTestAnswerSchema = z.object({ message: z.string() })

/** True for an absolute http or https URL without user info, white space or control characters. */
export function isHttpUrl(value: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(value) || !/^https?:\/\/[^/]/i.test(value)) return false
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password
}
