import { recordAudit } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import {
  hasSaleData,
  listProjectStarts,
  lockProjectNames,
  renameProjectRow,
} from '#server/db/projects/projects.ts'
import { SettingsError } from '#server/settings-error.ts'
import { projectNameSchema } from '#src/wire/project-name.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { findCommand, requireArguments } from './arguments.ts'
import { addProject, findTaken, setArchived } from './project-administration.ts'

export const USAGE = `Usage: npm run projects -- <command>
  list                     lists every project and the day its history starts
  add <project>            adds a project; its name is its token's, such as AURA
  rename <project> <name>  renames a project that has no sale data yet
  archive <project>        hides a project from names, filters and lists; nothing is deleted
  restore <project>        shows an archived project again`

const COMMANDS = {
  list: { required: [], run: listProjects },
  add: { required: ['project name'], run: add },
  rename: { required: ['project name', 'new name'], run: renameProject },
  archive: {
    required: ['project name'],
    run: (context: AdminContext, id: string) => archive(context, id, true),
  },
  restore: {
    required: ['project name'],
    run: (context: AdminContext, id: string) => archive(context, id, false),
  },
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
    .map(({ id, created_at, archived_at }) => {
      const state = archived_at === null ? '' : `; archived ${dayOf(archived_at)}`
      return `${id}; since ${dayOf(created_at)}${state}`
    })
    .join('\n')
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

async function add(context: AdminContext, id: string): Promise<string> {
  requireValidName(id)
  const result = await addProject(context.db, operatorSource(context), { id })
  if ('takenBy' in result) throw new SettingsError(`${result.takenBy} already exists.`)
  return `Added ${id}. Admins have access to it. Give other users access on the Team page or with npm run users.`
}

async function archive(context: AdminContext, id: string, isArchived: boolean): Promise<string> {
  await inTransaction(context.db, async (tx) => {
    if (!(await lockProjectNames(tx)).includes(id)) throw noSuchProject(id)
    await setArchived(tx, operatorSource(context), id, isArchived)
  })
  return isArchived
    ? `${id} is archived. Its site's events are refused until it is restored.`
    : `${id} is restored.`
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
async function requireNewName(tx: Tx, name: string, renamed: string): Promise<void> {
  requireValidName(name)
  const names = await lockProjectNames(tx)
  if (!names.includes(renamed)) throw noSuchProject(renamed)
  const taken = findTaken(names, name)
  if (taken !== undefined && (taken !== renamed || taken === name))
    throw new SettingsError(`${taken} already exists.`)
}

function requireValidName(name: string): void {
  const { error } = projectNameSchema.safeParse(name)
  if (error)
    throw new SettingsError(`"${name}" is not a valid project name: ${error.issues[0]?.message}.`)
}

const noSuchProject = (id: string) => new SettingsError(`There is no project ${id}.`)
