import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { requireStepUp } from '#server/auth/factors/step-up.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { lockProject, readProject, updateProject } from '#server/db/projects/project-settings.ts'
import { hasSold, readTermsHistory, recordTerms } from '#server/db/projects/project-terms.ts'
import type { ProjectRow } from '#server/db/schema/schema.ts'
import { invalidInput } from '#server/http/errors.ts'
import { route, type Api } from '#server/routes/route.ts'
import { CHECKSUM_ERROR, hasValidChecksum } from '#src/domain/sale/wallet-checksum.ts'
import type { ProjectTerms, ProjectTermsUpdate } from '#src/wire/project-terms.ts'
import { flag, pick } from './present-project.ts'

export function projectTermsRoutes(api: Api): void {
  route(api, 'getProjectTerms', async ({ params, actor, db }) => {
    await requireProject(db, actor, params.id)
    const row = await readProject(db, params.id)
    return presentTerms(row, await hasSold(db, row.id), await readTermsHistory(db, row.id))
  })

  route(api, 'updateProjectTerms', async (context) => {
    const { params, body, actor, db, now } = context
    await requireProject(db, actor, params.id)
    const { reason, confirm, ...update } = body
    return inTransaction(db, async (tx) => {
      // A purchase refers to its project, so none can be added while the project is locked.
      const before = await lockProject(tx, params.id)
      const columns = changedColumns(before, update)
      const isSelling = await hasSold(tx, params.id)
      // Buyers' money is at stake. With `tx`, because another query would wait for this transaction.
      if (isSelling || WALLET_FIELDS.some((field) => field in update))
        await requireStepUp({ ...context, db: tx })
      if (isSelling && reason === undefined)
        throw invalidInput('body.reason', 'Must be set: the project has completed purchases')
      if (isSelling && columns.staking_rewards_active === true)
        throw invalidInput('body.staking_rewards_active', 'Staking rewards can only be disabled')
      requireWallets(before, columns)
      requireChecksums(columns)
      const isChange = Object.keys(columns).length > 0
      if (!isChange && confirm !== true)
        return presentTerms(before, isSelling, await readTermsHistory(tx, params.id))
      const after = isChange ? await updateProject(tx, params.id, columns, now) : before
      await recordTerms(tx, params.id, {
        validFrom: now,
        changedBy: actor.email,
        reason: reason ?? null,
      })
      await recordAudit(tx, context, {
        action: isChange ? 'project.change_terms' : 'project.confirm_terms',
        object: 'project',
        objectId: params.id,
        projectId: params.id,
        before: pick(before, Object.keys(columns)),
        after: { ...pick(after, Object.keys(columns)), reason: reason ?? null },
      })
      return presentTerms(after, isSelling, { validFrom: now, isSet: true })
    })
  })
}

type Columns = Partial<Omit<ProjectRow, 'explorers'>>

/** The terms that differ from the present ones, as columns. */
function changedColumns(
  project: ProjectRow,
  update: Omit<ProjectTermsUpdate, 'reason' | 'confirm'>,
): Columns {
  const present = new Map<string, unknown>(Object.entries(termsOf(project)))
  const changed = Object.entries(update).filter(([field, value]) => present.get(field) !== value)
  const toColumn = (field: string, value: unknown) =>
    FLAGS.has(field) ? value === 1 : typeof value === 'number' ? String(value) : value
  // The update's schema has only terms, and each column takes its term.
  return Object.fromEntries(
    changed.map(([field, value]) => [field, toColumn(field, value)]),
  ) as Columns
}

const FLAGS: ReadonlySet<string> = new Set([
  'fee_enabled',
  'liquidity_split_enabled',
  'staking_enabled',
  'staking_rewards_active',
  'banners_enabled',
])

/** Each split with the wallet that it needs. */
const SPLITS = [
  ['fee_enabled', 'fee_wallet_address', 'fee'],
  ['liquidity_split_enabled', 'liquidity_wallet_address', 'liquidity split'],
] as const

/** Where the money of a sale goes. */
const WALLET_FIELDS = [
  'fee_wallet_address',
  'income_wallet_address',
  'liquidity_wallet_address',
  'profit_wallet_address',
] as const satisfies readonly (keyof ProjectTermsUpdate)[]

/** Money that is split off must have somewhere to go. */
function requireWallets(before: ProjectRow, columns: Columns): void {
  const after = { ...before, ...columns }
  for (const [split, wallet, name] of SPLITS) {
    const isTouched = split in columns || wallet in columns
    if (isTouched && after[split] && after[wallet] === null)
      throw invalidInput(`body.${wallet}`, `Must be set while the ${name} is on`)
  }
}

/** A typing error in an address would send the money to nobody. What is stored already may stay. */
function requireChecksums(columns: Columns): void {
  for (const field of WALLET_FIELDS) {
    const address = columns[field] ?? null
    if (address !== null && !hasValidChecksum(address))
      throw invalidInput(`body.${field}`, CHECKSUM_ERROR)
  }
}

function termsOf(row: ProjectRow): Omit<ProjectTerms, 'editable' | 'is_set' | 'valid_from'> {
  return {
    fee_enabled: flag(row.fee_enabled),
    fee_percentage: Number(row.fee_percentage),
    fee_wallet_address: row.fee_wallet_address,
    liquidity_split_enabled: flag(row.liquidity_split_enabled),
    liquidity_split_percentage: Number(row.liquidity_split_percentage),
    liquidity_wallet_address: row.liquidity_wallet_address,
    profit_wallet_address: row.profit_wallet_address,
    income_wallet_address: row.income_wallet_address,
    staking_enabled: flag(row.staking_enabled),
    staking_apy: Number(row.staking_apy),
    staking_rewards_active: flag(row.staking_rewards_active),
    default_referral_payout_percentage: Number(row.default_referral_payout_percentage),
    api_url: row.api_url,
    banners_enabled: flag(row.banners_enabled),
    banners_desktop_aspect_ratio: row.banners_desktop_aspect_ratio,
    banners_mobile_aspect_ratio: row.banners_mobile_aspect_ratio,
  }
}

function presentTerms(
  row: ProjectRow,
  isSelling: boolean,
  history: { validFrom: Date; isSet: boolean },
): ProjectTerms {
  return {
    editable: flag(!isSelling),
    is_set: flag(history.isSet),
    valid_from: history.validFrom.toISOString(),
    ...termsOf(row),
  }
}
