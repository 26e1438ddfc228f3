import { decryptOrNull, encrypt, type Keyring } from '#server/auth/secret.ts'
import {
  listSealedValues,
  replaceSealedValue,
  SEALED_COLUMNS,
  type SealedColumn,
} from '#server/db/accounts/sealed-values.ts'
import { pluralize } from '#src/domain/text/text.ts'
import type { AdminContext } from './admin-context.ts'
import { findCommand, requireArguments } from './arguments.ts'

export const USAGE = `Usage: npm run secret -- <command>
  rotate    replaces the secret in the data folder, for the next start of the server
            (with SALEROOM_SECRET, change the settings instead)
  reseal    encrypts all stored keys with the new secret; repeat it as often as you like
docs/operating.md has the steps.`

const COMMANDS = { reseal: resealAll }

/**
 * Runs a command about the server's secret, but for the rotation, which needs no database.
 * @returns the output for the operator
 */
export function runSecretCommand(context: AdminContext, args: readonly string[]): Promise<string> {
  const [name, ...rest] = args
  const run = findCommand(COMMANDS, name, USAGE)
  requireArguments(rest, [], USAGE)
  return run(context)
}

/** Encrypts every value that only the old secret decrypts with the new one. Nothing else changes. */
async function resealAll({ db, readKeyring }: AdminContext): Promise<string> {
  if (!readKeyring) throw new Error('This command needs the secrets of the server.')
  const keyring = readKeyring()
  const lines = []
  const unreadable = []
  for (const column of SEALED_COLUMNS) {
    const counts = await reseal(db, keyring, column)
    const { resealed, current } = counts
    lines.push(`${pluralize(resealed, column.noun)} re-encrypted, ${current} up to date`)
    unreadable.push(...counts.unreadable.map((key) => `${column.noun} ${key}`))
  }
  if (unreadable.length > 0) lines.push(`Not readable: ${unreadable.join(', ')}`)
  if (!keyring.oldSecret)
    lines.push(
      'The server has no old secret, so there was nothing to re-encrypt. After a rotation, restart it first.',
    )
  return lines.join('\n')
}

async function reseal(db: AdminContext['db'], keyring: Keyring, column: SealedColumn) {
  const { secret } = keyring
  const counts = { resealed: 0, current: 0, unreadable: new Array<string>() }
  for (const sealed of await listSealedValues(db, column)) {
    const text = decryptOrNull(keyring, sealed.value)
    if (text === null) counts.unreadable.push(sealed.key)
    else if (decryptOrNull({ secret }, sealed.value) !== null) counts.current += 1
    // One that has changed meanwhile was encrypted with the new secret.
    else if (await replaceSealedValue(db, column, sealed, encrypt(secret, text)))
      counts.resealed += 1
    else counts.current += 1
  }
  return counts
}
