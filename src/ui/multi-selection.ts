/** What is ticked: everything, also what is added later, or exactly these. */
export type MultiChoice = 'all' | readonly string[]

export function isTicked(choice: MultiChoice, value: string): boolean {
  return choice === 'all' || choice.includes(value)
}

/**
 * The choice after one box is ticked or unticked. The last tick stays (an empty choice would show
 * nothing), ticking the last open box makes it "all"; values that are no longer offered drop out.
 */
export function toggleOne(
  choice: MultiChoice,
  value: string,
  offered: readonly string[],
): MultiChoice {
  const next = offered.filter((each) => isTicked(choice, each) !== (each === value))
  if (next.length === 0) return choice
  return next.length === offered.length ? 'all' : next
}

/** The choice after "All" is ticked or unticked; unticking leaves the first, as one must stay. */
export function toggleAll(choice: MultiChoice, offered: readonly string[]): MultiChoice {
  return choice === 'all' ? offered.slice(0, 1) : 'all'
}

export function isSameChoice(a: MultiChoice, b: MultiChoice): boolean {
  if (a === 'all' || b === 'all') return a === b
  return a.length === b.length && a.every((value) => b.includes(value))
}
