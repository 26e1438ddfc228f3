import { randomUUID } from 'node:crypto'
import { sql, type Insertable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { RefreshTokensTable, SessionsTable } from '#server/db/schema/schema-audit.ts'
import { lacksSecondFactor } from './factors.ts'

export async function insertSession(
  db: Db,
  session: Omit<Insertable<SessionsTable>, 'last_used_at'>,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, last_used_at: session.created_at })
    .execute()
}

/** Sessions with their users: not revoked, not over, of an account that is not disabled. */
export function activeSessions(db: Db, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('users.disabled_at', 'is', null)
}

/** Whether the user in `users` must verify the email, change the password or add a factor first. */
export const mustActFirst = sql<boolean>`(not users.is_email_verified
  or users.requires_password_reset or ${lacksSecondFactor})`

/** An active session with its current user. */
export function findActiveSession(db: Db, id: string, now: Date) {
  return activeSessions(db, now)
    .select([
      'sessions.id',
      'sessions.user_id',
      'users.email',
      'users.role',
      'users.may_write',
      'sessions.created_at',
      'sessions.method',
      'sessions.confirmed_at',
      'sessions.confirmed_for',
      'sessions.last_write',
      mustActFirst.as('must_act_first'),
    ])
    .where('sessions.id', '=', id)
    .executeTakeFirst()
}

export interface SessionRow {
  id: string
  user_agent: string | null
  method: string | null
  ip: string | null
  created_at: Date
  last_used_at: Date
}

/** Where a person is signed in, by last use. A session whose refresh token was unused for too long is over. */
export function listSessions(db: Db, userId: number, now: Date): Promise<SessionRow[]> {
  return activeSessions(db, now)
    .select([
      'sessions.id',
      'sessions.user_agent',
      'sessions.method',
      'sessions.ip',
      'sessions.created_at',
      'sessions.last_used_at',
    ])
    .where('sessions.user_id', '=', userId)
    .where(
      sql<boolean>`exists (
        select from refresh_tokens as r
        where r.session_id = sessions.id and r.used_at is null and r.expires_at > ${now})`,
    )
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id')
    .execute()
}

/** What decides which live changes a session receives. */
export interface ListenerRow {
  /** The id of the session. */
  id: string
  role: string
  mayWrite: boolean
  mustActFirst: boolean
  /** The projects of the user's memberships, sorted. */
  projects: string[]
}

/** Those of these sessions that are active, with the current rights of their users. */
export function findListeners(db: Db, ids: readonly string[], now: Date): Promise<ListenerRow[]> {
  return activeSessions(db, now)
    .select([
      'sessions.id',
      'users.role',
      'users.may_write as mayWrite',
      mustActFirst.as('mustActFirst'),
      sql<
        string[]
      >`array(select project_id from memberships where user_id = users.id order by 1)`.as(
        'projects',
      ),
    ])
    .where('sessions.id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** The session of a refresh token, whatever the state of both. */
export async function findSessionIdOfToken(db: Db, tokenHash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.session_id ?? null
}

/** The session, locked until the transaction ends. Refresh, sign-out and revocation exclude each other. */
export function lockSession(tx: Tx, id: string) {
  return tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.expires_at',
      'sessions.revoked_at',
      'sessions.user_agent',
      'users.email',
      'users.role',
      'users.disabled_at',
    ])
    .where('sessions.id', '=', id)
    .forUpdate('sessions')
    .executeTakeFirst()
}

export async function revokeSession(db: Db, id: string, now: Date, reason: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends all sessions of a user except `except`. */
export async function revokeSessionsOf(
  db: Db,
  userId: number,
  now: Date,
  reason: string,
  except?: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()
}

export async function insertRefreshToken(
  db: Db,
  token: Insertable<RefreshTokensTable>,
): Promise<void> {
  await db.insertInto('refresh_tokens').values(token).execute()
}

export function findRefreshToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'expires_at', 'used_at', 'successor_hash'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function spendRefreshToken(
  tx: Tx,
  sessionId: string,
  tokenHash: Buffer,
  successorHash: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now, successor_hash: successorHash })
    .where('token_hash', '=', tokenHash)
    .execute()
  await tx.updateTable('sessions').set({ last_used_at: now }).where('id', '=', sessionId).execute()
}

/** Deletes the sessions that ended by then. Their users keep the time when they were last seen. */
export async function deleteOldSessions(db: Db, end: Date): Promise<void> {
  await sql`
    with ended as (
      delete from sessions where expires_at <= ${end} returning user_id, last_used_at
    ), last as (
      select user_id, max(last_used_at) as at from ended group by user_id
    )
    update users set last_seen_at = greatest(last_seen_at, at) from last where id = user_id`.execute(
    db,
  )
}

/** Marks the session as confirmed by its person. */
export async function confirmSession(
  tx: Tx,
  id: string,
  now: Date,
  confirmedFor: 'everything' | 'factors',
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ confirmed_at: now, confirmed_for: confirmedFor })
    .where('id', '=', id)
    .execute()
}

/** Notes that a call of the session has written. Its transactions have committed. */
export async function noteWrite(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ last_write: randomUUID() }).where('id', '=', id).execute()
}
