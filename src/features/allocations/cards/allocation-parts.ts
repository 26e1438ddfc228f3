import { subtractDecimal } from '#src/domain/money/decimals.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'

/** What the tokens of a project were given for, in the order of the bar. */
export const PARTS = [
  { key: 'purchased', label: 'Purchased' },
  { key: 'bonus', label: 'Bonus' },
  { key: 'credited', label: 'Credited' },
] as const

/** What a group of wallets is owed. */
export interface HolderRow {
  name: 'largest' | 'others'
  /** How many they are. */
  wallets: number
  /** Exact. */
  tokens: string
  /** Without decimals. */
  whole: string
}

const wholeOf = (tokens: string) => tokens.split('.')[0] ?? tokens

/**
 * The 10 and the 100 largest wallets, and all others. Whole tokens are rounded down, and those of the
 * others are the rest, so that the last two rows add up to the whole tokens of all. A group that would
 * be everybody is left out, unless `hasAll`: privacy mode has no rows by size.
 */
export function holderRows(summary: AllocationSummary, hasAll: boolean): readonly HolderRow[] {
  const { wallets, tokens, largest } = summary
  const groups = ([10, 100] as const).flatMap((size) => {
    const found = largest.find(({ share_of_wallets: share }) => share === `top_${size}`)
    if (found === undefined || (wallets <= size && !hasAll)) return []
    return [{ size, tokens: found.tokens }]
  })
  const last = groups.at(-1) ?? { size: 0, tokens: '0' }
  return [
    ...groups.map(({ size, tokens: own }): HolderRow => ({
      name: 'largest',
      wallets: size,
      tokens: own,
      whole: wholeOf(own),
    })),
    {
      name: 'others',
      wallets: Math.max(0, wallets - last.size),
      tokens: subtractDecimal(tokens, last.tokens),
      whole: subtractDecimal(wholeOf(tokens), wholeOf(last.tokens)),
    },
  ]
}
