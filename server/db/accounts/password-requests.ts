import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { PasswordRequestsTable } from '#server/db/schema/schema-factors.ts'

export interface PasswordRequest {
  email: string
  ip: string | null
  request_id: string | null
  created_at: Date
}

export async function insertPasswordRequest(
  db: Db,
  request: Insertable<PasswordRequestsTable>,
): Promise<void> {
  await db.insertInto('password_requests').values(request).execute()
}

/** Takes the oldest request that no other process has, in a transaction that answers it. */
export async function takePasswordRequest(tx: Tx): Promise<PasswordRequest | undefined> {
  const { rows } = await sql<PasswordRequest>`
    delete from password_requests where id = (
      select id from password_requests order by id limit 1 for update skip locked)
    returning email, ip, request_id, created_at`.execute(tx)
  return rows[0]
}

/** Deletes requests that no process has taken. */
export async function deleteOldPasswordRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('password_requests').where('created_at', '<=', before).execute()
}
