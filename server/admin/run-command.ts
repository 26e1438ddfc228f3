import { listRunningSales } from '#server/db/projects/running-sales.ts'
import { SettingsError } from '#server/settings-error.ts'
import { readAll } from '#src/domain/sale/import-columns.ts'
import { CELL_READINGS } from '#src/wire/imports.ts'
import type { AdminContext } from './admin-context.ts'
import { runAllocationsCommand } from './allocations.ts'
import { runBackupCommand } from './backup.ts'
import { runChainCommand } from './chain.ts'
import { importLines } from './import-lines.ts'
import { runIngestKeysCommand } from './ingest-keys.ts'
import { runProjectsCommand } from './projects.ts'
import { runSecretCommand } from './secret.ts'
import { runUsersCommand } from './users.ts'
import { runVitalsCommand } from './vitals.ts'

/** A command of an operator, as the command line sends it to a running server. */
export interface CommandRequest {
  command: string
  operator: string
  args: readonly string[]
  /** The content of the file that the command reads, if it reads one. */
  input?: string
}

/**
 * Runs a command on the database, in the command's own process or in the server.
 * @returns the output for the operator: text, or the command's JSON
 * @throws SettingsError for a command that fails; nothing has changed then
 */
export async function runCommand(context: AdminContext, request: CommandRequest): Promise<string> {
  const { command, args, input = '' } = request
  switch (command) {
    case 'users':
      return runUsersCommand(context, args)
    case 'projects':
      return runProjectsCommand(context, args)
    case 'ingest-keys':
      return runIngestKeysCommand(context, args)
    case 'secret':
      return runSecretCommand(context, args)
    case 'backup':
      return runBackupCommand(context, args)
    case 'vitals':
      return runVitalsCommand(context, args)
    case 'allocations':
      return runAllocationsCommand(context, args)
    case 'chain':
      return runChainCommand(context, args)
    case 'import-lines':
      return JSON.stringify(
        await importLines(
          context,
          input,
          args.includes('--write'),
          readAll(CELL_READINGS.filter((one) => args.includes(one))),
        ),
      )
    case 'sales':
      return JSON.stringify(await listRunningSales(context.db, context.now))
    default:
      throw new SettingsError(`There is no command ${command}.`)
  }
}
