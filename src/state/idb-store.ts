import { createStore } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'

/** A blocked IndexedDB never responds: after this the store works from memory. */
const STORE_LIMIT_MS = 1000
const TICKS = 4

/** Why the last access failed: no room, another error, or no response in time. */
export type StoreError = 'none' | 'full' | 'refused' | 'silent'

/** Only QuotaExceededError means that there is no room. */
function toStoreError(error: unknown): StoreError {
  const isFull =
    typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    error.name === 'QuotaExceededError'
  return isFull ? 'full' : 'refused'
}

/**
 * A time limit that does not count the time in which the page is blocked or frozen: the response may
 * have arrived meanwhile.
 */
function startTimeout(limitMs: number): { late: Promise<'late'>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    const tick = (left: number) => {
      timer = setTimeout(() => (left <= 1 ? resolve('late') : tick(left - 1)), limitMs / TICKS)
    }
    tick(TICKS)
  })
  return { late, stop: () => clearTimeout(timer) }
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Storage failed')))
  })
}

function committed(transaction: IDBTransaction): Promise<void> {
  const failed = () => transaction.error ?? new Error('Storage failed')
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(failed()))
    transaction.addEventListener('error', () => reject(failed()))
  })
}

/**
 * Key-value storage in IndexedDB that never rejects and never hangs. A read that fails resolves as
 * if nothing were stored, a write that fails to false. After a timeout the store works from memory:
 * a blocked database costs one second, not the app. It does so until the page is reloaded or, with
 * `onRecovered`, until the database responds.
 */
export class IdbStore<Value> {
  readonly #database: string
  readonly #limitMs: number
  readonly #onRecovered: (() => void) | undefined
  readonly #memory = new Map<string, Value>()
  #open: UseStore | null = null
  #isSilent = false
  #hasTimedOut = false
  #lastError: StoreError = 'none'

  /**
   * @param onRecovered called when the database is used again. The caller writes what memory holds:
   * other tabs may have written meanwhile. Give it where losing a write in a reload does harm.
   */
  constructor(database: string, limitMs: number = STORE_LIMIT_MS, onRecovered?: () => void) {
    this.#database = database
    this.#limitMs = limitMs
    this.#onRecovered = onRecovered
  }

  /** How the last access to the database ended. */
  get lastError(): StoreError {
    return this.#lastError
  }

  async #within<T>(work: (store: UseStore) => Promise<T>): Promise<{ value: T } | null> {
    const done = await this.#try(work)
    if (done !== null || this.#lastError !== 'refused') return done
    // Browsers close connections and abort transactions: a new connection may work.
    this.#open = null
    return this.#try(work)
  }

  async #try<T>(work: (store: UseStore) => Promise<T>): Promise<{ value: T } | null> {
    if (this.#isSilent) return null
    const limit = startTimeout(this.#limitMs)
    try {
      this.#open ??= createStore(this.#database, 'entries')
      const working = work(this.#open).then((value) => ({ value }))
      const outcome = await Promise.race([working, limit.late])
      this.#isSilent = outcome === 'late'
      this.#lastError = outcome === 'late' ? 'silent' : 'none'
      if (outcome !== 'late') return outcome
      this.#hasTimedOut = true
      working.then(
        () => this.#recover(),
        () => undefined,
      )
      return null
    } catch (error) {
      this.#lastError = toStoreError(error)
      return null
    } finally {
      limit.stop()
    }
  }

  #recover(): void {
    if (!this.#onRecovered || !this.#hasTimedOut) return
    this.#hasTimedOut = false
    this.#isSilent = false
    this.#lastError = 'none'
    this.#onRecovered()
  }

  /** The value of a key; `isKnown` is false if the database could not be read. */
  async read(key: string): Promise<{ isKnown: boolean; value: Value | undefined }> {
    const read = await this.#within((store) =>
      store('readonly', (entries): Promise<unknown> => toPromise(entries.get(key))),
    )
    const inMemory = this.#memory.get(key)
    // Only this class writes here; callers that do not trust the disk validate the value.
    return {
      isKnown: read !== null || inMemory !== undefined,
      value: inMemory ?? (read?.value as Value),
    }
  }

  async get(key: string): Promise<Value | undefined> {
    return (await this.read(key)).value
  }

  /** The values of several keys, in one transaction; absent ones are left out. */
  async getMany(keys: readonly string[]): Promise<Map<string, Value>> {
    const read = await this.#within((store) =>
      store('readonly', (entries) =>
        Promise.all(keys.map((key): Promise<unknown> => toPromise(entries.get(key)))),
      ),
    )
    const found = new Map<string, Value>()
    for (const [index, key] of keys.entries()) {
      // As in read().
      const value = this.#memory.get(key) ?? (read?.value[index] as Value | undefined)
      if (value !== undefined) found.set(key, value)
    }
    return found
  }

  /** False if the value reached memory only. */
  async set(key: string, value: Value): Promise<boolean> {
    const done = await this.#within((store) =>
      store('readwrite', (entries) => {
        entries.put(value, key)
        return committed(entries.transaction)
      }),
    )
    if (done === null) this.#memory.set(key, value)
    else this.#memory.delete(key)
    return done !== null
  }

  #changeStored(
    key: string,
    change: (now: Value | undefined) => Value | undefined,
  ): Promise<{ value: Value | undefined } | null> {
    return this.#within((store) =>
      store('readwrite', async (entries) => {
        // As in read().
        const next = change((await toPromise<unknown>(entries.get(key))) as Value | undefined)
        if (next !== undefined) entries.put(next, key)
        await committed(entries.transaction)
        return next
      }),
    )
  }

  /**
   * Reads and writes in one transaction: `change` gets the stored value and returns the next one, or
   * undefined to write nothing. Resolves to the value that was written, if any.
   */
  async change(
    key: string,
    change: (now: Value | undefined) => Value | undefined,
  ): Promise<Value | undefined> {
    const done = await this.#changeStored(key, change)
    if (done !== null) {
      this.#memory.delete(key)
      return done.value
    }
    const next = change(this.#memory.get(key))
    if (next !== undefined) this.#memory.set(key, next)
    return next
  }

  /** As change(), but without a copy in memory: false if the database could not be written. */
  async changeOnDisk(
    key: string,
    change: (now: Value | undefined) => Value | undefined,
  ): Promise<boolean> {
    return (await this.#changeStored(key, change)) !== null
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#memory.delete(key)
    await this.#within((store) =>
      store('readwrite', (entries) => {
        for (const key of keys) entries.delete(key)
        return committed(entries.transaction)
      }),
    )
  }

  /** All string keys, in order. */
  async keys(): Promise<string[]> {
    const read = await this.#within((store) =>
      store('readonly', (entries) => toPromise(entries.getAllKeys())),
    )
    const kept = (read?.value ?? []).filter((key) => typeof key === 'string')
    return [...new Set([...kept, ...this.#memory.keys()])]
  }

  /**
   * Empties the store. A database that does not respond gets the request too, and empties as soon as
   * it can.
   */
  async clear(): Promise<void> {
    this.#memory.clear()
    const wasSilent = this.#isSilent
    this.#isSilent = false
    await this.#within((store) =>
      store('readwrite', (entries) => {
        entries.clear()
        return committed(entries.transaction)
      }),
    )
    this.#isSilent ||= wasSilent
  }
}
