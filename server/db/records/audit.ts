import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { AuditLogTable, AuditRow } from '#server/db/schema/schema-audit.ts'
import { pageWindow, type PageRequest } from './list-page.ts'

export async function insertAudit(db: Db, entry: Insertable<AuditLogTable>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

export interface AuditFilter {
  /** Entries of these projects and of no project. */
  projects: readonly string[]
  /** Only entries by this user or about this account, and only of these kinds; null for all. */
  reader: { userId: number; objects: readonly string[] } | null
  actor?: number | undefined
  /** Alternatives. One that ends in a dot stands for all actions that begin with it. */
  actions: readonly string[]
  object?: string | undefined
  objectId?: string | undefined
  /** Literal text in any case. */
  q?: string | undefined
  from?: Date | undefined
  /** Entries before this time. */
  to?: Date | undefined
}

const NEWEST_FIRST = sql`order by created_at desc, id desc`

/** A page of the audit log, newest first. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  page: PageRequest,
): Promise<AuditRow[]> {
  const found = newest(filter, page.page * page.limit, sql`${NEWEST_FIRST} ${pageWindow(page)}`)
  const { rows } = await sql<AuditRow>`${entriesOf(found)}`.execute(db)
  return rows
}

const EXPORT_STEP_ROWS = 1000

/**
 * The newest `most` entries, newest first, in steps of 1,000. Each step continues after the last row; a
 * cursor would hold the one embedded connection while the file is sent.
 */
export async function* walkAudit(
  db: Db,
  filter: AuditFilter,
  most: number,
): AsyncGenerator<AuditRow[]> {
  let after = sql``
  for (let left = most; left > 0; left -= EXPORT_STEP_ROWS) {
    const step = Math.min(left, EXPORT_STEP_ROWS)
    const found = newest(filter, step, sql`${NEWEST_FIRST} limit ${step}`, after)
    // The time is text too, because a JavaScript date would lose its microseconds.
    const { rows } = await sql<
      AuditRow & { created: string }
    >`${entriesOf(found, sql`, a.created_at::text as created`)}`.execute(db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < step) return
    after = sql`and (created_at, id) < (${last.created}::timestamptz, ${last.id})`
  }
}

const COLUMNS = sql.raw(
  [
    'id',
    'created_at',
    'actor_id',
    'actor',
    'actor_role',
    'ip',
    'session_id',
    'request_id',
    'action',
    'object_type',
    'object_id',
    'project_id',
    'before',
    'after',
  ]
    .map((column) => `a.${column}`)
    .join(', '),
)

function entriesOf(found: RawBuilder<unknown>, more = sql``): RawBuilder<unknown> {
  return sql`select ${COLUMNS} ${more} from (${found}) as found
    join audit_log as a on a.id = found.id
    order by found.created_at desc, found.id desc`
}

/**
 * The ids and times of the newest entries. Each branch reads one index in its order and stops at
 * `most`; the planner would sort all rows of one condition that has several alternatives.
 * @param window the order and the part of the whole
 */
function newest(
  filter: AuditFilter,
  most: number,
  window: RawBuilder<unknown>,
  after = sql``,
): RawBuilder<unknown> {
  const where = sql.join(conditionsOf(filter), sql` and `)
  const branches = branchesOf(filter).map(
    (branch) => sql`(select id, created_at from audit_log where ${branch} and ${where} ${after}
      ${NEWEST_FIRST} limit ${most})`,
  )
  return sql`select id, created_at from (${sql.join(branches, sql` union all `)}) as entries ${window}`
}

function branchesOf({ projects, reader, actor, object, objectId, q }: AuditFilter) {
  const isVisible = sql`(project_id is null or project_id = any(${[...projects]}::text[]))`
  if (reader !== null) {
    const { userId } = reader
    const account = String(userId)
    return [
      // Entries about other accounts are for admins.
      sql`actor_id = ${userId} and (object_type <> 'user' or object_id = ${account}) and ${isVisible}`,
      sql`object_type = 'user' and object_id = ${account} and actor_id is distinct from ${userId}
        and ${isVisible}`,
    ]
  }
  // The first two have an index of their own, and a search reads the log once, newest first.
  const isRecord = object !== undefined && objectId !== undefined
  if (actor !== undefined || isRecord || q !== undefined) return [isVisible]
  return [...projects.map((id) => sql`project_id = ${id}`), sql`project_id is null`]
}

// Each branch repeats them, and a statement has at most 65,535 parameters: a list is one.
function conditionsOf(filter: AuditFilter): RawBuilder<unknown>[] {
  const { reader, actor, actions, object, objectId, q, from, to } = filter
  const conditions = [sql`true`]
  if (reader !== null) conditions.push(sql`object_type = any(${[...reader.objects]}::text[])`)
  if (actor !== undefined) conditions.push(sql`actor_id = ${actor}`)
  if (actions.length > 0) {
    const prefixes = actions.filter((action) => action.endsWith('.'))
    conditions.push(
      sql`(action = any(${[...actions]}::text[]) or action ^@ any(${prefixes}::text[]))`,
    )
  }
  if (object !== undefined) conditions.push(sql`object_type = ${object}`)
  if (objectId !== undefined) conditions.push(sql`object_id = ${objectId}`)
  if (q !== undefined) conditions.push(sql`strpos(search, lower(${q})) > 0`)
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`created_at < ${to}`)
  return conditions
}

/**
 * Updates the count of refused sign-ins in the first entry of the window.
 * @param after the values of the entry, without the count
 * @returns false if there is no such entry
 */
export async function countRefusal(
  db: Db,
  {
    action,
    objectId,
    after,
  }: { action: string; objectId: number | null; after: Readonly<Record<string, string>> },
  { n, since }: { n: number; since: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audit_log')
    .set({ after: sql`after || jsonb_build_object('count', ${n}::int)` })
    .where('action', '=', action)
    .where('created_at', '>=', since)
    .where('object_id', 'is not distinct from', objectId === null ? null : String(objectId))
    .where(sql<boolean>`after - 'count' = ${JSON.stringify(after)}::jsonb`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
