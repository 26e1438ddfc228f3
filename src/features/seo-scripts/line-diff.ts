import { diffArrays } from 'diff/lib/diff/array.js'

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

/** With more changed lines than this, all lines are shown as replaced: a diff would take too long. */
const MAX_CHANGED_LINES = 1_500

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/\r\n|\r|\n/)
}

/**
 * The lines that turn one text into another, removed ones before added ones, with as many lines
 * kept as possible. An empty text has no lines. Line endings are ignored.
 */
export function diffLines(before: string, after: string): LineDiff {
  const oldLines = linesOf(before)
  const newLines = linesOf(after)
  const changes = diffArrays(oldLines, newLines, { maxEditLength: MAX_CHANGED_LINES }) ?? [
    { value: oldLines, removed: true, added: false, count: oldLines.length },
    { value: newLines, removed: false, added: true, count: newLines.length },
  ]
  const diff: LineDiff = { lines: [], added: 0, removed: 0 }
  let oldNumber = 0
  let newNumber = 0
  for (const { value, added, removed } of changes) {
    if (added) diff.added += value.length
    if (removed) diff.removed += value.length
    for (const text of value) {
      diff.lines.push({
        kind: added ? 'added' : removed ? 'removed' : 'same',
        text,
        oldNumber: added ? null : (oldNumber += 1),
        newNumber: removed ? null : (newNumber += 1),
      })
    }
  }
  return diff
}
