import * as z from 'zod/mini'
import { MAX_BONUS_PERCENTAGE } from './bonus-codes.ts'
import { read, type Calls } from './call.ts'
import { explorersUpdateSchema } from './explorers.ts'
import { isHttpUrl, MAX_URL_LENGTH } from './http-url.ts'
import { ledgerAmountSchema } from './manual-transactions.ts'
import { numberUpTo } from './number-up-to.ts'
import { flagSchema } from './primitives.ts'
import { hasOneDirection } from './project-name.ts'
import { projectParamsSchema, projectSchema } from './projects.ts'
import { normaliseChannel, validateChannel } from './telegram-channel.ts'

export const MAX_MESSAGE_LENGTH = 4096
export const MAX_MESSAGE_LENGTH_WITH_MEDIA = 1024

/** The start of a masked API key: dots, then the last four characters of the key. */
export const MASKED_KEY_PREFIX = '••••'

export const httpUrlSchema = z.nullable(
  z
    .string()
    .check(
      z.maxLength(MAX_URL_LENGTH, `Must be at most ${MAX_URL_LENGTH} characters`),
      z.refine(isHttpUrl, 'Must be a valid http or https URL'),
    ),
)

export const tickerSchema = z
  .string()
  .check(z.maxLength(50, 'Must be at most 50 characters'), hasOneDirection)

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

/** Links and names become the id that the Bot API takes. */
export const telegramChannelSchema = z
  .string()
  .check(
    z.maxLength(100, 'Must be at most 100 characters'),
    z.overwrite(normaliseChannel),
    (check) => {
      const message = validateChannel(check.value)
      if (message !== null) check.issues.push({ code: 'custom', input: check.value, message })
    },
  )

/** The editable fields of a project; a PATCH carries only those that change. */
export const projectUpdateSchema = z.partial(
  z.strictObject({
    telegram_notifications_enabled: flagSchema,
    telegram_message_text: z.nullable(
      z
        .string()
        .check(z.maxLength(MAX_MESSAGE_LENGTH, `Must be at most ${MAX_MESSAGE_LENGTH} characters`)),
    ),
    telegram_channel_id: z.nullable(telegramChannelSchema),
    default_min_referral_spend: z
      .number('Must be a number')
      .check(z.minimum(0, 'Must be greater than or equal to 0'), z.maximum(1e15)),
    default_referral_token_bonus_percentage: numberUpTo(100),
    // Once true it can only be disabled.
    staking_rewards_active: z.literal(0, 'Staking rewards can only be disabled'),
    website_url: httpUrlSchema,
    buy_url: httpUrlSchema,
    project_ticker: z.nullable(tickerSchema),
    explorers: explorersUpdateSchema,
    credit_step_up_over: z.nullable(ledgerAmountSchema),
    credit_approval_over: z.nullable(ledgerAmountSchema),
    bonus_code_step_up_over: z.nullable(numberUpTo(MAX_BONUS_PERCENTAGE)),
    ...leadsFields,
  }),
)
export type ProjectUpdate = z.infer<typeof projectUpdateSchema>

/** The fields that any role may send. */
export const LEADS_FIELDS = Object.keys(leadsFields) as (keyof typeof leadsFields)[]

/** The fields that only an admin may send, after a step-up. */
export const LIMIT_FIELDS = [
  'credit_step_up_over',
  'credit_approval_over',
  'bonus_code_step_up_over',
] as const

/** The result of a test of a service. */
export const serviceTestResponseSchema = z.object({ message: z.string() })

export const projectSettingsCalls = {
  updateProject: {
    method: 'PATCH',
    path: '/projects/:id',
    summary: 'Change editable settings of a project',
    access: 'signed-in',
    roles: 'any',
    params: projectParamsSchema,
    body: projectUpdateSchema,
    response: projectSchema,
    status: 200,
  },

  getTelegramMedia: {
    ...read,
    path: '/projects/:id/telegram/media',
    summary: 'The media sent with chat notices',
    roles: 'finance',
    params: projectParamsSchema,
    response: 'application/octet-stream',
  },

  replaceTelegramMedia: {
    method: 'PUT',
    path: '/projects/:id/telegram/media',
    summary: 'Upload or replace the media sent with chat notices',
    access: 'signed-in',
    roles: 'finance',
    params: projectParamsSchema,
    body: 'multipart',
    response: projectSchema,
    status: 200,
  },

  deleteTelegramMedia: {
    method: 'DELETE',
    path: '/projects/:id/telegram/media',
    summary: 'Delete the media sent with chat notices',
    access: 'signed-in',
    roles: 'finance',
    params: projectParamsSchema,
    response: null,
    status: 204,
  },

  testBrevo: {
    method: 'POST',
    path: '/projects/:id/brevo/test',
    summary: 'Test the connection to the email list',
    access: 'signed-in',
    roles: 'any',
    params: projectParamsSchema,
    response: serviceTestResponseSchema,
    status: 200,
  },

  testTelegram: {
    method: 'POST',
    path: '/projects/:id/telegram/test',
    summary: 'Send a test message to the chat channel',
    access: 'signed-in',
    roles: 'finance',
    params: projectParamsSchema,
    response: serviceTestResponseSchema,
    status: 200,
  },
} satisfies Calls
