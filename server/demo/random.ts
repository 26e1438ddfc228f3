/** Random choices; the same seed gives the same sequence on every machine. */
export interface Chance {
  /** from 0 to below 1 */
  next(): number
  /** a whole number from `low` to `high`, both included */
  whole(low: number, high: number): number
  /** whether something of this likelihood happens */
  happens(likelihood: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** one of the items, by their weights */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item
  /** a log-normal amount with this median; `spread` is the standard deviation of its logarithm */
  around(median: number, spread: number): number
  hex(digits: number): string
}

export function chance(seed: string): Chance {
  const start = seed
    .split('')
    .reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5)
  const next = randomNumbers(start)
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }

  return {
    next,
    pick,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    happens: (likelihood) => next() < likelihood,
    weighted(items) {
      let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        rest -= weight
        if (rest < 0) return item
      }
      return pick(items)[0]
    },
    around(median, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return median * Math.exp(spread * normal)
    },
    hex(digits) {
      let text = ''
      while (text.length < digits)
        text += Math.floor(next() * 4_294_967_296)
          .toString(16)
          .padStart(8, '0')
      return text.slice(0, digits)
    },
  }
}

/** A pseudo-random generator of numbers in [0, 1) with a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
