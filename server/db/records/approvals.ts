import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { ApprovalRow, ApprovalsTable } from '#server/db/schema/schema-approvals.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { DAY_MS } from '#src/domain/time/zone.ts'
import { APPROVAL_DAYS, type ApprovalKind, type ApprovalState } from '#src/wire/approval.ts'
import { insertAudit } from './audit.ts'
import { listPage, type PageRequest } from './list-page.ts'

const COLUMNS = [
  'id',
  'kind',
  'project_id',
  'wallet_address',
  'tokens',
  'reason',
  'transaction_id',
  'reversed_id',
  'successor',
  'requester_id',
  'requester',
  'requested_at',
  'expires_at',
  'state',
  'decider_id',
  'decider',
  'decided_at',
  'credit_id',
] as const

/**
 * Whether a credit of this many tokens must wait for a second person: together with the same person's
 * credits in the project in the last 24 hours it is more than the project's limit. Their requests of these
 * 24 hours that still wait count too, so that nobody splits a credit into several requests. A credit counts
 * from when its tokens were added, also one that was approved; exactly 24 hours old it no longer counts.
 * Exact to 18 places. The caller holds the lock of the person, so that no other credit of theirs is missed.
 */
export async function needsApproval(
  tx: Tx,
  credit: { projectId: string; userId: number; tokens: string; now: Date },
): Promise<boolean> {
  const { projectId, userId, tokens, now } = credit
  const since = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<{ is_above: boolean }>`
    select coalesce(${tokens}::numeric + (
      select coalesce(sum(m.tokens), 0) from manual_transactions as m
      where m.project_id = p.id and m.created_at > ${since} and m.authorizer_id = ${userId}
    ) + (
      select coalesce(sum(a.tokens), 0) from approvals as a
      where a.project_id = p.id and a.requested_at > ${since} and a.requester_id = ${userId}
        and a.state = 'pending' and a.kind = 'credit'
    ) > p.credit_approval_over, false) as is_above
    from projects as p where p.id = ${projectId}`.execute(tx)
  return rows[0]?.is_above ?? false
}

/** Adds a request that waits for 7 days. */
export function insertApproval(
  tx: Tx,
  request: Omit<Insertable<ApprovalsTable>, 'expires_at' | 'requested_at'>,
  now: Date,
): Promise<ApprovalRow> {
  const expires_at = new Date(now.getTime() + APPROVAL_DAYS * DAY_MS)
  return tx
    .insertInto('approvals')
    .values({ ...request, requested_at: now, expires_at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export function findApproval(db: Db, id: number): Promise<ApprovalRow | undefined> {
  return db.selectFrom('approvals').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The request, locked until the transaction ends: only one decision is the first. */
export function lockApproval(tx: Tx, id: number): Promise<ApprovalRow> {
  return tx
    .selectFrom('approvals')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** What a request is about: a purchase, a credit, or the successor of a wallet. At most one of each waits. */
export type ApprovalSubject =
  | { transaction_id: number }
  | { reversed_id: number }
  | { kind: 'successor'; project_id: string; wallet_address: string }

/** The kind of the request that waits about a subject; undefined without one. */
export async function findWaiting(
  tx: Tx,
  subject: ApprovalSubject,
): Promise<ApprovalKind | undefined> {
  const row = await tx
    .selectFrom('approvals')
    .select('kind')
    .where((column) => column.and(subject))
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return row?.kind
}

export type DecidedRow = ApprovalRow & { state: 'approved' | 'rejected' | 'cancelled' }

/** Stores the decision about a locked request that waits. */
export async function decideApproval(
  tx: Tx,
  id: number,
  decision: {
    state: DecidedRow['state']
    decider_id: number
    decider: string
    decided_at: Date
    credit_id?: number
  },
): Promise<DecidedRow> {
  const row = await tx
    .updateTable('approvals')
    .set(decision)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return { ...row, state: decision.state }
}

/**
 * One page of the projects' requests, newest first, optionally of one state. One that waits past its time
 * is in the state `expired`, as `presentApproval` shows it.
 */
export function listApprovals(
  db: Db,
  projects: readonly string[],
  page: PageRequest,
  { state, now }: { state: ApprovalState | undefined; now: Date },
): Promise<ApprovalRow[]> {
  const alternatives =
    state === undefined
      ? [sql``]
      : state === 'pending'
        ? [sql`and state = 'pending' and expires_at > ${now}`]
        : state === 'expired'
          ? [sql`and state = 'expired'`, sql`and state = 'pending' and expires_at <= ${now}`]
          : [sql`and state = ${state}`]
  return listPage(db, 'approvals', COLUMNS, projects, page, { alternatives, sort: 'requested_at' })
}

/** Ends the requests that waited past their time, with an entry of nobody in the audit log for each. */
export function expireApprovals(db: Db, now: Date): Promise<void> {
  return inTransaction(db, (tx) => expireWithin(tx, now))
}

/**
 * The same in a transaction of another cause.
 * @param subject only those about it
 */
export async function expireWithin(tx: Tx, now: Date, subject?: ApprovalSubject): Promise<void> {
  const rows = await tx
    .updateTable('approvals')
    .set((row) => ({ state: 'expired', decided_at: row.ref('expires_at') }))
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .where((column) => column.and(subject ?? {}))
    .returning(['id', 'kind', 'project_id', 'tokens', 'wallet_address', 'requester'])
    .execute()
  for (const { id, kind, project_id, tokens, wallet_address, requester } of rows) {
    const after = { state: 'expired', kind, tokens: trimDecimal(tokens), wallet_address }
    await insertAudit(tx, {
      created_at: now,
      actor_id: null,
      actor: null,
      actor_role: null,
      ip: null,
      session_id: null,
      request_id: null,
      action: 'approval.expire',
      object_type: 'approval',
      object_id: String(id),
      project_id,
      before: JSON.stringify({ state: 'pending' }),
      after: JSON.stringify({ ...after, requested_by: requester }),
    })
  }
}
