/** The start and the end of a part of a text, the end excluded. */
export type Range = readonly [start: number, end: number]

const escapeRegExp = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * Where a text contains what was typed, without regard to case: at the start of a word, else
 * anywhere. Indices of the text itself, whose lower case may have another length.
 */
export function matchedRange(text: string, typed: string): Range | null {
  if (typed === '') return null
  const pattern = escapeRegExp(typed)
  const at =
    new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}`, 'iu').exec(text) ??
    new RegExp(pattern, 'iu').exec(text)
  return at === null ? null : [at.index, at.index + at[0].length]
}

/** Whether the text begins with what was typed, without regard to case. */
export function startsWithTyped(text: string, typed: string): boolean {
  return typed !== '' && new RegExp(`^${escapeRegExp(typed)}`, 'iu').test(text)
}

/** The parts of a text, marked or not. Ranges may touch, overlap, or lie outside of the text. */
export function emphasisParts(
  text: string,
  ranges: readonly Range[] = [],
): { text: string; isMarked: boolean }[] {
  const parts: { text: string; isMarked: boolean }[] = []
  let done = 0
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(start, done)
    const to = Math.min(end, text.length)
    if (to <= from) continue
    if (from > done) parts.push({ text: text.slice(done, from), isMarked: false })
    parts.push({ text: text.slice(from, to), isMarked: true })
    done = to
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMarked: false })
  return parts
}
