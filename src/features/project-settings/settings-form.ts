import * as z from 'zod/mini'
import { parseDecimal } from '#src/domain/money/decimals.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { telegramMessageError } from '#src/domain/text/telegram-markup.ts'
import { pluralize } from '#src/domain/text/text.ts'
import { MAX_BONUS_PERCENTAGE } from '#src/wire/bonus-codes.ts'
import { numberUpTo } from '#src/wire/number-up-to.ts'
import {
  MASKED_KEY_PREFIX,
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGE_LENGTH_WITH_MEDIA,
  telegramChannelSchema,
  tickerSchema,
  type ProjectUpdate,
} from '#src/wire/project-settings.ts'
import { type Project } from '#src/wire/projects.ts'
import { normaliseChannel } from '#src/wire/telegram-channel.ts'
import { urlFieldSchema } from '#src/writes/url-field.ts'
import { readRows, rowErrors, toExplorers, toRows, toRowsText } from './explorers-form.ts'

const amountSchema = z.nullable(
  z.number('Invalid number').check(z.minimum(0, 'Must be greater than or equal to 0')),
)

/** A number of tokens with up to 20 digits and 18 decimals, which stay exact; empty for no limit. */
const tokensSchema = z
  .string()
  .check(
    z.refine(
      (text) => text.trim() === '' || parseDecimal(text) !== null,
      'Must be an amount, with at most 18 decimals',
    ),
  )

/** The editable settings of a project. With media the chat allows a shorter text. */
export function settingsFormSchema({
  savedKey,
  hasMedia,
}: {
  savedKey: string
  hasMedia: boolean
}) {
  const maxMessage = hasMedia ? MAX_MESSAGE_LENGTH_WITH_MEDIA : MAX_MESSAGE_LENGTH
  return z.object({
    project_ticker: tickerSchema,
    website_url: urlFieldSchema,
    buy_url: urlFieldSchema,
    explorers: z
      .string()
      .check(z.refine((text) => rowErrors(readRows(text)).size === 0, 'Has an invalid explorer')),
    telegram_notifications_enabled: z.boolean(),
    telegram_channel_id: telegramChannelSchema,
    telegram_message_text: z
      .string()
      .check(z.maxLength(maxMessage, `Must be at most ${maxMessage} characters`), (check) => {
        const message = telegramMessageError(check.value)
        if (message !== null) check.issues.push({ code: 'custom', input: check.value, message })
      }),
    staking_rewards_active: z.boolean(),
    default_min_referral_spend: amountSchema,
    default_referral_token_bonus_percentage: z.nullable(numberUpTo(100, 'Invalid number')),
    credit_step_up_over: tokensSchema,
    credit_approval_over: tokensSchema,
    bonus_code_step_up_over: z.nullable(numberUpTo(MAX_BONUS_PERCENTAGE, 'Invalid number')),
    forward_leads_to_brevo: z.boolean(),
    brevo_list_id: z
      .string()
      .check(z.regex(/^\s*(?:[1-9]\d{0,14})?\s*$/, 'Must be a whole number')),
    brevo_api_key: z.string().check(
      z.maxLength(500, 'Must be at most 500 characters'),
      z.refine(
        (key) => key === savedKey || !key.includes(MASKED_KEY_PREFIX.slice(0, 1)),
        'Must be a whole key',
      ),
    ),
  })
}

export type SettingsForm = z.infer<ReturnType<typeof settingsFormSchema>>

/** "350,000.5"; empty without a limit, and where the server has none. */
function toTokensText(limit: string | null | undefined): string {
  return formatDecimal(limit ?? '', 0)
}

/** The exact amount; null without one. An invalid text stays, for the validation. */
const toTokens = (text: string) => parseDecimal(text) ?? emptyToNull(text)

/** The saved values as the form shows them. */
export function toSettingsForm(project: Project): SettingsForm {
  return {
    project_ticker: project.project_ticker ?? '',
    website_url: project.website_url ?? '',
    buy_url: project.buy_url ?? '',
    explorers: toRowsText(toRows(project.explorers ?? [])),
    telegram_notifications_enabled: project.telegram_notifications_enabled === 1,
    telegram_channel_id: project.telegram_channel_id ?? '',
    telegram_message_text: project.telegram_message_text ?? '',
    staking_rewards_active: project.staking_rewards_active === 1,
    default_min_referral_spend: project.default_min_referral_spend ?? null,
    default_referral_token_bonus_percentage:
      project.default_referral_token_bonus_percentage ?? null,
    credit_step_up_over: toTokensText(project.credit_step_up_over),
    credit_approval_over: toTokensText(project.credit_approval_over),
    bonus_code_step_up_over: project.bonus_code_step_up_over ?? null,
    forward_leads_to_brevo: project.forward_leads_to_brevo === 1,
    brevo_list_id: project.brevo_list_id === null ? '' : String(project.brevo_list_id),
    // The server sends a masked key. It is not sent back unless it changes.
    brevo_api_key: project.brevo_api_key ?? '',
  }
}

const emptyToNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The form's values in the wire format; empty texts become null. */
function toWire(form: SettingsForm): Required<ProjectUpdate> {
  const listId = emptyToNull(form.brevo_list_id)
  return {
    project_ticker: emptyToNull(form.project_ticker),
    website_url: emptyToNull(form.website_url),
    buy_url: emptyToNull(form.buy_url),
    explorers: toExplorers(readRows(form.explorers)),
    telegram_notifications_enabled: form.telegram_notifications_enabled ? 1 : 0,
    telegram_channel_id: emptyToNull(normaliseChannel(form.telegram_channel_id)),
    telegram_message_text: form.telegram_message_text === '' ? null : form.telegram_message_text,
    // Rewards can only be disabled.
    staking_rewards_active: 0,
    default_min_referral_spend: form.default_min_referral_spend ?? 0,
    default_referral_token_bonus_percentage: form.default_referral_token_bonus_percentage ?? 0,
    credit_step_up_over: toTokens(form.credit_step_up_over),
    credit_approval_over: toTokens(form.credit_approval_over),
    bonus_code_step_up_over: form.bonus_code_step_up_over,
    forward_leads_to_brevo: form.forward_leads_to_brevo ? 1 : 0,
    brevo_list_id: listId === null ? null : Number(listId),
    brevo_api_key: emptyToNull(form.brevo_api_key),
  }
}

/** The body of the PATCH: only the fields that differ from the saved ones. */
export function toProjectUpdate(project: Project, form: SettingsForm): ProjectUpdate {
  const saved: Record<string, unknown> = toWire(toSettingsForm(project))
  const update = Object.fromEntries(
    Object.entries(toWire(form)).filter(
      // By content: the explorers are an array.
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field]),
    ),
  )
  const endsRewards = project.staking_rewards_active === 1 && !form.staking_rewards_active
  return endsRewards ? { ...update, staking_rewards_active: 0 } : update
}

/** "3 fields edited", or null without changes. */
export function editedCount(...updates: readonly object[]): string | null {
  const count = updates.flatMap((update) => Object.keys(update)).length
  if (count === 0) return null
  return `${pluralize(count, 'field')} edited`
}
