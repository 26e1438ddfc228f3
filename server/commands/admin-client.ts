import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { usageError } from '#server/admin/arguments.ts'
import { sendToRunningServer } from '#server/admin/control-socket.ts'
import { runCommand, type CommandRequest } from '#server/admin/run-command.ts'
import { openBuildJobs } from '#server/allocations/build-jobs.ts'
import { openBackups } from '#server/backup/backups.ts'
import type { OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { systemClock } from '#server/dependencies.ts'
import { describeDatabase, embeddedFolder, openDatabase } from '#server/lifecycle/boot.ts'
import { readSecrets } from '#server/lifecycle/secret-file.ts'
import { SettingsError } from '#server/settings-error.ts'
import { readSettings, type Settings } from '#server/settings.ts'

/** Runs admin commands: in the server that has the embedded database open, or in this process. */
export interface AdminClient {
  run(command: string, args: readonly string[], input?: string): Promise<string>
  close(): Promise<void>
}

/**
 * Reads the settings and prints which database they name. It prints to stderr, because a program may
 * read the command's stdout.
 */
export function readCommandSettings(): Settings {
  const settings = readSettings(process.env)
  console.error(`Database: ${describeDatabase(settings)}`)
  return settings
}

async function openAdminClient(open: typeof openExistingDatabase): Promise<AdminClient> {
  const settings = readCommandSettings()
  const operator = `command line (${userName()})`
  const toRequest = (command: string, args: readonly string[], input?: string): CommandRequest => ({
    command,
    operator,
    args,
    ...(input === undefined ? {} : { input }),
  })
  const send = (request: CommandRequest) => sendToRunningServer(settings.dataFolder, request)
  const isServerRunning =
    settings.databaseUrl === null && (await send(toRequest('sales', []))) !== null
  if (isServerRunning) {
    return {
      async run(...command) {
        const output = await send(toRequest(...command))
        if (output === null) throw new SettingsError('The server has stopped.')
        return output
      },
      close: async () => {},
    }
  }
  const database = await open(settings)
  const readKeyring = () => readSecrets(settings)
  const { backUp } = openBackups({ database, clock: systemClock, readKeyring })
  const allocationJobs = openBuildJobs({
    db: database.db,
    clock: systemClock,
    log: (message) => console.error(message),
  })
  return {
    run: (...command) =>
      runCommand(
        { db: database.db, now: new Date(), operator, readKeyring, backUp, allocationJobs },
        toRequest(...command),
      ),
    close: () => database.close(),
  }
}

/** The user who runs the command. In a container the user may have a number without a name. */
export function userName(readUser = userInfo): string {
  try {
    return readUser().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/**
 * Opens the database that the settings name, as it is. A command never creates a database: otherwise
 * a misspelt folder would look like an empty sale.
 * @throws SettingsError when the database does not exist
 */
export async function openExistingDatabase(settings: Settings): Promise<OpenDatabase> {
  if (settings.databaseUrl === null) requireFolder(settings)
  return openDatabase(settings, (line) => console.error(line))
}

/**
 * Opens and migrates the database that the settings name.
 * @throws SettingsError when the database does not exist
 */
export async function openPersistentDatabase(settings: Settings): Promise<OpenDatabase> {
  const database = await openExistingDatabase(settings)
  try {
    await migrate(database.db)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** @throws SettingsError when the data folder has no embedded database */
export function requireFolder(settings: Pick<Settings, 'dataFolder'>): void {
  if (existsSync(embeddedFolder(settings))) return
  throw new SettingsError(
    `There is no database in ${settings.dataFolder}. Set SALEROOM_DATA to the folder that has the database, or create one with npm start.`,
  )
}

/**
 * Parses a command's options.
 * @throws SettingsError that names the unknown option and shows the usage
 */
export function parseArguments<Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    // Only the first sentence is about the argument; the rest explains leading dashes.
    const [problem = ''] = error instanceof Error ? error.message.split('. ') : []
    throw usageError(`${problem.replace(/\.$/, '')}.`, usage)
  }
}

/**
 * Runs `work` with a client that is closed afterwards.
 * @param open opens the database if no server has it open
 */
export async function withAdminClient(
  work: (client: AdminClient) => Promise<void>,
  open = openPersistentDatabase,
): Promise<void> {
  const client = await openAdminClient(open)
  try {
    await work(client)
  } finally {
    await client.close()
  }
}
