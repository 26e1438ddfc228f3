const LETTERS = 32

/** Which letters are in a text, and how often; those beyond the alphabet share places with others. */
export interface Letters {
  places: number
  counts: Uint8Array
}

/** The letters of a text of at most 255. */
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

/** How many letters of one text the other does not have. */
export function missingLetters(of: Letters, from: Letters): number {
  let missing = 0
  for (let place = 0; place < LETTERS; place++) {
    missing += Math.max(0, (of.counts[place] ?? 0) - (from.counts[place] ?? 0))
  }
  return missing
}

/** Whether two texts may be as close as `limit` edits: tells most pairs apart at next to no cost. */
export function mayBeWithin(a: Letters, b: Letters, limit: number): boolean {
  if (countBits(a.places & ~b.places) > limit || countBits(b.places & ~a.places) > limit)
    return false
  return missingLetters(a, b) <= limit && missingLetters(b, a) <= limit
}

/**
 * Letters to put in, take out or replace to get from one text to the other (Levenshtein). What is
 * above `limit` is answered with `limit + 1`, without being counted to its end.
 */
export function editDistance(a: string, b: string, limit: number): number {
  const beyond = limit + 1
  if (Math.abs(a.length - b.length) > limit) return beyond
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i, ...Array<number>(b.length).fill(beyond)]
    let least = i
    // Further from the diagonal there are more than `limit` letters to put in or take out.
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
