import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, Tx } from '#server/db/engine/open.ts'
import type { UsersTable } from '#server/db/schema/schema-users.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import type { InvitationMail } from '#src/wire/team.ts'
import { hasFactor } from './factors.ts'

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The user, locked until the transaction ends. Sign-in and password changes exclude each other. */
export function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Finds a user by email address, in any case. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** A user with the projects that are not archived by name, and the last use of any session. */
export type MemberRow = UserRow & {
  projects: string[]
  seen_at: Date | null
  has_second_factor: boolean
  invitation_mail: InvitationMail | null
}

/** What became of the mail of a person's invitation; null without one. In a query of users. */
const invitationMail = sql<InvitationMail | null>`(
  select json_build_object('state', coalesce(m.state, 'waiting'), 'reason', m.reason)
  from alert_events as e left join alert_messages as m on m.event_id = e.id
  where e.user_id = users.id and users.invited_at is not null
    and e.kind = 'account' and e.data ->> 'is' = 'invitation'
)`

function selectMembers(db: Db) {
  return db
    .selectFrom('users')
    .selectAll('users')
    .select([
      sql<string[]>`array(
        select project_id from memberships join projects on projects.id = project_id
        where user_id = users.id and archived_at is null order by project_id
      )`.as('projects'),
      sql<Date | null>`greatest(
        last_seen_at, (select max(last_used_at) from sessions where user_id = users.id)
      )`.as('seen_at'),
      hasFactor.as('has_second_factor'),
      invitationMail.as('invitation_mail'),
    ])
}

/** All users by address. */
export function listMembers(db: Db): Promise<MemberRow[]> {
  return selectMembers(db).orderBy('email').execute()
}

export function findMember(db: Db, id: number): Promise<MemberRow> {
  return selectMembers(db).where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * The ids of the admins who can sign in, locked until the transaction ends: two of them who disable
 * each other at the same time wait for each other. Invited ones have no password yet.
 */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('invited_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** The roles that users have, by name. */
export async function listRoles(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('role').distinct().orderBy('role').execute()
  return rows.map(({ role }) => role)
}

/** @throws a unique violation of `users_email` if the address is taken */
export function insertUser(
  db: Db,
  user: Omit<Insertable<UsersTable>, 'created_at' | 'updated_at'>,
  now: Date,
): Promise<UserRow> {
  return db
    .insertInto('users')
    .values({ ...user, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateUser(
  db: Db,
  id: number,
  changes: Updateable<UsersTable>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Claims the sending of a verification mail.
 * @returns null if claimed, else the time of the last mail
 */
export async function claimVerificationMail(
  tx: Tx,
  userId: number,
  now: Date,
  cooldownMs: number,
): Promise<Date | null> {
  const claimed = await tx
    .updateTable('users')
    .set({ verification_sent_at: now })
    .where('id', '=', userId)
    .where((where) =>
      where.or([
        where('verification_sent_at', 'is', null),
        where('verification_sent_at', '<=', new Date(now.getTime() - cooldownMs)),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (claimed) return null
  const user = await findUser(tx, userId)
  return user?.verification_sent_at ?? now
}

/** Releases the claim after a mail that could not be sent. */
export async function releaseVerificationMail(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ verification_sent_at: null })
    .where('id', '=', userId)
    .execute()
}
