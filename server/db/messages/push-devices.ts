import { sql, type Insertable } from 'kysely'
import { activeSessions } from '#server/db/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { PushDeviceRow, PushDevicesTable } from '#server/db/schema/schema-push.ts'

/** The ids of active sessions that can still be used: with a refresh token that has not expired. */
function usableSessions(db: Db, now: Date) {
  return activeSessions(db, now)
    .select('sessions.id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('session_id')
          .whereRef('session_id', '=', 'sessions.id')
          .where('refresh_tokens.expires_at', '>', now),
      ),
    )
}

/** The devices of a user, oldest first. */
export function listPushDevices(db: Db, userId: number, now: Date): Promise<PushDeviceRow[]> {
  return db
    .selectFrom('push_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('session_id', 'in', usableSessions(db, now))
    .orderBy('id')
    .execute()
}

export function findPushDevice(db: Db, id: number, now: Date): Promise<PushDeviceRow | undefined> {
  return db
    .selectFrom('push_devices')
    .selectAll()
    .where('id', '=', id)
    .where('session_id', 'in', usableSessions(db, now))
    .executeTakeFirst()
}

/**
 * Locks an endpoint, a user and a session for a change of a device, until the transaction ends: no two
 * requests add the same endpoint or the same person's tenth device, and the session does not end.
 * @returns false if the session has ended
 */
export async function lockForPushDevice(
  tx: Tx,
  place: { endpointHash: Buffer; userId: number; sessionId: string },
  now: Date,
): Promise<boolean> {
  const key = String(place.endpointHash.readBigInt64BE())
  await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(tx)
  await sql`select 1 from users where id = ${place.userId} for no key update`.execute(tx)
  await sql`select 1 from sessions where id = ${place.sessionId} for share`.execute(tx)
  const session = await usableSessions(tx, now)
    .where('sessions.id', '=', place.sessionId)
    .executeTakeFirst()
  return session !== undefined
}

/** The device with this endpoint, whatever the state of its session. */
export function findPushDeviceByHash(tx: Tx, hash: Buffer): Promise<PushDeviceRow | undefined> {
  return tx
    .selectFrom('push_devices')
    .selectAll()
    .where('endpoint_hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
}

export function insertPushDevice(
  tx: Tx,
  device: Insertable<PushDevicesTable>,
): Promise<PushDeviceRow> {
  return tx.insertInto('push_devices').values(device).returningAll().executeTakeFirstOrThrow()
}

export function updatePushDevice(
  tx: Tx,
  id: number,
  change: Pick<PushDeviceRow, 'session_id' | 'subscription_sealed' | 'name'>,
): Promise<PushDeviceRow> {
  return tx
    .updateTable('push_devices')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores when the push service took a message. */
export async function recordPush(db: Db, id: number, sentAt: Date): Promise<void> {
  await db
    .updateTable('push_devices')
    .set({ last_notice_at: sentAt })
    .where('id', '=', id)
    .execute()
}

/** @returns whether it was there */
export async function deletePushDevice(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns how many there were */
export async function deleteAllPushDevices(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('push_devices').executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the devices of sessions that have ended: of one user, or of all. */
export async function deleteEndedPushDevices(db: Db, now: Date, userId?: number): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('session_id', 'not in', usableSessions(db, now))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .execute()
}
