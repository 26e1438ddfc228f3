import { recordAudit, type AuditEvent, type AuditSource } from '#server/auth/audit.ts'
import { listProjectIds, setMemberships } from '#server/db/accounts/memberships.ts'
import { revokeSessionsOf } from '#server/db/accounts/sessions.ts'
import {
  findUserByEmail,
  insertUser,
  listRoles,
  lockAdmins,
  lockUser,
  updateUser,
} from '#server/db/accounts/users.ts'
import {
  deletePasswordLinks,
  insertVerificationToken,
} from '#server/db/accounts/verification-tokens.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction, isUniqueViolation } from '#server/db/engine/transaction.ts'
import { addAccountEvent, deleteInvitationMails } from '#server/db/messages/account-events.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { SettingsError } from '#server/settings-error.ts'
import { HOUR_MS } from '#src/domain/time/zone.ts'
import { INVITATION_HOURS } from '#src/wire/account.ts'

// The rules of accounts, for the API and the command line. Every change is audited.

/** A refused change. The command line prints the message; the API answers it. */
export class AccountError extends SettingsError {
  /** The input that is invalid, or null for a conflict with the accounts. */
  readonly field: 'role' | 'projects' | 'may_write' | null

  constructor(field: AccountError['field'], message: string) {
    super(message)
    this.field = field
  }
}

/** Roles that always exist, even if no user has them. */
const FIXED_ROLES = ['admin', 'user', 'client', 'marketing']
const INVITATION_LIFE_MS = INVITATION_HOURS * HOUR_MS

/** @param hint added to the message */
export async function requireKnownRole(db: Db, role: string, hint = ''): Promise<void> {
  const known = [...new Set([...FIXED_ROLES, ...(await listRoles(db))])]
  if (known.includes(role)) return
  throw new AccountError(
    'role',
    `No user has the role ${role} yet. Known roles: ${known.join(', ')}.${hint}`,
  )
}

/** What lets a person in who has not set a password yet. */
export interface FirstAccess {
  /** Of a one-time password; with a link, of a password that nobody knows. */
  passwordHash: string
  /** The link that is mailed, or null without a mail. */
  link: InvitationLink | null
  isEmailVerified: boolean
}

export interface InvitationLink {
  /** The SHA-256 of its token, which is derived from the nonce. */
  tokenHash: Buffer
  nonce: string
  /** The email of the admin. */
  invitedBy: string
}

/**
 * Adds an account, which is invited until its person sets a password.
 * @throws AccountError for an address that has an account, and for an unknown project
 */
export async function addAccount(
  db: Db,
  source: AuditSource,
  {
    email,
    role,
    projects,
    mayWrite = true,
  }: { email: string; role: string; projects: readonly string[]; mayWrite?: boolean },
  access: FirstAccess,
): Promise<UserRow> {
  requireWritingAdmin(role, mayWrite)
  const fields = {
    email,
    role,
    is_email_verified: access.isEmailVerified,
    requires_password_reset: true,
    may_write: mayWrite,
  }
  const { now } = source
  try {
    return await inTransaction(db, async (tx) => {
      const ids = await requireProjects(tx, projects)
      const user = await insertUser(
        tx,
        { ...fields, password_hash: access.passwordHash, invited_at: now },
        now,
      )
      await setMemberships(tx, user.id, ids, now)
      await insertInvitation(tx, user, access, now)
      await record(tx, source, user, 'user.create', null, { ...fields, projects: ids })
      return user
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email')) throw error
    throw new AccountError(null, describeExisting(email, await findUserByEmail(db, email)))
  }
}

/** What to do about an address that has an account already. */
function describeExisting(email: string, user: UserRow | undefined): string {
  if (user?.disabled_at) return `${email} already exists and is disabled. Enable the account.`
  if (user?.invited_at) return `${email} already exists. Send the invitation again.`
  return `${email} already exists.`
}

export interface AccountChange {
  role?: string | undefined
  projects?: readonly string[] | undefined
  isDisabled?: boolean | undefined
  /** False: may look, but not change. */
  mayWrite?: boolean | undefined
}

/** @throws AccountError for an admin who may not write */
function requireWritingAdmin(role: string, mayWrite: boolean): void {
  if (role === 'admin' && !mayWrite)
    throw new AccountError('may_write', 'An admin may always make changes.')
}

/**
 * Changes an account. The change applies from the next request on; disabling ends all sessions.
 * @param check throws for an account that must not change
 * @returns false if there is no such account
 * @throws AccountError if no admin would be left who can sign in, and for an unknown project
 */
export async function changeAccount(
  tx: Tx,
  source: AuditSource,
  id: number,
  { role, projects, isDisabled, mayWrite }: AccountChange,
  check: (user: UserRow) => void = () => undefined,
): Promise<boolean> {
  const admins = await lockAdmins(tx)
  const user = await lockUser(tx, id)
  if (!user) return false
  check(user)
  const staysAdmin = (role ?? user.role) === 'admin' && isDisabled !== true
  if (!staysAdmin && admins.length === 1 && admins[0] === id)
    throw new AccountError(null, `${user.email} is the last admin who can sign in.`)
  const nextRole = role ?? user.role
  requireWritingAdmin(nextRole, mayWrite ?? true)
  // Who becomes an admin may write.
  const willWrite = nextRole === 'admin' || (mayWrite ?? user.may_write)
  if (willWrite !== user.may_write) {
    await updateUser(tx, id, { may_write: willWrite }, source.now)
    const action = willWrite ? 'member.may_write' : 'member.read_only'
    await record(tx, source, user, action, { may_write: !willWrite }, { may_write: willWrite })
  }
  if (role !== undefined && role !== user.role) {
    await updateUser(tx, id, { role }, source.now)
    await record(tx, source, user, 'user.change_role', { role: user.role }, { role })
  }
  if (projects !== undefined) await changeProjects(tx, source, user, projects)
  const wasDisabled = user.disabled_at !== null
  if (isDisabled !== undefined && isDisabled !== wasDisabled) {
    await updateUser(tx, id, { disabled_at: isDisabled ? source.now : null }, source.now)
    if (isDisabled) {
      await revokeSessionsOf(tx, id, source.now, 'the account was disabled')
      await deletePasswordLinks(tx, id)
    }
    const action = isDisabled ? 'user.disable' : 'user.enable'
    await record(tx, source, user, action, { disabled: wasDisabled }, { disabled: isDisabled })
  }
  return true
}

async function changeProjects(
  tx: Tx,
  source: AuditSource,
  user: UserRow,
  projects: readonly string[],
): Promise<void> {
  const before = await listProjectIds(tx, { userId: user.id })
  const after = await requireProjects(tx, projects)
  if (before.join() === after.join()) return
  await setMemberships(tx, user.id, after, source.now)
  const [was, is] = [{ projects: before }, { projects: after }]
  await record(tx, source, user, 'user.change_projects', was, is)
}

/**
 * Invites a person again: an earlier link or one-time password is no longer valid.
 * @returns undefined if there is no such account
 * @throws AccountError for an account that is disabled or has a password of its own
 */
export async function renewInvitation(
  tx: Tx,
  source: AuditSource,
  id: number,
  access: FirstAccess,
): Promise<UserRow | undefined> {
  const user = await lockUser(tx, id)
  if (!user) return undefined
  requireInvited(user)
  if (user.disabled_at) throw new AccountError(null, `${user.email} is disabled.`)
  await replacePassword(tx, user, access, source.now)
  await record(tx, source, user, 'user.invite', null, { email: user.email })
  return user
}

/** Sets a password that must be changed, and ends the sessions and the links of an account. */
export async function replacePassword(
  tx: Tx,
  user: UserRow,
  access: FirstAccess,
  now: Date,
): Promise<void> {
  const changes = {
    password_hash: access.passwordHash,
    requires_password_reset: true,
    is_email_verified: user.is_email_verified || access.isEmailVerified,
  }
  await updateUser(tx, user.id, changes, now)
  await revokeSessionsOf(tx, user.id, now, 'the password was replaced')
  await deletePasswordLinks(tx, user.id)
  await insertInvitation(tx, user, access, now)
}

/**
 * Takes an invitation back: disables the account. Accounts are not deleted, because the audit log
 * refers to them.
 * @returns false if there is no such account
 * @throws AccountError for an account with a password of its own
 */
export function withdrawInvitation(tx: Tx, source: AuditSource, id: number): Promise<boolean> {
  return changeAccount(tx, source, id, { isDisabled: true }, requireInvited)
}

function requireInvited(user: UserRow): void {
  if (user.invited_at === null)
    throw new AccountError(null, `${user.email} has accepted the invitation.`)
}

/**
 * Ends the sessions of an account.
 * @param except a session that stays
 * @returns false if there is no such account
 */
export async function endSessionsOf(
  tx: Tx,
  source: AuditSource,
  id: number,
  except?: string,
): Promise<boolean> {
  const user = await lockUser(tx, id)
  if (!user) return false
  await revokeSessionsOf(tx, id, source.now, 'an admin ended the sessions', except)
  await record(tx, source, user, 'user.end_sessions', null, null)
  return true
}

async function insertInvitation(
  tx: Tx,
  user: UserRow,
  { link }: FirstAccess,
  now: Date,
): Promise<void> {
  await deleteInvitationMails(tx, user.id)
  if (link === null) return
  const { tokenHash, nonce, invitedBy } = link
  await addAccountEvent(tx, {
    userId: user.id,
    news: { is: 'invitation', nonce, by: invitedBy },
    key: `invitation ${nonce}`,
    now,
  })
  await insertVerificationToken(tx, {
    token_hash: tokenHash,
    user_id: user.id,
    email: user.email,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_LIFE_MS),
    purpose: 'invitation',
  })
}

/** These projects, each once, by name. */
async function requireProjects(tx: Tx, requested: readonly string[]): Promise<string[]> {
  if (requested.length === 0) return []
  const found = await listProjectIds(tx, null, requested)
  const missing = requested.find((id) => !found.includes(id))
  if (missing !== undefined) throw new AccountError('projects', `There is no project ${missing}.`)
  return found
}

/** Records what was done to an account. */
export function record(
  tx: Tx,
  source: AuditSource,
  user: UserRow,
  action: AuditEvent['action'],
  before: AuditEvent['before'],
  after: AuditEvent['after'],
): Promise<void> {
  return recordAudit(tx, source, { action, object: 'user', objectId: user.id, before, after })
}
