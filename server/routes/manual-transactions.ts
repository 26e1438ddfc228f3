import { requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import {
  insertManualTransaction,
  listManualTransactions,
  type ManualTransactionRow,
} from '#server/db/manual-transactions.ts'
import { lockWallet } from '#server/db/wallets.ts'
import { notFound } from '#server/http/errors.ts'
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
      const row = await insertManualTransaction(tx, {
        project_id: params.project_id,
        wallet_address: walletAddress,
        tokens: body.tokens,
        reason: body.reason,
        authorizer_id: actor.id,
        authorizer: actor.email,
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
      return presentManualTransaction(row)
    })
  })
}

function presentManualTransaction(row: ManualTransactionRow): ManualTransaction {
  return {
    ...row,
    id: String(row.id),
    tokens: trimDecimal(row.tokens),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
