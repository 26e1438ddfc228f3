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
import { insertManualTransaction, readCredit } from '#server/db/records/manual-transactions.ts'
import { lockWallet } from '#server/db/records/wallets.ts'
import type { ApprovalRow } from '#server/db/schema/schema-approvals.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import { route, type Api, type Context } from '#server/routes/route.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import type { Approval, ApprovalKind, ApprovalState } from '#src/wire/approval.ts'
import { requireStillCreditable } from './credited-purchase.ts'
import { presentManualTransaction } from './manual-transactions.ts'
import { makeCorrection, prepareCorrection, type CorrectionKind } from './prepare-correction.ts'
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
      const approval = row.state === 'approved' ? row : await approve(tx, context, row)
      const creditId = approval.credit_id ?? approval.reversed_id
      return {
        approval: presentApproval(approval, actor.id, now),
        transaction:
          creditId === null ? null : presentManualTransaction(await readCredit(tx, creditId)),
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
 * Carries out a locked request. The next locks are those of the two people, by id, and those of its kind, in
 * the order of new credits and corrections. Both people are read again: their accounts may have changed
 * meanwhile.
 * @throws HttpError 409 if the request no longer waits, or could not be made now as it was; 403 if the
 *   caller may not approve it any more
 */
async function approve(
  tx: Tx,
  context: Context<'approveCredit'>,
  row: ApprovalRow,
): Promise<ApprovalRow> {
  const { actor, now } = context
  requirePending(row, now)
  const { project_id: projectId, requester_id: authorId, kind } = row
  for (const id of [authorId, actor.id].toSorted((a, b) => a - b)) {
    const user = await lockUser(tx, id)
    if (user && (await mayCredit(tx, user, projectId))) continue
    if (id === actor.id) throw forbidden()
    throw conflict(`${row.requester} may no longer ${MAY[kind]} in this project`)
  }
  const made =
    kind === 'credit'
      ? await addCredit(tx, row, now)
      : await carryOutCorrection(tx, context, { ...row, kind })
  const approval = await decideApproval(tx, row.id, {
    state: 'approved',
    ...made,
    ...decisionOf(context),
  })
  await recordDecision(tx, context, approval)
  return approval
}

/** Adds the credit of a request, and its alerts. */
async function addCredit(tx: Tx, row: ApprovalRow, now: Date): Promise<{ credit_id: number }> {
  const { project_id: projectId, wallet_address: walletAddress, requester_id: authorId } = row
  await lockWallet(tx, projectId, walletAddress)
  await requireStillCreditable(tx, row.transaction_id, { projectId, walletAddress })
  const { id } = await insertManualTransaction(tx, {
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
  await writeCreditAlerts(tx, { id, projectId, authorId, now })
  return { credit_id: id }
}

/** @throws HttpError 409 if what the request is about has changed since */
async function carryOutCorrection(
  tx: Tx,
  context: Context<'approveCredit'>,
  row: ApprovalRow & { kind: CorrectionKind },
): Promise<object> {
  const correction = await prepareCorrection(tx, row.kind, row)
  if (correction === undefined) throw conflict('The record of this request no longer exists')
  if (correction.done !== null) throw conflict(correction.done)
  if (correction.walletAddress !== row.wallet_address)
    throw conflict('The purchase now belongs to another wallet')
  // A successor gets all that its wallet has, also what was added since.
  if (row.kind !== 'successor' && isOther(correction.tokens, row.tokens))
    throw conflict(
      `It was ${trimDecimal(row.tokens)} tokens when this was requested and is ${trimDecimal(correction.tokens)} now: reject this request, then request it again`,
    )
  await correction.check?.()
  const author = { id: row.requester_id, email: row.requester, reason: row.reason ?? '' }
  await makeCorrection(tx, context, correction, { author, projectId: row.project_id })
  return {}
}

const isOther = (amount: string, before: string) => trimDecimal(amount) !== trimDecimal(before)

/** What the author of a request must still be allowed to do. */
const MAY: Record<ApprovalKind, string> = {
  credit: 'credit tokens',
  void: 'void purchases',
  restore: 'restore purchases',
  reverse: 'reverse credits',
  successor: 'change successors',
}

/** Ends a request without carrying it out. A repeat of the same decision changes nothing. */
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
  const { state, kind, tokens, wallet_address, requester, credit_id } = row
  await recordAudit(tx, context, {
    action: ACTIONS[state],
    object: 'approval',
    objectId: row.id,
    projectId: row.project_id,
    before: { state: 'pending' },
    after: {
      state,
      kind,
      tokens: trimDecimal(tokens),
      wallet_address,
      requested_by: requester,
      ...(credit_id === null ? {} : { credit_id }),
    },
  })
}
