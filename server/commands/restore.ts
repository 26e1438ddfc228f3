import path from 'node:path'
import { requireArguments, usageError } from '#server/admin/arguments.ts'
import type { Keyring } from '#server/auth/secret.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { readSecretFile, readSecrets, writeSecretFiles } from '#server/lifecycle/secret-file.ts'
import { SettingsError } from '#server/settings-error.ts'
import { readSettings } from '#server/settings.ts'
import { parseArguments } from './admin-client.ts'

export const USAGE = `Usage: npm run restore -- <backup.tar.gz> --to <folder> [--secret <file>] [--old-secret <file>]
  Makes a data folder (SALEROOM_DATA) from a backup of the embedded database.
  --to              a folder that does not exist, or is empty
  --secret          the copy of the server's secret, unless SALEROOM_SECRET has it
  --old-secret      the secret before, if the backup was made during a change of the secret
  --without-secret  restores although the secret is lost
  docs/operating.md has the steps.`

/** Restores a backup into a new data folder. */
export async function restore(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(
    {
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        secret: { type: 'string' },
        'old-secret': { type: 'string' },
        'without-secret': { type: 'boolean', default: false },
      },
    },
    USAGE,
  )
  requireArguments(positionals, ['backup.tar.gz'], USAGE)
  const [file = ''] = positionals
  const { to, secret, 'old-secret': oldSecret } = values
  if (to === undefined) throw usageError('Missing option: --to <folder>.', USAGE)
  const folder = path.resolve(to)
  const isWithout = values['without-secret']
  const hasFile = secret !== undefined || oldSecret !== undefined
  if (isWithout && hasFile)
    throw usageError('--without-secret excludes --secret and --old-secret.', USAGE)
  const keyring = isWithout ? null : readKeyring(secret, oldSecret)
  const start = performance.now()
  const isCorrect = await restoreBackup({
    file: path.resolve(file),
    folder,
    keyring,
    addFiles: (unfinished) => {
      // A secret from the settings stays there.
      if (keyring && hasFile) writeSecretFiles(unfinished, keyring)
    },
    log: (line) => console.log(line),
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const needed =
    keyring && !hasFile ? ', with the secrets of the settings that this command has used' : ''
  console.log(
    `Restored to ${folder} in ${seconds} s. To serve it, set SALEROOM_DATA to this folder${needed}.`,
  )
  if (!isCorrect) process.exitCode = 1
}

/**
 * The secrets of the files or, without files, of the settings: never one of each, because a server
 * reads either.
 */
function readKeyring(file: string | undefined, oldFile: string | undefined): Keyring {
  const settings = readSettings(process.env)
  if (settings.secret === null && file === undefined)
    throw new SettingsError(
      'The secret of the server is missing: a backup does not contain it. Name its copy with --secret <file>, or set SALEROOM_SECRET. If it is lost, --without-secret restores the rest: Brevo keys, push devices and authenticator apps have to be set up again. Nothing was restored.',
    )
  if (file === undefined && oldFile === undefined) return readSecrets(settings)
  if (settings.secret !== null || file === undefined)
    throw new SettingsError(
      'SALEROOM_SECRET is set, so a server would not read the secrets of --secret and --old-secret. Use SALEROOM_SECRET and SALEROOM_SECRET_OLD instead of these options, or remove both (also from saleroom.env). Nothing was restored.',
    )
  return {
    secret: readSecretFile(file),
    oldSecret: oldFile === undefined ? null : readSecretFile(oldFile),
  }
}
