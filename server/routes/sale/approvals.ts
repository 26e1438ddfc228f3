import { mayCredit, requireProject, visibleProjects } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { lockUser } from '#server/db/accounts/users.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { writeCreditAlerts } from '#server/db/messages/alert-writing.ts'
import {
  decideApproval,
  findApproval,
  listApprovals,
  lockApproval,
  type DecidedRow,
} from '#server/db/records/approvals.ts'
import { parseId } from '#server/db/records/ids.ts'
import {
  insertManualTransaction,
  readCredit,
  type ManualTransactionRow,
} from '#server/db/records/manual-transactions.ts'
import { lockWallet } from '#server/db/records/wallets.ts'
import type { ApprovalRow } from '#server/db/schema/schema-approvals.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Approval, ApprovalState } from '#src/wire/approval.ts'
import { requireStillCreditable } from './credited-purchase.ts'
import { presentManualTransaction } from './manual-transactions.ts'
import { isOverdue, presentApproval } from './present-approval.ts'

type Decision = Context<'approveCredit'> | Context<'rejectCredit'> | Context<'cancelCredit'>

export function approvalRoutes(api: Api): void {
  route(api, 'listApprovals', async ({ query, actor, db, readDb, now }) => {
    const { page, limit, state } = query
    const projects = await visibleProjects(db, actor, query.projects)
    const rows = await listApprovals(readDb, projects, { page, limit }, { state, now })
    return { results: rows.map((row) => presentApproval(row, actor.id, now)), page, limit }
  })

  route(api, 'approveCredit', async (context) => {
    const { actor, db, now } = context
    const { id } = await requireOthers(context)
    return inTransaction(db, async (tx) => {
      const row = await lockApproval(tx, id)
      const { approval, credit } =
        row.credit_id === null
          ? await approve(tx, context, row)
          : { approval: row, credit: await readCredit(tx, row.credit_id) }
      return {
        approval: presentApproval(approval, actor.id, now),
        transaction: presentManualTransaction(credit),
      }
    })
  })

  route(api, 'rejectCredit', async (context) => {
    const { id } = await requireOthers(context)
    return end(context, id, 'rejected')
  })

  route(api, 'cancelCredit', async (context) => {
    const row = await requireApproval(context)
    if (row.requester_id !== context.actor.id) throw forbidden()
    return end(context, row.id, 'cancelled')
  })
}

/** No record has it: neither a request nor a project. */
const [NO_ID, NO_PROJECT] = [0, '']

/**
 * An absent request takes as long as one of a foreign project.
 * @throws HttpError 404 for both, alike
 */
async function requireApproval({ params, actor, db }: Decision): Promise<ApprovalRow> {
  const row = await findApproval(db, parseId(params.id) ?? NO_ID)
  await requireProject(db, actor, row?.project_id ?? NO_PROJECT)
  if (row === undefined) throw notFound()
  return row
}

/** @throws HttpError 403 for the caller's own request: a second person decides */
async function requireOthers(context: Decision): Promise<ApprovalRow> {
  const row = await requireApproval(context)
  if (row.requester_id === context.actor.id) throw forbidden()
  return row
}

/**
 * Adds the credit of a locked request. The next locks are those of the two people, by id, and the wallet's,
 * in the order of new credits. Both people are read again: their accounts may have changed meanwhile.
 * @throws HttpError 409 if the request no longer waits, or the credit could not be requested now; 403 if the
 *   caller may not approve it any more
 */
async function approve(
  tx: Tx,
  context: Context<'approveCredit'>,
  row: ApprovalRow,
): Promise<{ approval: ApprovalRow; credit: ManualTransactionRow }> {
  const { actor, now } = context
  requirePending(row, now)
  const { project_id: projectId, wallet_address: walletAddress, requester_id: authorId } = row
  for (const id of [authorId, actor.id].toSorted((a, b) => a - b)) {
    const user = await lockUser(tx, id)
    if (user && (await mayCredit(tx, user, projectId))) continue
    if (id === actor.id) throw forbidden()
    throw conflict(`${row.requester} may no longer credit tokens in this project`)
  }
  await lockWallet(tx, projectId, walletAddress)
  await requireStillCreditable(tx, row.transaction_id, { projectId, walletAddress })
  const credit = await insertManualTransaction(tx, {
    project_id: projectId,
    wallet_address: walletAddress,
    tokens: row.tokens,
    reason: row.reason,
    authorizer_id: authorId,
    authorizer: row.requester,
    transaction_id: row.transaction_id,
    created_at: now,
    updated_at: now,
  })
  const approval = await decideApproval(tx, row.id, {
    state: 'approved',
    credit_id: credit.id,
    ...decisionOf(context),
  })
  await recordDecision(tx, context, approval)
  await writeCreditAlerts(tx, { id: credit.id, projectId, authorId, now })
  return { approval, credit }
}

/** Ends a request without a credit. A repeat of the same decision changes nothing. */
async function end(
  context: Context<'rejectCredit'> | Context<'cancelCredit'>,
  id: number,
  state: 'rejected' | 'cancelled',
): Promise<Approval> {
  const { actor, db, now } = context
  return inTransaction(db, async (tx) => {
    const row = await lockApproval(tx, id)
    if (row.state === state) return presentApproval(row, actor.id, now)
    requirePending(row, now)
    const decided = await decideApproval(tx, id, { state, ...decisionOf(context) })
    await recordDecision(tx, context, decided)
    return presentApproval(decided, actor.id, now)
  })
}

const decisionOf = ({ actor, now }: Decision) => ({
  decider_id: actor.id,
  decider: actor.email,
  decided_at: now,
})

const ENDED: Record<Exclude<ApprovalState, 'pending'>, string> = {
  approved: 'This request was approved',
  rejected: 'This request was rejected',
  cancelled: 'This request was cancelled',
  expired: 'This request has expired',
}

/** @throws HttpError 409 for a request that no longer waits */
function requirePending(row: ApprovalRow, now: Date): void {
  const state = isOverdue(row, now) ? 'expired' : row.state
  if (state !== 'pending') throw conflict(ENDED[state])
}

const ACTIONS = {
  approved: 'approval.approve',
  rejected: 'approval.reject',
  cancelled: 'approval.cancel',
} as const

async function recordDecision(tx: Tx, context: Decision, row: DecidedRow): Promise<void> {
  const { state, tokens, wallet_address, requester, credit_id } = row
  await recordAudit(tx, context, {
    action: ACTIONS[state],
    object: 'approval',
    objectId: row.id,
    projectId: row.project_id,
    before: { state: 'pending' },
    after: {
      state,
      tokens: trimDecimal(tokens),
      wallet_address,
      requested_by: requester,
      ...(credit_id === null ? {} : { credit_id }),
    },
  })
}
