import { sql, type Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { NoticesTable } from './schema-alerts.ts'

export type NoticeRow = Selectable<NoticesTable>
export type NoticeKind = NoticeRow['kind']

/** Longer than the longest delivery, so no other process claims a notice that is being sent. */
const CLAIM_MS = 5 * 60_000
const LIST_LIMIT = 100

/**
 * Claims the next notice of each project and kind, oldest first, except those that another process
 * has claimed. A notice that waits for its retry blocks later ones, which keeps the order per project
 * and kind. Takes one index lookup per project and kind, whatever the length of the queues.
 */
export async function claimNotices(db: Db, now: Date, limit: number): Promise<NoticeRow[]> {
  const until = new Date(now.getTime() + CLAIM_MS)
  const { rows } = await sql<NoticeRow>`
    update notices set claimed_until = ${until}, attempts = attempts + 1, updated_at = ${now}
    where id in (
      select n.id from notices as n
      where n.id in (
          select head.id from projects as p cross join (values ('chat'), ('lead')) as k (kind)
          cross join lateral (
            select e.id from notices as e
            where e.project_id = p.id and e.kind = k.kind and e.state = 'waiting'
            order by e.id limit 1) as head)
        and n.state = 'waiting' and n.next_attempt_at <= ${now}
        and (n.claimed_until is null or n.claimed_until <= ${now})
      order by n.id limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** What becomes of a notice, or of a message about an alert. */
export interface Outcome {
  state: 'waiting' | 'sent' | 'failed'
  reason: string | null
  /** When it is tried again while it waits. */
  nextAttemptAt?: Date
  /** Nothing was tried, or the receiver asked to wait: this attempt does not count. */
  isUncounted?: boolean
}

/** Stores the outcome of a claimed notice and releases the claim. */
export async function releaseNotice(
  db: Db,
  notice: NoticeRow,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({
      state: outcome.state,
      reason: outcome.reason,
      next_attempt_at: outcome.nextAttemptAt ?? now,
      attempts: notice.attempts - (outcome.isUncounted === true ? 1 : 0),
      claimed_until: null,
      updated_at: now,
    })
    .where('id', '=', notice.id)
    .execute()
}

/** Deletes a notice that is no longer needed. */
export async function deleteNotice(db: Db, id: number): Promise<void> {
  await db.deleteFrom('notices').where('id', '=', id).execute()
}

/** Deletes notices that were sent before `before`. */
export async function deleteSentNotices(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('notices')
    .where('state', '=', 'sent')
    .where('updated_at', '<', before)
    .execute()
}

/** A notice with the email address of its lead. */
export type ListedNotice = NoticeRow & { email: string | null }

/** The newest notices of these projects in one state, at most LIST_LIMIT. */
export async function listNotices(
  db: Db,
  projects: readonly string[],
  kinds: readonly NoticeKind[],
  state: 'waiting' | 'failed',
): Promise<ListedNotice[]> {
  if (projects.length === 0) return []
  return await db
    .selectFrom('notices as n')
    .leftJoin('leads as l', (join) =>
      join.onRef('l.id', '=', 'n.subject_id').on('n.kind', '=', 'lead'),
    )
    .selectAll('n')
    .select('l.email')
    .where('n.state', '=', state)
    .where('n.project_id', 'in', projects)
    .where('n.kind', 'in', kinds)
    .orderBy('n.id', 'desc')
    .limit(LIST_LIMIT)
    .execute()
}

/** The chat notices about a purchase. Sent ones are deleted after some time. */
export function listChatNotices(
  db: Db,
  projectId: string,
  transactionId: number,
): Promise<NoticeRow[]> {
  return db
    .selectFrom('notices')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'chat')
    .where('subject_id', '=', transactionId)
    .orderBy('id')
    .execute()
}

/** A notice, locked until the transaction ends. */
export function lockNotice(tx: Db, id: number): Promise<NoticeRow | undefined> {
  return tx.selectFrom('notices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Queues a failed notice again. */
export function retryNotice(tx: Db, id: number, now: Date): Promise<NoticeRow> {
  return tx
    .updateTable('notices')
    .set({
      state: 'waiting',
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Makes a waiting notice due, and those that wait before it: notices of a project and kind are sent in
 * order. @returns whether any of them was not due yet
 */
export async function hastenNotices(
  tx: Db,
  { id, project_id, kind }: NoticeRow,
  now: Date,
): Promise<boolean> {
  const hastened = await tx
    .updateTable('notices')
    .set({ next_attempt_at: now, updated_at: now })
    .where('project_id', '=', project_id)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('id', '<=', id)
    .where('next_attempt_at', '>', now)
    .returning('id')
    .execute()
  return hastened.length > 0
}
