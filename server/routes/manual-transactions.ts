import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { writeCreditAlerts } from '#server/db/alert-writing.ts'
import { parseId } from '#server/db/ids.ts'
import {
  insertManualTransaction,
  listCreditsOf,
  listManualTransactions,
  type ManualTransactionRow,
} from '#server/db/manual-transactions.ts'
import type { Tx } from '#server/db/open.ts'
import { isPurchaseOf } from '#server/db/transaction-details.ts'
import type { WalletKey } from '#server/db/wallet-details.ts'
import { lockWallet } from '#server/db/wallets.ts'
import { conflict, invalidInput, notFound } from '#server/http/errors.ts'
import { trimDecimal } from '#src/domain/decimals.ts'
import type { ManualTransaction } from '#src/wire/manual-transactions.ts'
import { idempotent } from './idempotency.ts'
import { route, type Api } from './route.ts'

export function manualTransactionRoutes(api: Api): void {
  route(api, 'listManualTransactions', async ({ query, actor, db, readDb }) => {
    const { page, limit, wallet_address: walletAddress, id } = query
    const projects = await visibleProjects(db, actor, query.projects)
    const filters = { walletAddress, id }
    const rows = await listManualTransactions(readDb, projects, { page, limit }, filters)
    return { results: rows.map(presentManualTransaction), page, limit }
  })

  route(api, 'createManualTransaction', async (context) => {
    const { params, body, actor, db, now } = context
    await requireProject(db, actor, params.project_id)
    const walletAddress = params.wallet_address.toLowerCase()
    return idempotent(context, async (tx) => {
      const wallet = await lockWallet(tx, params.project_id, walletAddress)
      if (wallet === undefined) throw notFound()
      const transactionId = await requireCreditable(tx, body.transaction_id, {
        projectId: params.project_id,
        walletAddress,
      })
      const row = await insertManualTransaction(tx, {
        project_id: params.project_id,
        wallet_address: walletAddress,
        tokens: body.tokens,
        reason: body.reason,
        authorizer_id: actor.id,
        authorizer: actor.email,
        transaction_id: transactionId,
        created_at: now,
        updated_at: now,
      })
      await recordAudit(tx, context, {
        action: 'manual_transaction.create',
        object: 'manual_transaction',
        objectId: row.id,
        projectId: row.project_id,
        after: { ...row },
      })
      await writeCreditAlerts(tx, {
        id: row.id,
        projectId: row.project_id,
        authorId: actor.id,
        now,
      })
      return presentManualTransaction(row)
    })
  })
}

/**
 * The purchase that a credit makes good; null for a credit without one. It is locked until the end of the
 * transaction, so no other credit for it is added meanwhile.
 * @throws HttpError 400 if it is no purchase of the wallet, 409 if it was credited before
 */
async function requireCreditable(
  tx: Tx,
  transactionId: string | undefined,
  wallet: WalletKey,
): Promise<number | null> {
  if (transactionId === undefined) return null
  const id = parseId(transactionId)
  if (id === null || !(await isPurchaseOf(tx, id, wallet)))
    throw invalidInput('body.transaction_id', 'Must be a purchase of this wallet')
  const [credit] = await listCreditsOf(tx, id)
  if (credit !== undefined) throw conflict('This purchase was credited before')
  return id
}

export function presentManualTransaction(row: ManualTransactionRow): ManualTransaction {
  return {
    ...row,
    id: String(row.id),
    transaction_id: row.transaction_id === null ? null : String(row.transaction_id),
    tokens: trimDecimal(row.tokens),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
