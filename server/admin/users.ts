import { announceNewPassword } from '#server/auth/own-password.ts'
import { hashPassword, oneTimePassword } from '#server/auth/passwords.ts'
import { findUserByEmail, listMembers } from '#server/db/accounts/users.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import type { UserRow } from '#server/db/schema/schema.ts'
import { SettingsError } from '#server/settings-error.ts'
import { newEmailSchema, roleNameSchema } from '#src/wire/team.ts'
import { addAccount, changeAccount, record, replacePassword, requireKnownRole } from './accounts.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { findCommand, requireArguments } from './arguments.ts'
import { resetFactors } from './reset-factors.ts'

export const USAGE = `Usage: npm run users -- <command>
  list                            lists every user: role, projects, state
  add <email> <role> [projects]   adds a user and prints a one-time password
  role <email> <role>             sets the role: admin, user, client, marketing, or a name of your own
                                  for a role that sees less; a role that no user has yet needs
                                  --new-role, here and in add
  projects <email> [projects]     gives access to exactly these projects, separated by commas;
                                  without projects, to none
  reset-password <email>          prints a one-time password and ends all sessions
  reset-factors <email>           removes the second factors and recovery codes, and ends all sessions
  read-only <email>               lets the person look, but not change
  may-write <email>               lets the person make changes again
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
  'reset-factors': { required: ['email address'], run: removeFactors },
  'read-only': {
    required: ['email address'],
    run: (context, email) => setMayWrite(context, email, false),
  },
  'may-write': {
    required: ['email address'],
    run: (context, email) => setMayWrite(context, email, true),
  },
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
  const users = await listMembers(db)
  if (users.length === 0) return 'There are no users.'
  const lines = users.map(({ email, role, projects, disabled_at, ...user }) => {
    const states = [
      ...(disabled_at === null ? [] : ['disabled']),
      ...(user.may_write ? [] : ['can only look']),
      ...(user.is_email_verified ? [] : ['email address not verified']),
      ...(user.requires_password_reset ? ['must change the password'] : []),
    ]
    const sees = role === 'admin' ? 'every project' : projects.join(', ') || 'no project'
    return [email, role, sees, ...states].join('; ')
  })
  return lines.join('\n')
}

async function addUser(context: AdminContext, email: string, role = '', projects?: string) {
  if (!newEmailSchema.safeParse(email).success)
    throw new SettingsError(`"${email}" is not an email address.`)
  const { password, access } = await makePassword()
  const account = { email, role, projects: parseProjects(projects) }
  await addAccount(context.db, operatorSource(context), account, access)
  return `Added ${email} (${role}). One-time password: ${password}`
}

function changeRole(context: AdminContext, email: string, role = ''): Promise<string> {
  return withUser(context, email, async (tx, user) => {
    await changeAccount(tx, operatorSource(context), user.id, { role })
    return `${user.email} is now ${role} (was ${user.role}).`
  })
}

function changeProjects(context: AdminContext, email: string, list?: string): Promise<string> {
  return withUser(context, email, async (tx, user) => {
    const projects = parseProjects(list)
    await changeAccount(tx, operatorSource(context), user.id, { projects })
    return `${user.email} has ${projects.length === 0 ? 'no project' : projects.join(', ')}.`
  })
}

async function resetPassword(context: AdminContext, email: string): Promise<string> {
  const { password, access } = await makePassword()
  return withUser(context, email, async (tx, user) => {
    await replacePassword(tx, user, access, context.now)
    await announceNewPassword(tx, { userId: user.id, place: {}, now: context.now })
    const after = { requires_password_reset: true }
    await record(tx, operatorSource(context), user, 'user.reset_password', null, after)
    return `${user.email} must change the password. One-time password: ${password}`
  })
}

function removeFactors(context: AdminContext, email: string): Promise<string> {
  return withUser(context, email, async (tx, user) => {
    await resetFactors(tx, operatorSource(context), user.id)
    return `${user.email} has no second factor. All sessions have ended.`
  })
}

function setMayWrite(context: AdminContext, email: string, mayWrite: boolean): Promise<string> {
  return withUser(context, email, async (tx, user) => {
    await changeAccount(tx, operatorSource(context), user.id, { mayWrite })
    return `${user.email} ${mayWrite ? 'may make changes' : 'can only look'}.`
  })
}

function setDisabled(context: AdminContext, email: string, isDisabled: boolean): Promise<string> {
  return withUser(context, email, async (tx, user) => {
    await changeAccount(tx, operatorSource(context), user.id, { isDisabled })
    return `${user.email} is ${isDisabled ? 'disabled' : 'enabled'}.`
  })
}

function withUser(
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

/** @param isNew true accepts a role that no user has yet; otherwise one is taken for a typing error */
async function requireRole({ db }: AdminContext, role: string, isNew: boolean): Promise<void> {
  if (!roleNameSchema.safeParse(role).success)
    throw new SettingsError(
      `"${role}" is not a valid role. Use lower-case letters, digits, - and _.`,
    )
  if (!isNew) await requireKnownRole(db, role, ` Add ${NEW_ROLE} to create it.`)
}

const parseProjects = (list = '') => list.split(',').flatMap((id) => id.trim() || [])

async function makePassword() {
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  // The command line does not know whether the server sends mail, so the address stays unverified.
  return { password, access: { passwordHash, link: null, isEmailVerified: false } }
}
