import { pluralize } from '#src/domain/text/text.ts'
import { MAX_RESULTS } from '#src/wire/search.ts'
import { GROUP_NAMES, type FindGroup, type FindOption, type GroupName } from './find-option.ts'

/** The groups by name; those without options are left out. */
export type Found = Partial<Record<GroupName, readonly FindOption[]>>

/** The server returns at most 8 of a kind, and not how many there are. */
const COUNTED = new Set<GroupName>(['Transactions', 'Bonus codes', 'Leads'])

/** The groups of the list, in order, with at most 8 options each. */
export function groupsOf(found: Found): FindGroup[] {
  return GROUP_NAMES.flatMap((name) => {
    const options = (found[name] ?? []).slice(0, MAX_RESULTS)
    if (options.length === 0) return []
    const note = noteOf(name, options)
    return [{ name, options, ...(note === undefined ? {} : { note }) }]
  })
}

function noteOf(name: GroupName, options: readonly FindOption[]): string | undefined {
  if (name === 'Wallets')
    return pluralize(new Set(options.map(({ project }) => project)).size, 'project')
  if (!COUNTED.has(name)) return undefined
  return options.length < MAX_RESULTS
    ? `${options.length} of ${options.length}`
    : `First ${MAX_RESULTS}`
}

/** How far Page Up and Page Down go. */
const PAGE_STEP = 5

/**
 * The option that a key moves to. Up and Down go round, the others stop at the ends. Options of an
 * earlier text are skipped.
 * @returns null for any other key, or without options
 */
export function movedTo(
  options: readonly FindOption[],
  chosen: FindOption | undefined,
  key: string,
): FindOption | null {
  const enabled = options.filter(({ isStale }) => isStale !== true)
  const { length } = enabled
  if (length === 0) return null
  const at = chosen ? enabled.indexOf(chosen) : -1
  const last = length - 1
  const to = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
    PageDown: Math.min(last, at + PAGE_STEP),
    PageUp: Math.max(0, at - PAGE_STEP),
  }[key]
  return to === undefined ? null : (enabled[to] ?? null)
}
