import { serviceUnavailable } from '#server/http/errors.ts'

export interface SharedReadOptions {
  /** The time in ms. */
  now: () => number
  /** From the begin of one read to that of the next, in ms. */
  everyMs: number
  /** How long a value is given out while no newer one can be read, in ms. */
  maxAgeMs: number
  /** How long a caller waits for a newer value, in ms. */
  waitMs: number
}

/**
 * A value that is read again at most once in a time, however many callers want it, and never twice at
 * once. While it cannot be read, or the read is slow, callers get the last value.
 */
export class SharedRead<Value> {
  readonly #read: () => Promise<Value>
  readonly #options: SharedReadOptions
  /** `at`: when its read began. */
  #last: { value: Value; at: number } | null = null
  #begunAt: number | null = null
  #isReading = false
  /** Of the last read, until one succeeds. */
  #error: unknown = null
  /** Resolves when the read ends, or when nobody shall wait for it any longer. */
  #waited: Promise<void> = Promise.resolve()

  constructor(read: () => Promise<Value>, options: SharedReadOptions) {
    this.#read = read
    this.#options = options
  }

  /**
   * The newest value.
   * @throws what the last read threw, if there is no value that is young enough; 503 while the first one
   * is being read for longer than callers wait
   */
  async get(): Promise<Value> {
    const { now, everyMs, maxAgeMs } = this.#options
    const isDue = this.#begunAt === null || !isWithin(now() - this.#begunAt, everyMs)
    if (isDue && !this.#isReading) this.#begin()
    await this.#waited
    if (this.#last !== null && isWithin(now() - this.#last.at, maxAgeMs)) return this.#last.value
    throw this.#error ?? serviceUnavailable()
  }

  #begin(): void {
    const at = this.#options.now()
    this.#begunAt = at
    this.#isReading = true
    this.#waited = new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#options.waitMs)
      void this.#settle(at).finally(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async #settle(at: number): Promise<void> {
    try {
      this.#last = { value: await this.#read(), at }
      this.#error = null
    } catch (error) {
      this.#error = error
    }
    this.#isReading = false
  }
}

/** A clock that was set back makes an age negative. */
const isWithin = (age: number, limit: number) => age >= 0 && age < limit
