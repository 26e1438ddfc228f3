import { sql } from 'kysely'
import { mustActFirst } from '#server/db/accounts/sessions.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { PROJECT_NEWS } from '#server/db/schema/schema-alerts.ts'
import { MAY_SEE } from './alert-writing.ts'

// What people learn whatever their alerts say. These events use the queue of the alerts, so a crash loses
// none, and a mail server that is away delays them.

/** From where something was done, as far as the server knows. */
export interface NewsPlace {
  /** "Firefox on Linux". */
  device?: string | null
  ip?: string | null
  /** ISO 3166-1 alpha-2. */
  country?: string | null
}

/** News about a person's own account. They go by mail. */
export type AccountNews = NewsPlace & AccountChange

type AccountChange =
  | { is: 'factor_added' | 'factor_removed'; kind: 'passkey' | 'totp'; name: string }
  /** `by`: the email of the admin, or null for the command line. */
  | { is: 'factors_reset'; by: string | null }
  | { is: 'recovery_code_used'; left: number }
  | { is: 'new_device' | 'recovery_codes_made' | 'password_changed' }
  | { is: 'codes_blocked'; until: string }
  /** The link's token is derived from `nonce` with the server's secret, so the database does not have it. */
  | { is: 'password_link'; nonce: string }
  /** The same for an invitation; `by`: the email of the admin. */
  | { is: 'invitation'; nonce: string; by: string }

export type ProjectNewsKind = (typeof PROJECT_NEWS)[number]

export function isProjectNews(kind: string): kind is ProjectNewsKind {
  return PROJECT_NEWS.some((known) => known === kind)
}

/** News about a project, by mail and on devices. */
export interface ProjectNews {
  kind: ProjectNewsKind
  projectId: string
  /** What it is about; nobody hears twice of one key. */
  key: string
  data: Readonly<Record<string, unknown>>
  /** The person who caused it. */
  authorId: number
  onlyAdmins?: boolean
  /** Leaves out people who only look: they could not act on it. */
  onlyWriters?: boolean
  now: Date
}

/**
 * Adds an event that no rule has fired.
 * @returns false if the person has one of this kind and key
 */
export async function addEvent(
  db: Db,
  event: { userId: number; kind: 'account' | 'digest'; key: string; at: Date; data: object },
  now: Date,
): Promise<boolean> {
  const { userId, kind, key, at, data } = event
  const { rows } = await sql`
    insert into alert_events (user_id, kind, key, at, data, created_at)
    values (${userId}, ${kind}, ${key}, ${at}, ${JSON.stringify(data)}, ${now})
    on conflict do nothing returning id`.execute(db)
  return rows.length > 0
}

/** Adds a mail to a person about their account, in the transaction of its cause. */
export async function addAccountEvent(
  tx: Tx,
  { userId, news, key, now }: { userId: number; news: AccountNews; key: string; now: Date },
): Promise<void> {
  await addEvent(tx, { userId, kind: 'account', key, at: now, data: news }, now)
}

/** Deletes the mails of a person's earlier invitations, sent or not: their links are void. */
export async function deleteInvitationMails(tx: Tx, userId: number): Promise<void> {
  await sql`
    delete from alert_events
    where user_id = ${userId} and kind = 'account' and data ->> 'is' = 'invitation'`.execute(tx)
}

/**
 * Adds messages to everybody (or every admin) who can see the project's figures now, except the author, in the transaction
 * of the cause. Nobody has requested them, so people who have yet to prove their address get none.
 */
export async function addProjectEvents(
  tx: Tx,
  { kind, projectId, key, data, authorId, now, ...only }: ProjectNews,
): Promise<void> {
  const { onlyAdmins = false, onlyWriters = false } = only
  await sql`
    insert into alert_events (user_id, kind, project_id, key, at, data, created_at)
    select u.id, ${kind}, p.id, ${key}, ${now}, ${JSON.stringify(data)}, ${now}
    from users as u join projects as p on p.id = ${projectId}
    where ${MAY_SEE} and u.id <> ${authorId} and (u.role = 'admin' or not ${onlyAdmins})
      and (u.may_write or not ${onlyWriters})
      and exists (select from users where users.id = u.id and not ${mustActFirst})
    order by u.id
    on conflict do nothing`.execute(tx)
}
