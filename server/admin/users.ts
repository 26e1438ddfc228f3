import { randomBytes } from 'node:crypto'
import { recordAudit, type AuditEvent } from '#server/auth/audit.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { listProjectIds, setMemberships } from '#server/db/memberships.ts'
import type { Tx } from '#server/db/open.ts'
import type { UserRow } from '#server/db/schema.ts'
import { revokeSessionsOf } from '#server/db/sessions.ts'
import { inTransaction, isUniqueViolation } from '#server/db/transaction.ts'
import {
  findUserByEmail,
  insertUser,
  listRoles,
  listUsersWithProjects,
  updateUser,
} from '#server/db/users.ts'
import { SettingsError } from '#server/settings-error.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { findCommand, requireArguments } from './arguments.ts'

export const USAGE = `Usage: npm run users -- <command>
  list                            lists every user: role, projects, state
  add <email> <role> [projects]   adds a user and prints a one-time password
  role <email> <role>             sets the role: admin, user, client, or a name of your own for a
                                  role that sees less; a role that no user has yet needs
                                  --new-role, here and in add
  projects <email> [projects]     gives access to exactly these projects, separated by commas;
                                  without projects, to none
  reset-password <email>          prints a one-time password and ends all sessions
  disable <email>                 blocks sign-in and ends all sessions
  enable <email>                  allows sign-in again`

interface Command {
  required: readonly string[]
  /** Whether a list of projects may follow. */
  takesProjects?: boolean
  run(context: AdminContext, email: string, rest: readonly string[]): Promise<string>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  list: { required: [], run: (context) => listUsers(context) },
  add: {
    required: ['email address', 'role'],
    takesProjects: true,
    run: (context, email, [role, list]) => addUser(context, email, role, list),
  },
  role: {
    required: ['email address', 'role'],
    run: (context, email, [role]) => changeRole(context, email, role),
  },
  projects: {
    required: ['email address'],
    takesProjects: true,
    run: (context, email, [list]) => changeProjects(context, email, list),
  },
  'reset-password': { required: ['email address'], run: resetPassword },
  disable: {
    required: ['email address'],
    run: (context, email) => setDisabled(context, email, true),
  },
  enable: {
    required: ['email address'],
    run: (context, email) => setDisabled(context, email, false),
  },
}

const ROLE_COMMANDS: ReadonlySet<string> = new Set(['add', 'role'])
const NEW_ROLE = '--new-role'
/** Roles that always exist, even if no user has them. */
const FIXED_ROLES = ['admin', 'user', 'client']

/**
 * Manages user accounts.
 * @returns the output for the operator
 * @throws SettingsError for a command that fails; nothing has changed then
 */
export async function runUsersCommand(
  context: AdminContext,
  args: readonly string[],
): Promise<string> {
  const [name, ...rest] = args
  const command = findCommand(COMMANDS, name, USAGE)
  const takesRole = name !== undefined && ROLE_COMMANDS.has(name)
  const given = takesRole ? rest.filter((arg) => arg !== NEW_ROLE) : rest
  const { required, takesProjects = false } = command
  requireArguments(given, required, USAGE, required.length + Number(takesProjects))
  const [email = '', role = ''] = given
  if (takesRole) await requireRole(context, role, given.length < rest.length)
  return command.run(context, email, given.slice(1))
}

async function listUsers({ db }: AdminContext): Promise<string> {
  const users = await listUsersWithProjects(db)
  if (users.length === 0) return 'There are no users.'
  const lines = users.map(({ email, role, projects, disabled_at, ...user }) => {
    const states = [
      ...(disabled_at === null ? [] : ['disabled']),
      ...(user.is_email_verified ? [] : ['email address not verified']),
      ...(user.requires_password_reset ? ['must change the password'] : []),
    ]
    const sees = role === 'admin' ? 'every project' : projects.join(', ') || 'no project'
    return [email, role, sees, ...states].join('; ')
  })
  return lines.join('\n')
}

async function addUser(context: AdminContext, email: string, role = '', projects?: string) {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new SettingsError(`"${email}" is not an email address.`)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  try {
    await inTransaction(context.db, async (tx) => {
      const ids = await requireProjects(tx, projects)
      const fields = {
        email,
        role,
        is_email_verified: false,
        requires_password_reset: true,
      }
      const user = await insertUser(tx, { ...fields, password_hash: passwordHash }, context.now)
      await setMemberships(tx, user.id, ids, context.now)
      await record(tx, context, user, 'user.create', null, { ...fields, projects: ids })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw new SettingsError(`${email} already exists.`)
    throw error
  }
  return `Added ${email} (${role}). One-time password: ${password}`
}

function changeRole(context: AdminContext, email: string, role = ''): Promise<string> {
  return change(context, email, async (tx, user) => {
    await updateUser(tx, user.id, { role }, context.now)
    await record(tx, context, user, 'user.change_role', { role: user.role }, { role })
    return `${user.email} is now ${role} (was ${user.role}).`
  })
}

function changeProjects(context: AdminContext, email: string, projects?: string): Promise<string> {
  return change(context, email, async (tx, user) => {
    const before = await listProjectIds(tx, user.id)
    const after = await requireProjects(tx, projects)
    await setMemberships(tx, user.id, after, context.now)
    const [was, is] = [{ projects: before }, { projects: after }]
    await record(tx, context, user, 'user.change_projects', was, is)
    return `${user.email} has ${after.length === 0 ? 'no project' : after.join(', ')}.`
  })
}

async function resetPassword(context: AdminContext, email: string): Promise<string> {
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  return change(context, email, async (tx, user) => {
    const changes = { password_hash: passwordHash, requires_password_reset: true }
    await updateUser(tx, user.id, changes, context.now)
    await revokeSessionsOf(tx, user.id, context.now, 'an operator reset the password')
    await record(tx, context, user, 'user.reset_password', null, { requires_password_reset: true })
    return `${user.email} must change the password. One-time password: ${password}`
  })
}

function setDisabled(context: AdminContext, email: string, isDisabled: boolean): Promise<string> {
  return change(context, email, async (tx, user) => {
    await updateUser(tx, user.id, { disabled_at: isDisabled ? context.now : null }, context.now)
    if (isDisabled)
      await revokeSessionsOf(tx, user.id, context.now, 'an operator disabled the user')
    const action = isDisabled ? 'user.disable' : 'user.enable'
    const was = { disabled: user.disabled_at !== null }
    await record(tx, context, user, action, was, { disabled: isDisabled })
    return `${user.email} is ${isDisabled ? 'disabled' : 'enabled'}.`
  })
}

function change(
  context: AdminContext,
  email: string,
  work: (tx: Tx, user: UserRow) => Promise<string>,
): Promise<string> {
  return inTransaction(context.db, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) throw new SettingsError(`There is no user ${email}.`)
    return work(tx, user)
  })
}

function record(
  tx: Tx,
  context: AdminContext,
  user: UserRow,
  action: string,
  before: AuditEvent['before'],
  after: AuditEvent['after'],
): Promise<void> {
  const what = { action, object: 'user', objectId: user.id }
  return recordAudit(tx, operatorSource(context), { ...what, before, after })
}

/** @param isNew true accepts a role that no user has yet; otherwise one is taken for a typing error */
async function requireRole({ db }: AdminContext, role: string, isNew: boolean): Promise<void> {
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(role))
    throw new SettingsError(
      `"${role}" is not a valid role. Use lower-case letters, digits, - and _.`,
    )
  if (isNew) return
  const known = [...new Set([...FIXED_ROLES, ...(await listRoles(db))])]
  if (known.includes(role)) return
  throw new SettingsError(
    `No user has the role ${role} yet. Known roles: ${known.join(', ')}. Add ${NEW_ROLE} to create it.`,
  )
}

async function requireProjects(tx: Tx, projects = ''): Promise<string[]> {
  const requested = projects.split(',').flatMap((id) => id.trim() || [])
  if (requested.length === 0) return []
  const found = await listProjectIds(tx, null, requested)
  const missing = requested.find((id) => !found.includes(id))
  if (missing !== undefined) throw new SettingsError(`There is no project ${missing}.`)
  return found
}

function oneTimePassword(): string {
  return randomBytes(12).toString('base64url')
}
