import { formatCount } from '#src/domain/money/money.ts'
import { blocksToMs } from '#src/domain/sale/chain-presets.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { formatAge, formatDuration } from '#src/domain/time/format-time.ts'
import type { BadgeTone } from '#src/ui/text/Badge.tsx'
import type { Chain } from '#src/wire/chains.ts'

const BADGES: ReadonlyMap<string, { tone: BadgeTone; text: string }> = new Map([
  ['ok', { tone: 'positive', text: 'Up to date' }],
  ['behind', { tone: 'warning', text: 'Behind' }],
  ['failing', { tone: 'negative', text: 'Failing' }],
])

/** How the state of a chain is shown; one of a newer server as it is. */
export const chainBadge = ({ state }: Chain): { tone: BadgeTone; text: string } =>
  BADGES.get(state) ?? { tone: 'neutral', text: capitalize(state) }

/** "the newest block", or the one that is: "of 68,421,322". */
export function describeHead({ head_block: head, scanned_block: scanned }: Chain): string {
  if (head === null) return 'not read yet'
  return scanned !== null && scanned >= head ? 'the newest block' : `of ${formatCount(head)}`
}

/**
 * What holds a chain up, as sentences; empty for one that is up to date.
 * @param now in epoch ms
 */
export function describeHold(chain: Chain, now: number): string {
  if (chain.state === 'failing') return describeFailure(chain, now)
  if (chain.state !== 'behind') return ''
  const { head_block: head, scanned_block: scanned } = chain
  if (head === null) return 'The node is about to be read.'
  const blocks = head - (scanned ?? chain.from_block - 1)
  const ms = blocksToMs(chain.chain_id, blocks)
  const time = ms === null ? '' : `, about ${formatDuration(ms)}`
  return `${formatCount(blocks)} ${blocks === 1 ? 'block' : 'blocks'}${time}. Catching up.`
}

function describeFailure(chain: Chain, now: number): string {
  const { error, failing_since: since, next_try_at: next } = chain
  const reason = (error ?? 'The node does not answer as it should').replace(/\.$/, '')
  const start = since === null ? '' : ` since ${formatAge(Date.parse(since), now)}`
  const end = next === null ? '' : ` Next try at ${formatAge(Date.parse(next), now)}.`
  return `${reason}${start}.${end} No proof was changed.`
}

const MAX_NAMED = 5

/**
 * The payment tokens that no chain has: "SOL, BTC and AVAX have no connected chain: …"; null if each has
 * one. Symbols are compared without regard to case.
 */
export function describeUncovered(
  chains: readonly Chain[],
  paymentTokens: readonly string[],
): string | null {
  const covered = new Set(
    chains.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol.toLowerCase())),
  )
  const without = paymentTokens.filter((token) => !covered.has(token.toLowerCase()))
  const [first] = without
  if (first === undefined) return null
  const end = 'are not checkable. Proof changes no figure.'
  if (without.length === 1) return `${first} has no connected chain: purchases in it ${end}`
  const others = without.length - MAX_NAMED
  const named = others > 1 ? without.slice(0, MAX_NAMED) : without
  const last = others > 1 ? `${others} others` : (named.at(-1) ?? '')
  const list = (others > 1 ? named : named.slice(0, -1)).join(', ')
  return `${list} and ${last} have no connected chain: purchases in them ${end}`
}
