import { recordAudit } from './audit.ts'
import { inTransaction, isUniqueViolation } from './db/transaction.ts'
import { addProjectRow, listProjectStarts } from './db/projects.ts'
import { operatorSource, type Desk } from './desk.ts'
import { misused, SettingsError } from './faults.ts'

const USAGE = `Usage: npm run projects -- <command>
  list            every project, and when its history begins
  add <project>   a new project, named as its token: AURA`

const LONGEST_ID = 100

/**
 * What operators do with projects from the command line; their settings are in the app.
 * @returns what to tell the operator
 * @throws SettingsError for a command that can't be carried out; nothing has changed then
 */
export async function administerProjects(desk: Desk, words: readonly string[]): Promise<string> {
  const [command, id, extra] = words
  if (command === undefined) throw new SettingsError(USAGE)
  if (command !== 'list' && command !== 'add')
    throw misused(`There is no command ${command}.`, USAGE)
  if (command === 'add' && id === undefined) throw misused('Something is missing after add.', USAGE)
  const tooMany = command === 'list' ? id : extra
  if (tooMany !== undefined) throw misused(`"${tooMany}" is one word too many.`, USAGE)
  return id === undefined ? listProjects(desk) : addProject(desk, id)
}

async function listProjects({ db }: Desk): Promise<string> {
  const projects = await listProjectStarts(db)
  if (projects.length === 0) return 'There are no projects.'
  return projects
    .map(({ id, created_at }) => `${id}; since ${created_at.toISOString().slice(0, 10)}`)
    .join('\n')
}

async function addProject(desk: Desk, id: string): Promise<string> {
  requireId(id)
  try {
    await inTransaction(desk.db, async (tx) => {
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
  } catch (error) {
    if (isUniqueViolation(error, 'projects_pkey'))
      throw new SettingsError(`${id} is there already.`)
    throw error
  }
  return `Added ${id}. Admins see it; others do once npm run users gives it to them.`
}

/** What people can read, and what a list of projects on a command line can hold. */
function requireId(id: string): void {
  if (id.length === 0 || id.length > LONGEST_ID)
    throw new SettingsError(`A project's name has 1 to ${LONGEST_ID} characters.`)
  if (id !== id.trim() || /[,\p{C}\p{Zl}\p{Zp}]/u.test(id))
    throw new SettingsError(
      `"${id}" is no project's name: it has no commas, no invisible characters, and no space around it.`,
    )
}
