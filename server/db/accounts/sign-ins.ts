import { sql } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'

export interface SignInRow {
  at: Date
  user_agent: string | null
}

/** The sign-ins of a person from after `from` to `to`, oldest first. Sessions are deleted earlier. */
export async function listSignIns(
  db: Db,
  userId: number,
  { from, to }: { from: Date; to: Date },
): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`
    select created_at as at, after ->> 'user_agent' as user_agent from audit_log
    where actor_id = ${userId} and action = 'session.open'
      and created_at > ${from} and created_at <= ${to}
    order by created_at, id`.execute(db)
  return rows
}

/** Whether the person had signed in by then. */
export async function hasSignedIn(db: Db, userId: number, by: Date): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
    where actor_id = ${userId} and action = 'session.open' and created_at <= ${by}
    limit 1`.execute(db)
  return rows.length > 0
}
