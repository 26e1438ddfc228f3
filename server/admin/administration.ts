import type { CommandRequest } from './control.ts'
import { listActiveCodes } from '#server/db/bonus-codes-in-use.ts'
import type { AdminContext } from './admin-context.ts'
import { SettingsError } from '#server/settings-error.ts'
import { administerIngestKeys } from './ingest-keys.ts'
import { importLines } from './import-lines.ts'
import { administerProjects } from './projects.ts'
import { administerUsers } from './users.ts'

/**
 * What operators do from the command line, whether the database is open here or in a server.
 * @returns what to tell the operator, or the command's own JSON
 * @throws SettingsError for a command that can't be carried out; nothing has changed then
 */
export async function administer(desk: AdminContext, asked: CommandRequest): Promise<string> {
  const { command, words, input = '' } = asked
  switch (command) {
    case 'users':
      return administerUsers(desk, words)
    case 'projects':
      return administerProjects(desk, words)
    case 'ingest-keys':
      return administerIngestKeys(desk, words)
    case 'import-lines':
      return JSON.stringify(await importLines(desk, words.includes('--write'), input))
    case 'sales':
      return JSON.stringify(await listActiveCodes(desk.db, desk.now))
    default:
      throw new SettingsError(`There is no command ${command}.`)
  }
}
