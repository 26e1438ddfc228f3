import { randomNumbers, seedOf } from '#src/domain/sale/random-numbers.ts'

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
  const next = randomNumbers(seedOf(seed))
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
