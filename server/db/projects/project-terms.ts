import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { ProjectRow } from '#server/db/schema/schema.ts'

/** The columns of a project that its buyers' money depends on, and that a new sale must set. */
export const TERM_COLUMNS = [
  'fee_enabled',
  'fee_percentage',
  'fee_wallet_address',
  'income_wallet_address',
  'liquidity_split_enabled',
  'liquidity_split_percentage',
  'liquidity_wallet_address',
  'profit_wallet_address',
  'staking_enabled',
  'staking_apy',
  'staking_rewards_active',
  'default_referral_payout_percentage',
  'api_url',
  'banners_enabled',
  'banners_desktop_aspect_ratio',
  'banners_mobile_aspect_ratio',
] as const satisfies readonly (keyof ProjectRow)[]

/** Records the project's present terms as those that hold from `validFrom` on. */
export async function recordTerms(
  tx: Db,
  projectId: string,
  change: { validFrom: Date; changedBy: string | null; reason: string | null },
): Promise<void> {
  const columns = sql.join(TERM_COLUMNS.map((column) => sql.ref(column)))
  await sql`
    insert into project_terms (project_id, valid_from, changed_by, reason, ${columns})
    select id, ${change.validFrom}, ${change.changedBy}, ${change.reason}, ${columns}
    from projects where id = ${projectId}`.execute(tx)
}

/**
 * The time from which the project's present terms hold, and whether they were set: the first terms are
 * those that it was added with.
 */
export async function readTermsHistory(
  db: Db,
  projectId: string,
): Promise<{ validFrom: Date; isSet: boolean }> {
  const [newest, earlier] = await db
    .selectFrom('project_terms')
    .select('valid_from')
    .where('project_id', '=', projectId)
    .orderBy('valid_from', 'desc')
    .limit(2)
    .execute()
  if (newest === undefined) throw new Error(`No terms of ${projectId}`)
  return { validFrom: newest.valid_from, isSet: earlier !== undefined }
}

/** Whether the project has had a completed purchase. A refunded one was completed before. */
export async function hasSold(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', 'in', ['completed', 'refunded'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
