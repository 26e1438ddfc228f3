import path from 'node:path'
import { requireArguments, usageError } from '#server/admin/arguments.ts'
import { USAGE as BACKUP_USAGE } from '#server/admin/backup.ts'
import { USAGE as CHAIN_USAGE } from '#server/admin/chain.ts'
import { USAGE as INGEST_KEYS_USAGE } from '#server/admin/ingest-keys.ts'
import { USAGE as PROJECTS_USAGE } from '#server/admin/projects.ts'
import { USAGE as SECRET_USAGE } from '#server/admin/secret.ts'
import { USAGE as USERS_USAGE } from '#server/admin/users.ts'
import { USAGE as VITALS_USAGE } from '#server/admin/vitals.ts'
import { administerRollups, USAGE as ROLLUPS_USAGE } from '#server/db/rollups/administration.ts'
import { rotateSecretFile, secretPlaces } from '#server/lifecycle/secret-file.ts'
import { SettingsError } from '#server/settings-error.ts'
import { readSettings } from '#server/settings.ts'
import {
  openExistingDatabase,
  openPersistentDatabase,
  parseArguments,
  readCommandSettings,
  withAdminClient,
} from './admin-client.ts'
import { runAllocations, USAGE as ALLOCATIONS_USAGE } from './allocations.ts'
import { importFile, USAGE as IMPORT_USAGE } from './import.ts'
import { move, USAGE as MOVE_USAGE } from './move.ts'
import { restore, USAGE as RESTORE_USAGE } from './restore.ts'
import { simulateTraffic, USAGE as SIMULATE_USAGE } from './simulate.ts'

interface Command {
  usage: string
  run(args: string[]): Promise<void>
}

/** The programs behind `npm run <name>`. */
const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['users', adminCommand('users', USERS_USAGE)],
  ['projects', adminCommand('projects', PROJECTS_USAGE)],
  ['ingest-keys', adminCommand('ingest-keys', INGEST_KEYS_USAGE)],
  ['secret', { usage: SECRET_USAGE, run: runSecret }],
  ['vitals', adminCommand('vitals', VITALS_USAGE)],
  ['backup', { usage: BACKUP_USAGE, run: backUp }],
  ['restore', { usage: RESTORE_USAGE, run: restore }],
  ['import', { usage: IMPORT_USAGE, run: importFile }],
  ['allocations', { usage: ALLOCATIONS_USAGE, run: runAllocations }],
  ['chain', adminCommand('chain', CHAIN_USAGE)],
  ['simulate', { usage: SIMULATE_USAGE, run: simulateTraffic }],
  ['move', { usage: MOVE_USAGE, run: move }],
  ['rollups', { usage: ROLLUPS_USAGE, run: runRollupsCommand }],
])

/** A command that prints what an admin command returns. */
function adminCommand(name: string, usage: string): Command {
  return {
    usage,
    run: (args) => withAdminClient(async (client) => console.log(await client.run(name, args))),
  }
}

/** Backs up the embedded database, and prints what else the operator has to keep. */
async function backUp(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(
    { args, allowPositionals: true, options: { keep: { type: 'string' } } },
    BACKUP_USAGE,
  )
  requireArguments(positionals, ['folder'], BACKUP_USAGE)
  const [folder = ''] = positionals
  const { keep } = values
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw usageError('--keep must be a whole number from 1 to 999999.', BACKUP_USAGE)
  // Without migrations: a backup is made before an upgrade, to return to the version before.
  await withAdminClient(async (client) => {
    const options = keep === undefined ? [] : [keep]
    console.log(await client.run('backup', [path.resolve(folder), ...options]))
  }, openExistingDatabase)
  const places = secretPlaces(readSettings(process.env)).join(' and ')
  console.log(`The secret is not in it. Keep a copy of ${places} elsewhere: a restore requires it.`)
}

/** Without a database for the rotation, which works while the server runs. */
async function runSecret(args: string[]): Promise<void> {
  if (args.length === 1 && args[0] === 'rotate')
    console.log(rotateSecretFile(readCommandSettings()))
  else await adminCommand('secret', SECRET_USAGE).run(args)
}

async function runRollupsCommand(args: string[]): Promise<void> {
  const database = await openPersistentDatabase(readCommandSettings())
  try {
    const isCorrect = await administerRollups(database.db, args, (line) => console.log(line))
    if (!isCorrect) process.exitCode = 1
  } finally {
    await database.close()
  }
}

/** Runs a command. An operator's mistake is printed without a stack; every error exits with 1. */
async function main([name = '', ...args]: string[]): Promise<void> {
  const command = COMMANDS.get(name)
  try {
    if (!command)
      throw new SettingsError(
        `There is no command ${name}. Commands: ${[...COMMANDS.keys()].join(', ')}.`,
      )
    if (args.includes('--help') || args.includes('-h')) console.log(command.usage)
    else await command.run(args)
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exitCode = 1
  }
}

await main(process.argv.slice(2))
