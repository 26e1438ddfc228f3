/** `all` includes options that are added later. */
export type MultiSelection = 'all' | readonly string[]

export function isSelected(selection: MultiSelection, value: string): boolean {
  return selection === 'all' || selection.includes(value)
}

/**
 * The selection after one option is toggled. The last selected option stays (an empty selection would
 * show nothing), selecting the last missing option makes it "all", and values that are no longer
 * offered are removed.
 */
export function toggleOne(
  selection: MultiSelection,
  value: string,
  offered: readonly string[],
): MultiSelection {
  const next = offered.filter((each) => isSelected(selection, each) !== (each === value))
  if (next.length === 0) return selection
  return next.length === offered.length ? 'all' : next
}

/** The selection after "All" is toggled. Deselecting it keeps the first option, as one must stay. */
export function toggleAll(selection: MultiSelection, offered: readonly string[]): MultiSelection {
  return selection === 'all' ? offered.slice(0, 1) : 'all'
}

export function isSameSelection(a: MultiSelection, b: MultiSelection): boolean {
  if (a === 'all' || b === 'all') return a === b
  return a.length === b.length && a.every((value) => b.includes(value))
}

/**
 * The selection of a filter after one option is toggled. In a filter "all" means that none is chosen:
 * the first option narrows it to itself, and without the last one it is "all" again.
 */
export function toggleFilter(
  selection: MultiSelection,
  value: string,
  offered: readonly string[],
): MultiSelection {
  if (selection === 'all') return [value]
  const next = offered.filter((each) => selection.includes(each) !== (each === value))
  return next.length === 0 || next.length === offered.length ? 'all' : next
}
