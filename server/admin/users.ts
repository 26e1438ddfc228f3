import { randomBytes } from 'node:crypto'
import { recordAudit, type AuditEvent } from '#server/auth/audit.ts'
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
import { operatorSource, type AdminContext } from './admin-context.ts'
import { misused, SettingsError } from '#server/settings-error.ts'
import { hashPassword } from '#server/auth/passwords.ts'

export const USAGE = `Usage: npm run users -- <command>
  list                            every user: role, projects, state
  add <email> <role> [projects]   a new user; prints a one-time password
  role <email> <role>             admin, user, client, or another word for a role that sees less;
                                  a word that no user has yet needs --new-role, here and in add
  projects <email> [projects]     exactly these projects, separated by commas; none without any
  reset-password <email>          prints a one-time password; all sessions end
  disable <email>                 no sign-in any more; all sessions end
  enable <email>                  undoes disable`

interface Command {
  /** How many words it takes: at least, at most. */
  words: readonly [number, number]
  run(desk: AdminContext, email: string, rest: readonly string[]): Promise<string>
}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['list', { words: [0, 0], run: (desk) => listUsers(desk) }],
  ['add', { words: [2, 3], run: (desk, email, [role, list]) => addUser(desk, email, role, list) }],
  ['role', { words: [2, 2], run: (desk, email, [role]) => changeRole(desk, email, role) }],
  ['projects', { words: [1, 2], run: (desk, email, [list]) => changeProjects(desk, email, list) }],
  ['reset-password', { words: [1, 1], run: (desk, email) => resetPassword(desk, email) }],
  ['disable', { words: [1, 1], run: (desk, email) => setDisabled(desk, email, true) }],
  ['enable', { words: [1, 1], run: (desk, email) => setDisabled(desk, email, false) }],
])

const ROLE_COMMANDS: ReadonlySet<string> = new Set(['add', 'role'])
const NEW_ROLE = '--new-role'
/** Of every sale, whether a user has them or not. */
const FIXED_ROLES = ['admin', 'user', 'client']

/**
 * What operators do with accounts from the command line.
 * @returns what to tell the operator
 * @throws SettingsError for a command that can't be carried out; nothing has changed then
 */
export async function administerUsers(
  desk: AdminContext,
  words: readonly string[],
): Promise<string> {
  const [name] = words
  if (name === undefined) throw new SettingsError(USAGE)
  const command = COMMANDS.get(name)
  if (!command) throw misused(`There is no command ${name}.`, USAGE)
  const takesRole = ROLE_COMMANDS.has(name)
  const given = takesRole ? words.filter((word) => word !== NEW_ROLE) : words
  const [, email = '', role = ''] = given
  const [fewest, most] = command.words
  if (given.length <= fewest) throw misused(`Something is missing after ${given.join(' ')}.`, USAGE)
  const extra = given[most + 1]
  if (extra !== undefined) {
    // What may be left out is a list of projects.
    const hint = most > fewest ? ' Commas separate projects.' : ''
    throw misused(`"${extra}" is one word too many.${hint}`, USAGE)
  }
  if (takesRole) await requireRole(desk, role, given.length < words.length)
  return command.run(desk, email, given.slice(2))
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

async function addUser(desk: AdminContext, email: string, role = '', projects?: string) {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new SettingsError(`"${email}" is no email address.`)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  try {
    await inTransaction(desk.db, async (tx) => {
      const ids = await requireProjects(tx, projects)
      const fields = {
        email,
        role,
        is_email_verified: false,
        requires_password_reset: true,
      }
      const user = await insertUser(tx, { ...fields, password_hash: passwordHash }, desk.now)
      await setMemberships(tx, user.id, ids, desk.now)
      await record(tx, desk, user, 'user.create', null, { ...fields, projects: ids })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email'))
      throw new SettingsError(`${email} is there already.`)
    throw error
  }
  return `Added ${email} (${role}). One-time password: ${password}`
}

function changeRole(desk: AdminContext, email: string, role = ''): Promise<string> {
  return change(desk, email, async (tx, user) => {
    await updateUser(tx, user.id, { role }, desk.now)
    await record(tx, desk, user, 'user.change_role', { role: user.role }, { role })
    return `${user.email} is now ${role} (was ${user.role}).`
  })
}

function changeProjects(desk: AdminContext, email: string, projects?: string): Promise<string> {
  return change(desk, email, async (tx, user) => {
    const before = await listProjectIds(tx, user.id)
    const after = await requireProjects(tx, projects)
    await setMemberships(tx, user.id, after, desk.now)
    await record(tx, desk, user, 'user.change_projects', { projects: before }, { projects: after })
    return `${user.email} has ${after.length === 0 ? 'no project' : after.join(', ')}.`
  })
}

async function resetPassword(desk: AdminContext, email: string): Promise<string> {
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  return change(desk, email, async (tx, user) => {
    const changes = { password_hash: passwordHash, requires_password_reset: true }
    await updateUser(tx, user.id, changes, desk.now)
    await revokeSessionsOf(tx, user.id, desk.now, 'an operator reset the password')
    await record(tx, desk, user, 'user.reset_password', null, { requires_password_reset: true })
    return `${user.email} must change the password. One-time password: ${password}`
  })
}

function setDisabled(desk: AdminContext, email: string, isDisabled: boolean): Promise<string> {
  return change(desk, email, async (tx, user) => {
    await updateUser(tx, user.id, { disabled_at: isDisabled ? desk.now : null }, desk.now)
    if (isDisabled) await revokeSessionsOf(tx, user.id, desk.now, 'an operator disabled the user')
    const action = isDisabled ? 'user.disable' : 'user.enable'
    const was = { disabled: user.disabled_at !== null }
    await record(tx, desk, user, action, was, { disabled: isDisabled })
    return `${user.email} is ${isDisabled ? 'disabled' : 'enabled'}.`
  })
}

function change(
  desk: AdminContext,
  email: string,
  work: (tx: Tx, user: UserRow) => Promise<string>,
): Promise<string> {
  return inTransaction(desk.db, async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) throw new SettingsError(`There is no user ${email}.`)
    return work(tx, user)
  })
}

function record(
  tx: Tx,
  desk: AdminContext,
  user: UserRow,
  action: string,
  before: AuditEvent['before'],
  after: AuditEvent['after'],
): Promise<void> {
  const what = { action, object: 'user', objectId: user.id, projectId: null }
  return recordAudit(tx, operatorSource(desk), { ...what, before, after })
}

/** @param isNew whether the operator means a role that no user has yet: a slip of the keys is none */
async function requireRole({ db }: AdminContext, role: string, isNew: boolean): Promise<void> {
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(role))
    throw new SettingsError(`"${role}" is no role: use lower-case letters, digits, - and _.`)
  if (isNew) return
  const known = [...new Set([...FIXED_ROLES, ...(await listRoles(db))])]
  if (known.includes(role)) return
  throw new SettingsError(
    `No user has the role ${role} yet. Known roles: ${known.join(', ')}. Add ${NEW_ROLE} if a new one is meant.`,
  )
}

async function requireProjects(tx: Tx, projects = ''): Promise<string[]> {
  const asked = projects.split(',').flatMap((id) => id.trim() || [])
  if (asked.length === 0) return []
  const found = await listProjectIds(tx, null, asked)
  const missing = asked.find((id) => !found.includes(id))
  if (missing !== undefined) throw new SettingsError(`There is no project ${missing}.`)
  return found
}

function oneTimePassword(): string {
  return randomBytes(12).toString('base64url')
}
