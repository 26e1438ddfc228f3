import { recordAudit } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/open.ts'
import {
  addProjectRow,
  hasSaleData,
  listProjectStarts,
  lockProjectNames,
  renameProjectRow,
} from '#server/db/projects.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { SettingsError } from '#server/settings-error.ts'
import { foldProjectName, projectNameSchema } from '#src/wire/project-name.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { findCommand, requireArguments } from './arguments.ts'

export const USAGE = `Usage: npm run projects -- <command>
  list                     lists every project and the day its history starts
  add <project>            adds a project; its name is its token's, such as AURA
  rename <project> <name>  renames a project that has no sale data yet`

const COMMANDS = {
  list: { required: [], run: listProjects },
  add: { required: ['project name'], run: addProject },
  rename: { required: ['project name', 'new name'], run: renameProject },
}

/**
 * Lists, adds and renames projects. A project's settings are in the app.
 * @returns the output for the operator
 * @throws SettingsError for a command that fails; nothing has changed then
 */
export async function runProjectsCommand(
  context: AdminContext,
  args: readonly string[],
): Promise<string> {
  const [name, ...rest] = args
  const command = findCommand(COMMANDS, name, USAGE)
  requireArguments(rest, command.required, USAGE)
  const [id = '', other = ''] = rest
  return command.run(context, id, other)
}

async function listProjects({ db }: AdminContext): Promise<string> {
  const projects = await listProjectStarts(db)
  if (projects.length === 0) return 'There are no projects.'
  return projects
    .map(({ id, created_at }) => `${id}; since ${created_at.toISOString().slice(0, 10)}`)
    .join('\n')
}

async function addProject(context: AdminContext, id: string): Promise<string> {
  await inTransaction(context.db, async (tx) => {
    await requireNewName(tx, id)
    await addProjectRow(tx, id, context.now)
    await recordAudit(tx, operatorSource(context), {
      action: 'project.create',
      object: 'project',
      objectId: id,
      projectId: id,
      after: { id },
    })
  })
  return `Added ${id}. Admins have access to it. Give other users access on the Team page or with npm run users.`
}

async function renameProject(context: AdminContext, id: string, name: string): Promise<string> {
  await inTransaction(context.db, async (tx) => {
    await requireNewName(tx, name, id)
    if (await hasSaleData(tx, id))
      throw new SettingsError(`${id} has sale data, so it can't be renamed.`)
    await renameProjectRow(tx, { id, name, now: context.now })
    await recordAudit(tx, operatorSource(context), {
      action: 'project.rename',
      object: 'project',
      objectId: name,
      projectId: name,
      before: { id },
      after: { id: name },
    })
  })
  return `${id} is now ${name}. Sites must now send events to /v1/ingest/${encodeURIComponent(name)}/events; their keys stay valid.`
}

/**
 * Locks the project names until the transaction ends.
 * @param renamed the project that gets the name: it may keep its name in a different case
 * @throws SettingsError for a name that is invalid or taken
 */
async function requireNewName(tx: Tx, name: string, renamed?: string): Promise<void> {
  const { error } = projectNameSchema.safeParse(name)
  if (error)
    throw new SettingsError(`"${name}" is not a valid project name: ${error.issues[0]?.message}.`)
  const names = await lockProjectNames(tx)
  if (renamed !== undefined && !names.includes(renamed))
    throw new SettingsError(`There is no project ${renamed}.`)
  const taken = names.find((one) => foldProjectName(one) === foldProjectName(name))
  if (taken !== undefined && (taken !== renamed || taken === name))
    throw new SettingsError(`${taken} already exists.`)
}
