import {
  blocksBehind,
  listChainStatus,
  listProofCounts,
  rescanChain,
  type ChainStatus,
} from '#server/db/chain/status.ts'
import { SettingsError } from '#server/settings-error.ts'
import { pluralizeCount } from '#src/domain/money/money.ts'
import type { AdminContext } from './admin-context.ts'
import { findCommand, requireArguments, usageError } from './arguments.ts'

export const USAGE = `Usage: npm run chain -- <command>
  status                    lists the chains of all projects: how far each was read, what its node
                            does wrong, and the purchases and payments that wait for people
  rescan <project> <chain>  reads a chain again: its logs for payments, and every purchase that it
                            may have. <chain> is its id, such as 1 for Ethereum. Also the way on
                            after a chain was replaced by a shorter one
  --from  of rescan: the first block; without it the one of the chain's settings`

const COMMANDS = { status, rescan }

/**
 * Lists how far chains were read, or has one read again.
 * @returns the output for the operator
 * @throws SettingsError for a command that fails
 */
export async function runChainCommand(
  context: AdminContext,
  [name, ...args]: readonly string[],
): Promise<string> {
  return findCommand(COMMANDS, name, USAGE)(context, args)
}

async function status({ db }: AdminContext, args: readonly string[]): Promise<string> {
  requireArguments(args, [], USAGE)
  const chains = await listChainStatus(db)
  if (chains.length === 0) return 'No project has a chain. Connect one on Connections.'
  const counts = await listProofCounts(db)
  return counts
    .flatMap(({ project_id, waiting, differs, open_payments }) => {
      const own = chains.filter((chain) => chain.project_id === project_id)
      if (own.length === 0) return []
      const purchases = `${pluralizeCount(waiting, 'purchase')} waiting, ${differs} different`
      return [
        `${project_id}: ${purchases}, ${pluralizeCount(open_payments, 'payment')} without a purchase`,
        ...own.map(describeChain),
      ]
    })
    .join('\n')
}

/** A chain in one line. */
function describeChain(chain: ChainStatus): string {
  const { chain_id, name, state, error, next_try_at, head_block, scanned_block } = chain
  const behind = blocksBehind(chain)
  return `  ${[
    `${chain_id} ${name}: ${state}`,
    ...(head_block === null || behind === null
      ? ['not read yet']
      : [
          `block ${head_block}`,
          scanned_block === null ? 'not scanned yet' : `scanned to ${scanned_block}`,
          `${behind} behind`,
        ]),
    ...(error === null ? [] : [error]),
    ...(next_try_at === null ? [] : [`next try ${next_try_at.toISOString()}`]),
  ].join(', ')}`
}

async function rescan({ db, now }: AdminContext, args: readonly string[]): Promise<string> {
  const at = args.indexOf('--from')
  const places = at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)]
  requireArguments(places, ['project', 'chain'], USAGE)
  const [projectId = '', chain = ''] = places
  const chainId = wholeNumber(chain, 'The chain', 'the id of a chain, such as 1')
  const from = at === -1 ? null : wholeNumber(args[at + 1] ?? '', '--from', 'a block number')
  const due = await rescanChain(db, { projectId, chainId, from }, now)
  if (due === null)
    throw new SettingsError(
      `Project ${projectId} has no chain ${chainId}. npm run chain -- status lists the chains.`,
    )
  const start = from === null ? 'its first block' : `block ${from}`
  return `Chain ${chainId} of ${projectId} is read again from ${start} on, and ${pluralizeCount(due, 'purchase')} checked again.`
}

/** @throws SettingsError unless it is a whole number that JSON has exactly */
function wholeNumber(text: string, name: string, what: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw usageError(`${name} must be ${what}.`, USAGE)
}
