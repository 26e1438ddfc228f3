import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { administer } from '#server/admin/administration.ts'
import { describeDatabase, embeddedFolder, openDatabase } from '#server/lifecycle/boot.ts'
import { sendToRunningServer, type CommandRequest } from '#server/admin/control.ts'
import { migrate } from '#server/db/migrate.ts'
import type { OpenDatabase } from '#server/db/open.ts'
import { misused, SettingsError } from '#server/settings-error.ts'
import { readSettings, type Settings } from '#server/settings.ts'

/** Carries commands out: in the running server on its embedded database, else on the database itself. */
export interface AdminClient {
  ask(command: string, words: readonly string[], input?: string): Promise<string>
  close(): Promise<void>
}

/**
 * The settings of a command, which says on stderr which database they name: what it prints on stdout
 * may be read by a program.
 */
export function readCommandSettings(): Settings {
  const settings = readSettings(process.env)
  console.error(`Database: ${describeDatabase(settings)}`)
  return settings
}

/** Opens the way to the database that the environment names. */
async function openConsole(): Promise<AdminClient> {
  const settings = readCommandSettings()
  const operator = `command line (${userName()})`
  const asked = (command: string, words: readonly string[], input?: string): CommandRequest => ({
    command,
    operator,
    words,
    ...(input === undefined ? {} : { input }),
  })
  const viaServer = (one: CommandRequest) => sendToRunningServer(settings.dataFolder, one)
  if (settings.databaseUrl === null && (await isServerThere(viaServer, asked))) {
    return {
      async ask(...one) {
        const told = await viaServer(asked(...one))
        if (told === null) throw new SettingsError('The server has stopped.')
        return told
      },
      close: async () => {},
    }
  }
  const database = await openPersistentDatabase(settings)
  return {
    ask: (...one) => administer({ db: database.db, now: new Date(), operator }, asked(...one)),
    close: () => database.close(),
  }
}

/** Who runs the command; in a container that may be a number without a name. */
export function userName(ask = userInfo): string {
  try {
    return ask().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/**
 * The database that the settings name, migrated. A command makes none: it would answer for an empty
 * one where a folder's name is misspelt.
 * @throws SettingsError when there is none
 */
export async function openPersistentDatabase(settings: Settings): Promise<OpenDatabase> {
  if (settings.databaseUrl === null && !existsSync(embeddedFolder(settings)))
    throw new SettingsError(
      `There is no database in ${settings.dataFolder}. Set SALEROOM_DATA to the folder that has it, or make one with npm start.`,
    )
  const database = await openDatabase(settings, (line) => console.error(line))
  try {
    await migrate(database.db)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/**
 * What the words after a command say.
 * @throws SettingsError that names the word which says nothing, and how the command is used
 */
export function parseArguments<Config extends ParseArgsConfig>(
  config: Config,
  usage: string,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    // Node goes on about words that begin with a dash.
    const [what = ''] = error instanceof Error ? error.message.split('. ') : []
    throw misused(`${what.replace(/\.$/, '')}.`, usage)
  }
}

async function isServerThere(
  via: (one: CommandRequest) => Promise<string | null>,
  asked: (command: string, words: readonly string[]) => CommandRequest,
): Promise<boolean> {
  return (await via(asked('sales', []))) !== null
}

/** Runs a command's work on the database, or in the server that has it open. */
export async function runWithClient(work: (desk: AdminClient) => Promise<void>): Promise<void> {
  const desk = await openConsole()
  try {
    await work(desk)
  } finally {
    await desk.close()
  }
}

/**
 * Runs a command; an operator's mistake is printed without a stack, with exit code 1.
 * @param usage printed instead, with exit code 0, where --help or -h is among the words
 */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  if (process.argv.some((word) => word === '--help' || word === '-h')) {
    console.log(usage)
    return
  }
  try {
    await command()
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exitCode = 1
  }
}
