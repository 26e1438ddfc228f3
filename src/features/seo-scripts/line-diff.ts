export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** Line numbers from 1; null on the side that doesn't have the line. */
  oldNumber: number | null
  newNumber: number | null
}

export interface LineDiff {
  lines: DiffLine[]
  added: number
  removed: number
}

/** Above this many compared pairs the middle is shown as replaced: a table would take seconds. */
const MAX_PAIRS = 4_000_000

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r\n|\r|\n/)
}

/** Length of the longest common subsequence of every pair of tails, row by row. */
function commonTails(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      // Every index read or written lies inside the table, so the fallback is never used.
      const below = table[(i + 1) * width + j] ?? 0
      const right = table[i * width + j + 1] ?? 0
      const diagonal = (table[(i + 1) * width + j + 1] ?? 0) + 1
      table[i * width + j] = before[i] === after[j] ? diagonal : Math.max(below, right)
    }
  }
  return table
}

type Step = { kind: DiffLine['kind']; text: string }

function middleSteps(before: readonly string[], after: readonly string[]): Step[] {
  if (before.length * after.length > MAX_PAIRS) {
    return [
      ...before.map((text): Step => ({ kind: 'removed', text })),
      ...after.map((text): Step => ({ kind: 'added', text })),
    ]
  }
  const table = commonTails(before, after)
  const width = after.length + 1
  const steps: Step[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const old = before[i]
    const fresh = after[j]
    if (old !== undefined && old === fresh) {
      steps.push({ kind: 'same', text: old })
      i += 1
      j += 1
    } else if (
      fresh === undefined ||
      (old !== undefined && (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))
    ) {
      steps.push({ kind: 'removed', text: old ?? '' })
      i += 1
    } else {
      steps.push({ kind: 'added', text: fresh })
      j += 1
    }
  }
  return steps
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  let count = 0
  while (count < before.length && count < after.length && before[count] === after[count]) count += 1
  return count
}

/**
 * The lines that turn one text into another, removed ones before added ones, with as many lines
 * kept as possible. An empty text has no lines; the kind of line end doesn't count.
 */
export function diffLines(before: string, after: string): LineDiff {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const start = commonStart(old, fresh)
  const end = commonStart(old.slice(start).toReversed(), fresh.slice(start).toReversed())
  const steps: Step[] = [
    ...old.slice(0, start).map((text): Step => ({ kind: 'same', text })),
    ...middleSteps(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map((text): Step => ({ kind: 'same', text })),
  ]
  let oldNumber = 0
  let newNumber = 0
  const lines = steps.map(({ kind, text }): DiffLine => {
    if (kind !== 'added') oldNumber += 1
    if (kind !== 'removed') newNumber += 1
    return {
      kind,
      text,
      oldNumber: kind === 'added' ? null : oldNumber,
      newNumber: kind === 'removed' ? null : newNumber,
    }
  })
  return {
    lines,
    added: steps.filter((step) => step.kind === 'added').length,
    removed: steps.filter((step) => step.kind === 'removed').length,
  }
}
