import { usageError } from '#server/admin/arguments.ts'
import type { VerifiedFile } from '#server/allocations/file-sums.ts'
import { verifyFile } from '#server/allocations/file-verification.ts'
import { SettingsError } from '#server/settings-error.ts'
import { MAX_DECIMALS, MAX_LIST_NOTE, USUAL_DECIMALS } from '#src/wire/allocation-lists.ts'
import { openExistingDatabase, parseArguments, withAdminClient } from './admin-client.ts'
import { requireReadable } from './readable-file.ts'

export const USAGE = `Usage: npm run allocations -- <command>
  list [project]    lists the allocation lists of all projects or of one, newest first
  freeze <project>  freezes what its wallets are owed, and waits until the list is ready
  verify <file>     checks a downloaded CSV or Merkle tree from the file alone: its lines, its sums
                    and its Merkle root. If there is a database, it names the list of the file.
                    The exit code is 1 if the file is wrong or belongs to none of its lists.
  --decimals  of the token, 0 to ${MAX_DECIMALS}; without it ${USUAL_DECIMALS}. For freeze, and to verify amounts in tokens
  --note      of freeze: text that the list keeps, at most ${MAX_LIST_NOTE} characters
  --tokens    of verify: the amounts of a CSV without decimal places are tokens, not smallest units`

const COMMANDS = ['list', 'freeze', 'verify'] as const

/** Lists, freezes and verifies allocation lists. */
export async function runAllocations(args: string[]): Promise<void> {
  const { values, positionals } = parseArguments(
    {
      args,
      allowPositionals: true,
      options: {
        decimals: { type: 'string', default: String(USUAL_DECIMALS) },
        note: { type: 'string', default: '' },
        tokens: { type: 'boolean', default: false },
      },
    },
    USAGE,
  )
  const [name, subject, extra] = positionals
  const command = COMMANDS.find((one) => one === name)
  if (name === undefined) throw new SettingsError(USAGE)
  if (command === undefined) throw usageError(`There is no command ${name}.`, USAGE)
  if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`, USAGE)
  const decimals = Number(values.decimals)
  if (!/^\d{1,2}$/.test(values.decimals) || decimals > MAX_DECIMALS)
    throw usageError(`--decimals must be a whole number from 0 to ${MAX_DECIMALS}.`, USAGE)
  const note = values.note.trim()
  if (note.length > MAX_LIST_NOTE)
    throw usageError(`--note must be at most ${MAX_LIST_NOTE} characters.`, USAGE)
  if (command === 'list') return printOutput(['list', ...(subject === undefined ? [] : [subject])])
  if (subject === undefined)
    throw usageError(`Missing argument: ${command === 'freeze' ? 'project' : 'file'}.`, USAGE)
  if (command === 'freeze') return printOutput(['freeze', subject, String(decimals), note])
  return verify(subject, { decimals, isInTokens: values.tokens })
}

const printOutput = (args: readonly string[]) =>
  withAdminClient(async (client) => console.log(await client.run('allocations', args)))

const FORMATS = {
  units: 'CSV of smallest units',
  tokens: 'CSV of tokens',
  safe: "CSV of Safe's airdrop",
  tree: 'Merkle tree',
}

async function verify(
  file: string,
  options: { decimals: number; isInTokens: boolean },
): Promise<void> {
  requireReadable(file)
  const verified = await verifyFile(file, options).catch((error: unknown) => {
    if (error instanceof SyntaxError) throw new SettingsError(`${file}: ${error.message}.`)
    throw error
  })
  const { problems, problemCount, root } = verified
  console.log(describeFile(verified, options.decimals))
  for (const problem of problems) console.log(problem)
  if (problemCount > problems.length)
    console.log(`... and ${problemCount - problems.length} more problems.`)
  const isListed = root === null ? false : await printLists(root)
  if (problemCount > 0) console.log('The file is wrong.')
  if (problemCount > 0 || isListed === false) process.exitCode = 1
}

function describeFile(verified: VerifiedFile, decimals: number): string {
  const { format, wallets, units, tokens, root, sha256 } = verified
  const rounded = tokens === null ? '' : ` (with ${decimals} decimals)`
  return [
    `Format: ${FORMATS[format]}`,
    `Wallets: ${wallets}`,
    ...(tokens === null ? [] : [`Tokens: ${tokens}`]),
    `Smallest units: ${units}${rounded}`,
    `Merkle root: ${root ?? 'none: there are rows that are not of a list'}${rounded}`,
    `SHA-256 of the CSV of smallest units: ${sha256}`,
  ].join('\n')
}

/** Prints the lists with this root. @returns null without a database to find them in */
async function printLists(root: string): Promise<boolean | null> {
  let found = ''
  try {
    // As it is: a check migrates nothing.
    await withAdminClient(async (client) => {
      found = await client.run('allocations', ['find', root])
    }, openExistingDatabase)
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    console.log(`It was not compared with the lists of a database: ${reason}`)
    console.log('Compare the Merkle root and the SHA-256 with those of the list.')
    return null
  }
  console.log(found === '' ? 'No list of this database has this Merkle root.' : found)
  return found !== ''
}
