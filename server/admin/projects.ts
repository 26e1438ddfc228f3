import { foldProjectName, projectNameSchema } from '#src/wire/projects.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  addProjectRow,
  hasSaleData,
  listProjectStarts,
  lockProjectNames,
  renameProjectRow,
} from '#server/db/projects.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'
import { misused, SettingsError } from '#server/settings-error.ts'

export const USAGE = `Usage: npm run projects -- <command>
  list                     every project, and when its history begins
  add <project>            a new project, named as its token: AURA
  rename <project> <name>  another name, as long as the project has no data of a sale`

const COMMANDS = {
  list: { words: [], run: listProjects },
  add: { words: ['project'], run: addProject },
  rename: { words: ['project', 'name'], run: renameProject },
}

/**
 * What operators do with projects from the command line; their settings are in the app.
 * @returns what to tell the operator
 * @throws SettingsError for a command that can't be carried out; nothing has changed then
 */
export async function administerProjects(
  desk: AdminContext,
  words: readonly string[],
): Promise<string> {
  const [name, id = '', other = ''] = words
  if (name === undefined) throw new SettingsError(USAGE)
  const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1]
  if (!command) throw misused(`There is no command ${name}.`, USAGE)
  const given = words.length - 1
  const missing = command.words[given]
  if (missing !== undefined) throw misused(`Missing after ${name}: <${missing}>.`, USAGE)
  const extra = words[command.words.length + 1]
  if (extra !== undefined) throw misused(`Unexpected argument "${extra}".`, USAGE)
  return command.run(desk, id, other)
}

async function listProjects({ db }: AdminContext): Promise<string> {
  const projects = await listProjectStarts(db)
  if (projects.length === 0) return 'There are no projects.'
  return projects
    .map(({ id, created_at }) => `${id}; since ${created_at.toISOString().slice(0, 10)}`)
    .join('\n')
}

async function addProject(desk: AdminContext, id: string): Promise<string> {
  await inTransaction(desk.db, async (tx) => {
    await requireNewName(tx, id)
    await addProjectRow(tx, id, desk.now)
    await recordAudit(tx, operatorSource(desk), {
      action: 'project.create',
      object: 'project',
      objectId: id,
      projectId: id,
      before: null,
      after: { id },
    })
  })
  return `Added ${id}. Admins see it; others do once npm run users gives it to them.`
}

async function renameProject(desk: AdminContext, id: string, name: string): Promise<string> {
  await inTransaction(desk.db, async (tx) => {
    await requireNewName(tx, name, id)
    if (await hasSaleData(tx, id))
      throw new SettingsError(`${id} has data of a sale, and keeps its name.`)
    await renameProjectRow(tx, { id, name, now: desk.now })
    await recordAudit(tx, operatorSource(desk), {
      action: 'project.rename',
      object: 'project',
      objectId: name,
      projectId: name,
      before: { id },
      after: { id: name },
    })
  })
  return `${id} is now ${name}. A site that sends events calls /v1/ingest/${encodeURIComponent(name)}/events; its keys stay.`
}

/**
 * Holds the names until the transaction ends.
 * @param renamed the project that gets the name: only its case may change
 * @throws SettingsError for a name that no project may have or another one has
 */
async function requireNewName(tx: Tx, name: string, renamed?: string): Promise<void> {
  const { error } = projectNameSchema.safeParse(name)
  if (error) throw new SettingsError(`"${name}" is no project's name: ${error.issues[0]?.message}.`)
  const names = await lockProjectNames(tx)
  if (renamed !== undefined && !names.includes(renamed))
    throw new SettingsError(`There is no project ${renamed}.`)
  const taken = names.find((one) => foldProjectName(one) === foldProjectName(name))
  if (taken !== undefined && (taken !== renamed || taken === name))
    throw new SettingsError(`${taken} already exists.`)
}
