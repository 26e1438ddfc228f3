const LETTERS = 32

/** How often each letter occurs in a text. Other characters share places with letters. */
export interface Letters {
  places: number
  counts: Uint8Array
}

/** Counts the letters of a text of at most 255 characters. */
export function lettersOf(text: string): Letters {
  const counts = new Uint8Array(LETTERS)
  let places = 0
  for (let at = 0; at < text.length; at++) {
    const place = text.charCodeAt(at) % LETTERS
    places |= 1 << place
    counts[place] = (counts[place] ?? 0) + 1
  }
  return { places, counts }
}

function countBits(bits: number): number {
  let rest = bits
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The number of letters of one text that the other does not have. */
export function missingLetters(of: Letters, from: Letters): number {
  let missing = 0
  for (let place = 0; place < LETTERS; place++) {
    missing += Math.max(0, (of.counts[place] ?? 0) - (from.counts[place] ?? 0))
  }
  return missing
}

/** Whether two texts can be within `limit` edits. A fast filter that rejects most pairs. */
export function mayBeWithin(a: Letters, b: Letters, limit: number): boolean {
  if (countBits(a.places & ~b.places) > limit || countBits(b.places & ~a.places) > limit)
    return false
  return missingLetters(a, b) <= limit && missingLetters(b, a) <= limit
}

/**
 * The Levenshtein distance of two texts. Returns `limit + 1` as soon as the distance exceeds `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  const beyond = limit + 1
  if (Math.abs(a.length - b.length) > limit) return beyond
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i, ...Array<number>(b.length).fill(beyond)]
    let least = i
    // Cells further from the diagonal need more than `limit` insertions or deletions.
    const end = Math.min(b.length, i + limit)
    for (let j = Math.max(1, i - limit); j <= end; j++) {
      const replaced = (row[j - 1] ?? beyond) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const cost = Math.min(replaced, (row[j] ?? beyond) + 1, (next[j - 1] ?? beyond) + 1)
      next[j] = cost
      least = Math.min(least, cost)
    }
    if (least > limit) return beyond
    row = next
  }
  return Math.min(row[b.length] ?? beyond, beyond)
}
