import type { ProjectRow } from '#server/db/schema/schema.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { canSeeFinance } from '#src/domain/people/roles.ts'
import { MASKED_KEY_PREFIX } from '#src/wire/project-settings.ts'
import { COMMON_PROJECT_FIELDS, type Project } from '#src/wire/projects.ts'

export const flag = (value: boolean) => (value ? 1 : 0)

/** These columns of a project, for the audit log. */
export function pick(row: ProjectRow, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)))
}

/**
 * A project as the role may read it: admin, user and client get every field, others the common
 * ones. Settings are JSON numbers on the wire; the Brevo key shows its last four characters at
 * most.
 */
export function presentProject(row: ProjectRow, role: string): Project {
  const project: Project = {
    id: row.id,
    project_ticker: row.project_ticker,
    website_url: row.website_url,
    api_url: row.api_url,
    created_at: row.created_at.toISOString(),
    number: row.number,
    banners_enabled: flag(row.banners_enabled),
    banners_desktop_aspect_ratio: row.banners_desktop_aspect_ratio,
    banners_mobile_aspect_ratio: row.banners_mobile_aspect_ratio,
    explorers: row.explorers,
    has_stages: flag(row.has_stages),
    forward_leads_to_brevo: flag(row.forward_leads_to_brevo),
    brevo_api_key:
      row.brevo_api_key_sealed === null
        ? null
        : MASKED_KEY_PREFIX + (row.brevo_api_key_last4 ?? ''),
    brevo_list_id: row.brevo_list_id,
    buy_url: row.buy_url,
    default_min_referral_spend: Number(row.default_min_referral_spend),
    default_referral_payout_percentage: Number(row.default_referral_payout_percentage),
    default_referral_token_bonus_percentage: Number(row.default_referral_token_bonus_percentage),
    fee_enabled: flag(row.fee_enabled),
    fee_percentage: Number(row.fee_percentage),
    fee_wallet_address: row.fee_wallet_address,
    income_wallet_address: row.income_wallet_address,
    liquidity_split_enabled: flag(row.liquidity_split_enabled),
    liquidity_split_percentage: Number(row.liquidity_split_percentage),
    liquidity_wallet_address: row.liquidity_wallet_address,
    profit_wallet_address: row.profit_wallet_address,
    staking_enabled: flag(row.staking_enabled),
    staking_apy: Number(row.staking_apy),
    staking_rewards_active: flag(row.staking_rewards_active),
    telegram_channel_id: row.telegram_channel_id,
    telegram_message_text: row.telegram_message_text,
    telegram_notifications_enabled: flag(row.telegram_notifications_enabled),
    telegram_notifications_media_url:
      row.telegram_media_id === null ? null : telegramMediaPath(row.id),
    credit_step_up_over: trimOrNull(row.credit_step_up_over),
    credit_approval_over: trimOrNull(row.credit_approval_over),
    bonus_code_step_up_over:
      row.bonus_code_step_up_over === null ? null : Number(row.bonus_code_step_up_over),
  }
  if (canSeeFinance(role)) return project
  const common = new Set<string>(COMMON_PROJECT_FIELDS)
  // The schema makes every field beyond the common ones optional.
  return Object.fromEntries(Object.entries(project).filter(([name]) => common.has(name))) as Project
}

const trimOrNull = (decimal: string | null) => (decimal === null ? null : trimDecimal(decimal))

function telegramMediaPath(projectId: string): string {
  return `/projects/${encodeURIComponent(projectId)}/telegram/media`
}
