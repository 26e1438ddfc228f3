import { isDatabaseUnavailable } from '#server/db/engine/unavailable.ts'
import { serviceUnavailable } from './errors.ts'

export interface GroupQueueOptions<Item, Outcome> {
  /** Does the work of a key's group: all of it, or none if it throws. */
  run(items: readonly Item[], key: string): Promise<readonly Outcome[]>
  sizeOf(item: Item): number
  /** The most that a group may have, unless a single item is larger. */
  maxGroup: number
  /** The most that may wait or be under way, of all keys. */
  maxHeld: number
}

/** Of the time that the last group took: how long the next one waits for those who were just answered. */
const GATHER_SHARE = 0.5

interface Held<Item, Outcome> {
  item: Item
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * Work whose price is paid once for a group: what arrives for a key while a group of it is under way goes
 * into the next one together, in the order of arrival. Who sends one thing after the other sends the next
 * one when a group ends, so the next group waits a moment until as many have come again. A group that
 * fails is done again item by item, so nobody fails because of another one's item, unless the database is away.
 */
export class GroupQueue<Item, Outcome> {
  readonly #options: GroupQueueOptions<Item, Outcome>
  /** What waits, by key. A key is here while a group of it is under way, or is awaited. */
  readonly #waiting = new Map<string, Held<Item, Outcome>[]>()
  /** By key: called after each arrival while a group is awaited. */
  readonly #onArrival = new Map<string, () => void>()
  #held = 0

  constructor(options: GroupQueueOptions<Item, Outcome>) {
    this.#options = options
  }

  /**
   * Resolves with what the item's own group made of it.
   * @throws what the item alone fails with; 503 if too much waits
   */
  async add(key: string, item: Item): Promise<Outcome> {
    const { sizeOf, maxHeld } = this.#options
    const size = sizeOf(item)
    if (this.#held > 0 && this.#held + size > maxHeld)
      throw serviceUnavailable('too many events wait')
    this.#held += size
    try {
      return await new Promise<Outcome>((resolve, reject) => {
        const held = { item, resolve, reject }
        const waiting = this.#waiting.get(key)
        if (waiting) {
          waiting.push(held)
          this.#onArrival.get(key)?.()
        } else {
          const first = [held]
          this.#waiting.set(key, first)
          void this.#drain(key, first)
        }
      })
    } finally {
      this.#held -= size
    }
  }

  async #drain(key: string, waiting: Held<Item, Outcome>[]): Promise<void> {
    while (waiting.length > 0) {
      const group = this.#takeGroup(waiting)
      const start = performance.now()
      await this.#runGroup(key, group)
      const ms = (performance.now() - start) * GATHER_SHARE
      await this.#gather(key, { waiting, count: waiting.length + group.length, ms })
    }
    this.#waiting.delete(key)
  }

  /** Resolves when `count` wait or a group is full, at the latest after `ms`. */
  async #gather(
    key: string,
    { waiting, count, ms }: { waiting: readonly Held<Item, Outcome>[]; count: number; ms: number },
  ): Promise<void> {
    const { sizeOf, maxGroup } = this.#options
    const isReady = () =>
      waiting.length >= count ||
      waiting.reduce((size, { item }) => size + sizeOf(item), 0) >= maxGroup
    if (isReady()) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#onArrival.set(key, () => {
        if (!isReady()) return
        clearTimeout(timer)
        resolve()
      })
    })
    this.#onArrival.delete(key)
  }

  #takeGroup(waiting: Held<Item, Outcome>[]): Held<Item, Outcome>[] {
    const { sizeOf, maxGroup } = this.#options
    let size = 0
    const end = waiting.findIndex(({ item }, at) => (size += sizeOf(item)) > maxGroup && at > 0)
    return waiting.splice(0, end === -1 ? waiting.length : end)
  }

  /** Never rejects. */
  async #runGroup(key: string, group: readonly Held<Item, Outcome>[]): Promise<void> {
    try {
      const items = group.map(({ item }) => item)
      const outcomes = await this.#options.run(items, key)
      for (const [at, outcome] of outcomes.entries()) group[at]?.resolve(outcome)
    } catch (error) {
      if (group.length === 1 || isDatabaseUnavailable(error))
        for (const { reject } of group) reject(error)
      else for (const held of group) await this.#runGroup(key, [held])
    }
  }
}
