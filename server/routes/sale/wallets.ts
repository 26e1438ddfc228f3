import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { WALLET_FILE } from '#server/db/files/file-columns.ts'
import {
  findWallet,
  listWallets,
  lockWallet,
  setWalletOverride,
  sumWallets,
  walletRows,
  type WalletListRow,
} from '#server/db/records/wallets.ts'
import { notFound } from '#server/http/errors.ts'
import { sendCsv } from '#server/routes/csv-file.ts'
import { route, type Api } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { WALLET_OVERRIDES, type Wallet } from '#src/wire/wallets.ts'
import { presentTotal } from './present-total.ts'

export function walletRoutes(api: Api): void {
  route(api, 'listWallets', async ({ query, actor, db, readDb }) => {
    const { page, limit, projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    const rows = await listWallets(readDb, projects, { page, limit }, filters)
    return { results: rows.map(presentWallet), page, limit }
  })

  route(api, 'sumWallets', async ({ query, actor, db, readDb }) => {
    const { projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    return presentTotal(await sumWallets(readDb, projects, filters))
  })

  route(api, 'exportWallets', async (context) => {
    const { projects: requested, sort, order, ...filters } = context.query
    const projects = await visibleProjects(context.db, context.actor, requested)
    return sendCsv(context, {
      ...WALLET_FILE,
      name: 'wallets',
      projects,
      rows: () => walletRows(filters, { sort, order }),
      action: 'wallet.export',
      object: 'wallet',
      filters: { ...filters, sort, order },
    })
  })

  route(api, 'updateWallet', async (context) => {
    const { params, body, actor, db } = context
    await requireProject(db, actor, params.project_id)
    const walletAddress = params.wallet_address.toLowerCase()
    return inTransaction(db, async (tx) => {
      const before = await lockWallet(tx, params.project_id, walletAddress)
      // The wire schema allows exactly one override.
      const override = WALLET_OVERRIDES.find((field) => field in body)
      if (before === undefined || override === undefined) throw notFound()
      const value = body[override] ?? null
      await setWalletOverride(tx, params.project_id, walletAddress, override, value)
      await recordAudit(tx, context, {
        action: 'wallet.update',
        object: 'wallet',
        objectId: walletAddress,
        projectId: params.project_id,
        before: { [override]: before[override] },
        after: { [override]: value },
      })
      const wallet = await findWallet(tx, params.project_id, walletAddress)
      if (wallet === undefined) throw notFound()
      return presentWallet(wallet)
    })
  })
}

export function presentWallet(row: WalletListRow): Wallet {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    referral_code_applied_at: row.referral_code_applied_at?.toISOString() ?? null,
    min_referral_spend: toNumber(row.min_referral_spend),
    referral_payout_percentage: toNumber(row.referral_payout_percentage),
    referral_token_bonus_percentage: toNumber(row.referral_token_bonus_percentage),
    total_tokens: trimDecimal(row.total_tokens),
    paid_usd: trimDecimal(row.paid_usd),
  }
}

// Overrides are settings, not amounts: JSON numbers in the contract.
export function toNumber(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal)
}
