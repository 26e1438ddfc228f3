import path from 'node:path'
import { requireArguments, usageError } from '#server/admin/arguments.ts'
import { USAGE } from '#server/admin/backup.ts'
import { secretPlaces } from '#server/lifecycle/secret-file.ts'
import { readSettings } from '#server/settings.ts'
import { openExistingDatabase, parseArguments, withAdminClient } from './admin-client.ts'

/** Backs up the embedded database, and prints what else the operator has to keep. */
export async function backUp(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(
    { args, allowPositionals: true, options: { keep: { type: 'string' } } },
    USAGE,
  )
  requireArguments(positionals, ['folder'], USAGE)
  const [folder = ''] = positionals
  const { keep } = values
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep))
    throw usageError('--keep must be a whole number from 1 to 999999.', USAGE)
  // Without migrations: a backup is made before an upgrade, to return to the version before.
  await withAdminClient(async (client) => {
    const options = keep === undefined ? [] : [keep]
    console.log(await client.run('backup', [path.resolve(folder), ...options]))
  }, openExistingDatabase)
  const places = secretPlaces(readSettings(process.env)).join(' and ')
  console.log(`The secret is not in it. Keep a copy of ${places} elsewhere: a restore requires it.`)
}
