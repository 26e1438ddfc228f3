import { userInfo } from 'node:os'
import { administer } from './administration.ts'
import { openDatabase } from './boot.ts'
import { askRunningServer, type Asked } from './control.ts'
import { migrate } from './db/migrate.ts'
import { SettingsError } from './faults.ts'
import { readSettings } from './settings.ts'

/** Carries commands out: in the running server on its embedded database, else on the database itself. */
export interface Console {
  ask(command: string, words: readonly string[], input?: string): Promise<string>
  close(): Promise<void>
}

/** Opens the way to the database that the environment names. */
export async function openConsole(): Promise<Console> {
  const settings = readSettings(process.env)
  const operator = `command line (${userInfo().username})`
  const asked = (command: string, words: readonly string[], input?: string): Asked => ({
    command,
    operator,
    words,
    ...(input === undefined ? {} : { input }),
  })
  const viaServer = (one: Asked) => askRunningServer(settings.dataFolder, one)
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
  const database = await openDatabase(settings, (line) => console.error(line))
  await migrate(database.db)
  return {
    ask: (...one) => administer({ db: database.db, now: new Date(), operator }, asked(...one)),
    close: () => database.close(),
  }
}

async function isServerThere(
  via: (one: Asked) => Promise<string | null>,
  asked: (command: string, words: readonly string[]) => Asked,
): Promise<boolean> {
  return (await via(asked('sales', []))) !== null
}

/** Runs a command's work; what an operator has to put right is one line, and exit code 1. */
export async function runCommand(work: (desk: Console) => Promise<void>): Promise<void> {
  try {
    const desk = await openConsole()
    try {
      await work(desk)
    } finally {
      await desk.close()
    }
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exitCode = 1
  }
}
