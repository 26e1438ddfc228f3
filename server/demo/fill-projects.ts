import type { Tx } from '#server/db/engine/open.ts'
import { recordTerms } from '#server/db/projects/project-terms.ts'
import { addSeoScriptVersion, replaceSeoScript } from '#server/db/site/seo-scripts.ts'
import type { DemoProject } from './projects.ts'
import { chance } from './random.ts'

const MESSAGE = `<b>New {project_ticker} purchase</b>

{payment_token_amount} {payment_token_symbol} (\${payment_usd_amount})
Tokens: {tokens_bought} {project_ticker}
Stage: {stage_name}
Wallet: {wallet_address}

Buy at {buy_url}`

/** Inserts a project with its settings and, except for the newest project, its scripts. */
export async function fillProject(tx: Tx, project: DemoProject, start: number): Promise<void> {
  const { id, hasBanners, hasStaking, payoutPercentage } = project
  const random = chance(`${id} settings`)
  const wallet = () => `0x${random.hex(40)}`
  const site = `https://${id.toLowerCase()}.example`
  const createdAt = new Date(start)
  const isOld = project.ageDays > 300
  await tx
    .insertInto('projects')
    .values({
      id,
      created_at: createdAt,
      updated_at: createdAt,
      api_url: null,
      buy_url: `${site}/buy`,
      website_url: site,
      project_ticker: id.slice(0, 4),
      default_min_referral_spend: isOld ? '150' : '100',
      default_referral_payout_percentage: String(payoutPercentage),
      default_referral_token_bonus_percentage: '3',
      fee_enabled: true,
      fee_percentage: '0.025',
      fee_wallet_address: wallet(),
      income_wallet_address: wallet(),
      liquidity_split_enabled: isOld,
      liquidity_split_percentage: isOld ? '0.2' : '0',
      liquidity_wallet_address: isOld ? wallet() : null,
      profit_wallet_address: wallet(),
      staking_enabled: hasStaking,
      staking_apy: hasStaking ? '20' : '0',
      staking_rewards_active: hasStaking,
      telegram_channel_id: isOld ? `-100${random.whole(1_000_000_000, 1_999_999_999)}` : null,
      telegram_message_text: isOld ? MESSAGE : null,
      telegram_notifications_enabled: isOld,
      brevo_list_id: isOld ? random.whole(3, 40) : null,
      banners_enabled: hasBanners,
    })
    .execute()
  await recordTerms(tx, id, { validFrom: createdAt, changedBy: null, reason: null })
  if (project.ageDays < 100) return
  const scripts = {
    header: `<script async src="${site}/metrics.js" data-site="${id.toLowerCase()}"></script>`,
    body: hasStaking
      ? `<noscript><img src="${site}/pixel.gif" alt="" width="1" height="1"></noscript>`
      : null,
  }
  await replaceSeoScript(tx, id, scripts, createdAt)
  await addSeoScriptVersion(tx, id, { ...scripts, created_at: createdAt, created_by: null })
}
