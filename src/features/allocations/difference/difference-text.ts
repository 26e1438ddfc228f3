import { formatRecent } from '#src/domain/sale/record-formats.ts'
import { listFileStem } from '#src/features/allocations/lists/list-files.ts'
import type { SelectOption } from '#src/ui/controls/Select.tsx'
import type { AllocationList, DifferencePart } from '#src/wire/allocation-lists.ts'

/** Stands for the present state among the lists. */
export const NOW = 'now'

type Named = Pick<AllocationList, 'number'>

/** "List 2" */
export const listName = ({ number }: Named) => `List ${number}`

/** "In list 3", or "Now" without a list. */
export const toLabel = (to: Named | undefined) =>
  to === undefined ? 'Now' : `In list ${to.number}`

/** The lists with rows that can be compared, without one of them. */
export function listOptions(
  lists: readonly AllocationList[],
  except: string | undefined,
  now: Date,
): SelectOption<string>[] {
  return lists
    .filter(({ id, state }) => id !== except && (state === 'ready' || state === 'withdrawn'))
    .map((list) => ({ value: list.id, label: listName(list), note: formatRecent(list.as_of, now) }))
}

/** What the amount of a part means for who pays by the list. */
export function describePart(part: DifferencePart, { number }: Named): string {
  return part === 'more'
    ? `Can be paid on top of list ${number}. Contains the difference only.`
    : `Got too much if list ${number} was paid. Never set off against the others.`
}

/** "AURA-list-2-to-now-more-units.csv": as the server names it. */
export function fileName(
  from: AllocationList,
  to: Named | undefined,
  part: DifferencePart,
  format: string,
): string {
  const until = to === undefined ? NOW : `list-${to.number}`
  return `${listFileStem(from)}-to-${until}-${part}-${format}.csv`
}
