import { mayCredit, requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { requireStepUp } from '#server/auth/factors/step-up.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { CREDIT_FILE } from '#server/db/files/file-columns.ts'
import { writeCreditAlerts } from '#server/db/messages/alert-writing.ts'
import { readProject } from '#server/db/projects/project-settings.ts'
import { insertApproval, needsApproval } from '#server/db/records/approvals.ts'
import {
  creditRows,
  insertManualTransaction,
  listManualTransactions,
  sumManualTransactions,
  type ManualTransactionRow,
} from '#server/db/records/manual-transactions.ts'
import { lockWallet } from '#server/db/records/wallets.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { sendCsv } from '#server/routes/csv-file.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { exceedsDecimal, trimDecimal } from '#src/domain/money/decimals.ts'
import type { CreditResponse, ManualTransaction } from '#src/wire/manual-transactions.ts'
import { requireCreditable } from './credited-purchase.ts'
import { presentTotal } from './present-total.ts'
import { requestApproval } from './request-approval.ts'

export function manualTransactionRoutes(api: Api): void {
  route(api, 'listManualTransactions', async ({ query, actor, db, readDb }) => {
    const { page, limit, projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    const rows = await listManualTransactions(readDb, projects, { page, limit }, filters)
    return { results: rows.map(presentManualTransaction), page, limit }
  })

  route(api, 'sumManualTransactions', async ({ query, actor, db, readDb }) => {
    const { projects: requested, ...filters } = query
    const projects = await visibleProjects(db, actor, requested)
    return presentTotal(await sumManualTransactions(readDb, projects, filters))
  })

  route(api, 'exportManualTransactions', async (context) => {
    const { projects: requested, ...filters } = context.query
    const projects = await visibleProjects(context.db, context.actor, requested)
    return sendCsv(context, {
      ...CREDIT_FILE,
      name: 'manual-transactions',
      projects,
      rows: () => creditRows(filters),
      action: 'manual_transaction.export',
      object: 'manual_transaction',
      filters,
    })
  })

  route(api, 'createManualTransaction', async (context) => {
    const { params, body, actor, db, reply } = context
    await requireProject(db, actor, params.project_id)
    const { credit_step_up_over: over } = await readProject(db, params.project_id)
    if (over !== null && exceedsDecimal(body.tokens, over))
      await requireStepUp(context, { over: trimDecimal(over) })
    const statusOf = (response: CreditResponse) => ('approval' in response ? 202 : 201)
    const response = await idempotent(context, (tx) => credit(tx, context), { statusOf })
    void reply.code(statusOf(response))
    return response
  })
}

/**
 * Adds a credit, or a request for it if a second person has to approve it. Credits of one person wait for
 * each other, so that together they do not exceed the limit; then those of one wallet do.
 */
async function credit(
  tx: Tx,
  context: Context<'createManualTransaction'>,
): Promise<CreditResponse> {
  const { params, body, actor, now } = context
  const projectId = params.project_id
  const walletAddress = params.wallet_address.toLowerCase()
  const requester = await lockUser(tx, actor.id)
  // Read again: the account may have changed while this waited.
  if (!requester || !(await mayCredit(tx, requester, projectId))) throw forbidden()
  const wallet = await lockWallet(tx, projectId, walletAddress)
  if (wallet === undefined) throw notFound()
  const key = { projectId, walletAddress }
  const transactionId = await requireCreditable(tx, body.transaction_id, key, now)
  const common = {
    project_id: projectId,
    wallet_address: walletAddress,
    tokens: body.tokens,
    reason: body.reason,
    transaction_id: transactionId,
  }
  if (await needsApproval(tx, { projectId, userId: actor.id, tokens: body.tokens, now })) {
    const request = { ...common, requester_id: actor.id, requester: actor.email }
    return requestApproval(tx, context, await insertApproval(tx, request, now))
  }
  const row = await insertManualTransaction(tx, {
    ...common,
    authorizer_id: actor.id,
    authorizer: actor.email,
    created_at: now,
    updated_at: now,
  })
  await recordAudit(tx, context, {
    action: 'manual_transaction.create',
    object: 'manual_transaction',
    objectId: row.id,
    projectId,
    after: { ...row },
  })
  await writeCreditAlerts(tx, { id: row.id, projectId, authorId: actor.id, now })
  return presentManualTransaction(row)
}

export function presentManualTransaction(row: ManualTransactionRow): ManualTransaction {
  return {
    ...row,
    id: String(row.id),
    transaction_id: row.transaction_id === null ? null : String(row.transaction_id),
    tokens: trimDecimal(row.tokens),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    reversed: row.reversed && { ...row.reversed, at: row.reversed.at.toISOString() },
  }
}
