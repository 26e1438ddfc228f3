import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Keyring } from '#server/auth/secret.ts'
import { SettingsError } from '#server/settings-error.ts'
import type { Settings } from '#server/settings.ts'

// An installation without SALEROOM_SECRET has its secret in a file beside the database, readable by this
// user only, and after a rotation the earlier one in a second file.

const SECRET_BYTES = 48
const MIN_BYTES = 32

const fileOf = (dataFolder: string) => path.join(dataFolder, 'secret')
const oldFileOf = (dataFolder: string) => path.join(dataFolder, 'secret.old')

type Place = Pick<Settings, 'dataFolder' | 'secret' | 'oldSecret'>

/**
 * The secrets of the settings or, without SALEROOM_SECRET, of the data folder, where one is created once.
 * @throws SettingsError for a file whose secret is too short
 */
export function readSecrets({ dataFolder, secret, oldSecret }: Place): Keyring {
  if (secret !== null)
    return {
      secret: Buffer.from(secret),
      oldSecret: oldSecret === null ? null : Buffer.from(oldSecret),
    }
  const file = fileOf(dataFolder)
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    writeFileSync(file, newSecret(), { mode: 0o600, flag: 'wx' })
  }
  const oldFile = oldFileOf(dataFolder)
  return {
    secret: readSecretFile(file),
    oldSecret: existsSync(oldFile) ? readSecretFile(oldFile) : null,
  }
}

/** Where the secrets are: the names of settings or, without SALEROOM_SECRET, of files. The old one is second. */
export function secretPlaces({ dataFolder, secret, oldSecret }: Place): string[] {
  if (secret !== null)
    return ['SALEROOM_SECRET', ...(oldSecret === null ? [] : ['SALEROOM_SECRET_OLD'])]
  const oldFile = oldFileOf(dataFolder)
  return [fileOf(dataFolder), ...(existsSync(oldFile) ? [oldFile] : [])]
}

/**
 * The settings with which a server without the data folder's secret files reads what was encrypted
 * with them. They name the files: a secret is never printed.
 */
export function describeSecrets(place: Place): string[] {
  const places = secretPlaces(place)
  if (place.secret !== null) return [`${places.join(' and ')} as before`]
  const names = ['SALEROOM_SECRET', 'SALEROOM_SECRET_OLD']
  return places.map((file, at) => `${names[at]}=<the content of ${file}>`)
}

/**
 * Replaces the secret in the data folder, for the next start of the server. The earlier one stays beside
 * it, because the database has values that are encrypted with it.
 * @returns what the operator does next
 * @throws SettingsError where there is no file to replace, or the last rotation is not complete
 */
export function rotateSecretFile({ dataFolder, secret }: Place): string {
  if (secret !== null)
    throw new SettingsError(
      'SALEROOM_SECRET is set. Set SALEROOM_SECRET_OLD to its value and SALEROOM_SECRET to a new one, then restart the server and run npm run secret -- reseal.',
    )
  const [file, oldFile] = [fileOf(dataFolder), oldFileOf(dataFolder)]
  if (!existsSync(file)) throw new SettingsError(`There is no secret in ${dataFolder}.`)
  const current = readSecretFile(file)
  // The same in both: the process was stopped between the two steps below.
  if (existsSync(oldFile) && !readSecretFile(oldFile).equals(current))
    throw new SettingsError(
      `${oldFile} exists: the last rotation is not complete. Restart the server, run npm run secret -- reseal, and delete that file.`,
    )
  copyFileSync(file, oldFile)
  chmodSync(oldFile, 0o600)
  const newFile = `${file}.new`
  writeFileSync(newFile, newSecret(), { mode: 0o600, flush: true })
  renameSync(newFile, file)
  return [
    `A new secret is in ${file}, the old one in ${oldFile}. Next:`,
    '1. Restart the server.',
    '2. Run npm run secret -- reseal.',
    `3. Delete ${oldFile} and restart the server.`,
  ].join('\n')
}

/**
 * Writes secrets into a new data folder.
 * @throws when the folder has a secret
 */
export function writeSecretFiles(dataFolder: string, { secret, oldSecret }: Keyring): void {
  const write = (file: string, text: Buffer) =>
    writeFileSync(file, `${String(text)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  write(fileOf(dataFolder), secret)
  if (oldSecret) write(oldFileOf(dataFolder), oldSecret)
}

const newSecret = () => `${randomBytes(SECRET_BYTES).toString('base64url')}\n`

/** @throws SettingsError when there is no file, or its secret is too short */
export function readSecretFile(file: string): Buffer {
  if (!existsSync(file)) throw new SettingsError(`There is no secret in ${file}.`)
  const secret = Buffer.from(readFileSync(file, 'utf8').trim())
  if (secret.length < MIN_BYTES) throw new SettingsError(`The secret in ${file} is too short.`)
  return secret
}
