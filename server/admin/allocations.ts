import { requestFreeze } from '#server/allocations/freeze.ts'
import {
  findAllocationList,
  findListsByRoot,
  listAllocationLists,
  type AllocationListRow,
} from '#server/db/allocations/lists.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { listProjectStarts } from '#server/db/projects/projects.ts'
import { SettingsError } from '#server/settings-error.ts'
import { trimDecimal } from '#src/domain/money/decimals.ts'
import { pluralizeCount } from '#src/domain/money/money.ts'
import { operatorSource, type AdminContext } from './admin-context.ts'

/** More than a project will have. */
const ALL = { page: 1, limit: 10_000 }

/**
 * Lists and freezes allocation lists, and finds those with a Merkle root.
 * @param args `list [project]`, `freeze project decimals note` or `find root`, as the command line has
 *   checked them
 * @returns the output for the operator; of `find` nothing where no list has this root
 * @throws SettingsError for a command that fails
 */
export async function runAllocationsCommand(
  context: AdminContext,
  [command, subject = '', ...options]: readonly string[],
): Promise<string> {
  if (command === 'freeze') return freeze(context, subject, options)
  const lists =
    command === 'find'
      ? await findListsByRoot(context.db, subject)
      : await listOf(context, subject === '' ? null : subject)
  if (command === 'list' && lists.length === 0) return 'There are no allocation lists.'
  return lists.map(describeList).join('\n')
}

async function listOf({ db }: AdminContext, project: string | null): Promise<AllocationListRow[]> {
  const known = (await listProjectStarts(db)).map(({ id }) => id)
  if (project !== null && !known.includes(project)) throw noSuchProject(project)
  const lists: AllocationListRow[] = []
  for (const id of project === null ? known : [project])
    lists.push(...(await listAllocationLists(db, id, ALL)))
  return lists
}

async function freeze(
  context: AdminContext,
  project: string,
  [decimals, note = '']: readonly string[],
): Promise<string> {
  const { db, allocationJobs: jobs } = context
  if (!jobs) throw new Error('This command needs the builds of lists.')
  const known = await listProjectStarts(db)
  if (!known.some(({ id }) => id === project)) throw noSuchProject(project)
  await jobs.failEnded()
  const source = operatorSource(context)
  const request = { projectId: project, decimals: Number(decimals), note }
  const freezing = await inTransaction(db, (tx) => requestFreeze(tx, source, request))
  if ('refused' in freezing) throw new SettingsError(freezing.refused)
  const { list } = freezing
  await jobs.start(list, source.actor)
  const ended = await findAllocationList(db, list.id)
  if (ended?.state !== 'ready')
    throw new SettingsError(
      `List ${list.number} was not built. ${ended?.failure ?? 'The server has stopped.'}`,
    )
  return describeResult(ended)
}

const noSuchProject = (id: string) => new SettingsError(`There is no project ${id}.`)

/** A list in one line, with its note and why it was withdrawn or not built. */
function describeList(list: AllocationListRow): string {
  const { project_id, number, state, as_of, made_by, wallets, tokens, root, note } = list
  const parts = [
    `${project_id} list ${number}: ${state}`,
    `${formatInstant(as_of)} by ${made_by}`,
    ...(tokens === null || wallets === null
      ? []
      : [`${pluralizeCount(wallets, 'wallet')}, ${trimDecimal(tokens)} tokens`]),
    ...(root === null ? [] : [`root ${root}`]),
    ...(note === null ? [] : [`note: ${note}`]),
    ...(list.withdrawn_at === null
      ? []
      : [
          `withdrawn ${formatInstant(list.withdrawn_at)} by ${list.withdrawn_by}: ${list.withdrawn_reason}`,
        ]),
    ...(list.failure === null ? [] : [list.failure]),
  ]
  return parts.join('; ')
}

function describeResult(list: AllocationListRow): string {
  const { project_id, number, as_of, decimals, wallets, tokens, units, dust, root, sha256 } = list
  return [
    `List ${number} of ${project_id} is ready: what its wallets were owed at ${formatInstant(as_of)}.`,
    `Wallets: ${wallets}`,
    `Tokens: ${trimDecimal(tokens ?? '')}`,
    `Smallest units: ${units} (${decimals} decimals)`,
    `Lost by rounding: ${trimDecimal(dust ?? '')}`,
    `Merkle root: ${root}`,
    `SHA-256 of the smallest units CSV: ${sha256}`,
  ].join('\n')
}

const formatInstant = (instant: Date) =>
  instant.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
