import { IdbConnection, untilPresent } from './idb-connection.ts'

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

/** Returns the next value for a stored one; undefined changes nothing. */
export type Change<Value> = (now: Value | undefined) => Value | undefined

/** What one transaction does. */
type Work<T> = (entries: IDBObjectStore) => Promise<T>

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Storage failed')))
  })
}

function valuesOf(entries: IDBObjectStore, keys: readonly string[]): Promise<unknown[]> {
  return Promise.all(keys.map((key) => toPromise<unknown>(entries.get(key))))
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
  readonly #connection: IdbConnection
  readonly #limitMs: number
  readonly #onRecovered: (() => void) | undefined
  readonly #memory = new Map<string, Value>()
  #isSilent = false
  #hasTimedOut = false
  #lastError: StoreError = 'none'

  /**
   * @param onRecovered called when the database is used again. The caller writes what memory holds:
   * other tabs may have written meanwhile. Give it where losing a write in a reload does harm.
   */
  constructor(database: string, limitMs: number = STORE_LIMIT_MS, onRecovered?: () => void) {
    this.#connection = new IdbConnection(database)
    this.#limitMs = limitMs
    this.#onRecovered = onRecovered
    globalThis.addEventListener?.('pageshow', ({ persisted }) => {
      // The page was in the back/forward cache: it opens a new connection.
      if (persisted && (this.#isSilent || this.#memory.size > 0)) this.#recover()
    })
  }

  /** How the last access to the database ended. */
  get lastError(): StoreError {
    return this.#lastError
  }

  async #within<T>(mode: IDBTransactionMode, work: Work<T>): Promise<{ value: T } | null> {
    const done = await this.#try(mode, work)
    if (done !== null || this.#lastError !== 'refused') return done
    // Browsers close connections and abort transactions: a new connection may work.
    this.#connection.renew()
    return this.#try(mode, work)
  }

  async #try<T>(mode: IDBTransactionMode, work: Work<T>): Promise<{ value: T } | null> {
    await untilPresent()
    if (this.#isSilent) return null
    const limit = startTimeout(this.#limitMs)
    try {
      const working = this.#connection.run(mode, work).then((value) => ({ value }))
      const outcome = await Promise.race([working, limit.late])
      this.#isSilent = outcome === 'late'
      this.#lastError = outcome === 'late' ? 'silent' : 'none'
      if (outcome !== 'late') return outcome
      this.#hasTimedOut = true
      working.then(
        () => this.#hasTimedOut && this.#recover(),
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
    if (!this.#onRecovered) return
    this.#hasTimedOut = false
    this.#isSilent = false
    this.#lastError = 'none'
    this.#onRecovered()
  }

  /** The value of a key; `isKnown` is false if the database could not be read. */
  async read(key: string): Promise<{ isKnown: boolean; value: Value | undefined }> {
    const read = await this.#within('readonly', (entries) => toPromise<unknown>(entries.get(key)))
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
    const read = await this.#within('readonly', (entries) => valuesOf(entries, keys))
    return this.#found(keys, read?.value)
  }

  /**
   * Reads all string keys, in order, the value of `note`, and the values of those keys that `choose` then
   * picks, in one transaction.
   */
  async getChosen(
    choose: (keys: string[], note: Value | undefined) => readonly string[],
    note = '',
  ): Promise<Map<string, Value>> {
    const chosen = (keys: readonly IDBValidKey[], value: unknown) =>
      // As in read().
      choose(this.#withMemory(keys), this.#memory.get(note) ?? (value as Value | undefined))
    const read = await this.#within('readonly', async (entries) => {
      const [keys, value] = await Promise.all([
        toPromise(entries.getAllKeys()),
        toPromise<unknown>(entries.get(note)),
      ])
      const picked = chosen(keys, value)
      return { picked, values: await valuesOf(entries, picked) }
    })
    return this.#found(read?.value.picked ?? chosen([], undefined), read?.value.values)
  }

  #found(keys: readonly string[], read: readonly unknown[] | undefined): Map<string, Value> {
    const found = new Map<string, Value>()
    for (const [index, key] of keys.entries()) {
      // As in read().
      const value = this.#memory.get(key) ?? (read?.[index] as Value | undefined)
      if (value !== undefined) found.set(key, value)
    }
    return found
  }

  #withMemory(keys: readonly IDBValidKey[]): string[] {
    const kept = keys.filter((key) => typeof key === 'string')
    return [...new Set([...kept, ...this.#memory.keys()])]
  }

  /** False if the value reached memory only. */
  async set(key: string, value: Value): Promise<boolean> {
    const done = await this.#within('readwrite', (entries) => {
      entries.put(value, key)
      return committed(entries.transaction)
    })
    if (done === null) this.#memory.set(key, value)
    else this.#memory.delete(key)
    return done !== null
  }

  #changeStored(
    changes: ReadonlyMap<string, Change<Value>>,
  ): Promise<{ value: (Value | undefined)[] } | null> {
    return this.#within('readwrite', async (entries) => {
      const keys = [...changes.keys()]
      const now = await valuesOf(entries, keys)
      const next = [...changes].map(([key, change], place) => {
        // As in read().
        const value = change(now[place] as Value | undefined)
        if (value !== undefined) entries.put(value, key)
        return value
      })
      await committed(entries.transaction)
      return next
    })
  }

  /**
   * Reads and writes in one transaction: `change` gets the stored value and returns the next one, or
   * undefined to write nothing. Resolves to the value that was written, if any.
   */
  async change(key: string, change: Change<Value>): Promise<Value | undefined> {
    const done = await this.#changeStored(new Map([[key, change]]))
    if (done !== null) {
      this.#memory.delete(key)
      return done.value[0]
    }
    const next = change(this.#memory.get(key))
    if (next !== undefined) this.#memory.set(key, next)
    return next
  }

  /**
   * As change(), for several keys in one transaction and without a copy in memory: false if the database
   * could not be written.
   */
  async changeOnDisk(changes: ReadonlyMap<string, Change<Value>>): Promise<boolean> {
    return (await this.#changeStored(changes)) !== null
  }

  async remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    for (const key of keys) this.#memory.delete(key)
    await this.#within('readwrite', (entries) => {
      for (const key of keys) entries.delete(key)
      return committed(entries.transaction)
    })
  }

  /** All string keys, in order. */
  async keys(): Promise<string[]> {
    const read = await this.#within('readonly', (entries) => toPromise(entries.getAllKeys()))
    return this.#withMemory(read?.value ?? [])
  }

  /**
   * Empties the store. A database that does not respond gets the request too, and empties as soon as
   * it can.
   */
  async clear(): Promise<void> {
    this.#memory.clear()
    const wasSilent = this.#isSilent
    this.#isSilent = false
    await this.#within('readwrite', (entries) => {
      entries.clear()
      return committed(entries.transaction)
    })
    this.#isSilent ||= wasSilent
  }
}
