import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { NoticesTable } from '#server/db/schema/schema-alerts.ts'
import { claim, isFree } from './queue.ts'

export type NoticeRow = Selectable<NoticesTable>
export type NoticeKind = NoticeRow['kind']

const CLAIM_MS = 5 * 60_000
const LIST_LIMIT = 100

/**
 * Claims the next notice of each project and kind, oldest first, except those that another process
 * has claimed. A notice that waits for its retry blocks later ones, which keeps the order per project
 * and kind. Takes one index lookup per project and kind, whatever the length of the queues.
 */
export async function claimNotices(db: Db, now: Date, limit: number): Promise<NoticeRow[]> {
  const ids = sql`
    select n.id from notices as n
    where n.id in (
        select head.id from projects as p cross join (values ('chat'), ('lead')) as k (kind)
        cross join lateral (
          select e.id from notices as e
          where e.project_id = p.id and e.kind = k.kind and e.state = 'waiting'
          order by e.id limit 1) as head)
      and ${isFree(now)}
    order by n.id limit ${limit} for update skip locked`
  const { rows } = await claim('notices', ids, CLAIM_MS, now).execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
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
