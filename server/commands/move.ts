import path from 'node:path'
import { usageError } from '#server/admin/arguments.ts'
import { writingInto } from '#server/backup/disk-errors.ts'
import { makeDataFolder } from '#server/backup/new-data-folder.ts'
import { connectEmbedded, connectPostgres, type Side } from '#server/db/move/connect.ts'
import { moveDatabase } from '#server/db/move/move.ts'
import { hasDemoAccounts } from '#server/demo/public-demo.ts'
import { describeDatabase, embeddedFolder, hidePassword } from '#server/lifecycle/boot.ts'
import { markMoved, requireNotMoved } from '#server/lifecycle/moved-folder.ts'
import { describeSecrets, readSecrets, writeSecretFiles } from '#server/lifecycle/secret-file.ts'
import { SettingsError } from '#server/settings-error.ts'
import { isPostgresUrl, type Settings } from '#server/settings.ts'
import { parseArguments, readCommandSettings, requireFolder } from './admin-client.ts'

export const USAGE = `Usage: npm run move -- postgres://user@host:5432/database
         moves the embedded database in SALEROOM_DATA to an empty PostgreSQL database: all or
         nothing, compared at the end. Stop the server first. The folder stays as it is, and is
         marked as moved. People sign in again. The password may be in PGPASSWORD: others on this
         machine can see a command's arguments.
       npm run move -- --back <folder>
         copies the PostgreSQL database of DATABASE_URL into a new folder, as an embedded database
         to try things on. The server may run meanwhile.
  Started again after an interruption, both begin from the start or find that all is done.`

const output = (line: string) => console.log(line)

/** Moves the embedded database to PostgreSQL, or copies it back. */
export async function move(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(
    { args, allowPositionals: true, options: { back: { type: 'string' } } },
    USAGE,
  )
  const [url, extra] = positionals
  const surplus = values.back === undefined ? extra : url
  if (surplus !== undefined) throw usageError(`Unexpected argument "${surplus}".`, USAGE)
  if (values.back !== undefined) await copyBack(readCommandSettings(), path.resolve(values.back))
  else if (url === undefined) throw usageError('Missing argument: the URL of the database.', USAGE)
  else if (!isPostgresUrl(url))
    throw usageError('The URL of the database must start with postgres://.', USAGE)
  else await moveToPostgres(readCommandSettings(), url)
}

async function moveToPostgres(settings: Settings, url: string): Promise<void> {
  const { dataFolder } = settings
  if (settings.databaseUrl !== null)
    throw new SettingsError(
      `DATABASE_URL is set, so the sale is on PostgreSQL already. Remove it from the settings to move the embedded database in ${dataFolder}.`,
    )
  requireFolder(settings)
  requireNotMoved(dataFolder)
  const source = await connectEmbedded(embeddedFolder(settings), dataFolder, stop)
  const target = connectPostgres(url, describeDatabase({ databaseUrl: url, dataFolder }))
  const isDemo = await closing([source, target], async () => {
    // Another move may have ended before this one had the folder.
    requireNotMoved(dataFolder)
    const result = await moveDatabase(source, target, output)
    markMoved(dataFolder, target.name, new Date())
    output(
      result === 'found'
        ? `${target.name} has everything already: an earlier move had been interrupted at its end.`
        : `Everything was moved to ${target.name} and compared.`,
    )
    return hasDemoAccounts(target.db)
  })
  output(`${dataFolder} is unchanged and marked as moved. Start the server with these settings:`)
  output(`  DATABASE_URL=${hidePassword(url)}`)
  for (const line of describeSecrets(settings)) output(`  ${line}`)
  if (isDemo) output('  SALEROOM_DEMO=1')
  if (settings.backups !== null)
    output(
      'Remove SALEROOM_BACKUP_FOLDER, SALEROOM_BACKUP_HOURS and SALEROOM_BACKUP_KEEP: they are for the embedded database.',
    )
}

async function copyBack(settings: Settings, folder: string): Promise<void> {
  const { databaseUrl } = settings
  if (databaseUrl === null)
    throw new SettingsError('--back copies the database of DATABASE_URL, which is not set.')
  await makeDataFolder(folder, async ({ folder: dataFolder, onLost }) => {
    const source = connectPostgres(databaseUrl, describeDatabase(settings))
    const target = await connectEmbedded(embeddedFolder({ dataFolder }), folder, onLost)
    await closing([source, target], () => moveDatabase(source, target, output))
    await writingInto(folder, async () => writeSecretFiles(dataFolder, readSecrets(settings)))
  })
  output(`Everything was copied to ${folder} and compared. Its secret is in ${folder}/secret.`)
  output('To use the copy, replace these settings (an empty one replaces that of saleroom.env):')
  output(
    `  DATABASE_URL= DATABASE_READ_URL= DATABASE_LISTEN_URL= SALEROOM_SECRET= SALEROOM_SECRET_OLD= SALEROOM_DATA=${folder}`,
  )
}

/** The embedded database cannot go on, for example on a failing disk. Nothing was committed. */
function stop(error: Error): void {
  console.error(`Database: ${error.message}`)
  process.exit(1)
}

async function closing<Result>(
  sides: readonly Side[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } finally {
    for (const side of sides) await side.close()
  }
}
