import { createStore } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'

/** A blocked or dead IndexedDB never settles: after this the tab works from memory instead. */
const STORE_LIMIT_MS = 1000
const TICKS = 4

/** What storage last did wrong: it was full, refused for another reason, or did not answer at all. */
export type StoreError = 'none' | 'full' | 'refused' | 'silent'

/** Only this one says that there is no room; a connection that breaks has other names. */
function faultOf(error: unknown): StoreError {
  const isFull =
    typeof error === 'object' &&
    error !== null &&
    'name' in error &&
    error.name === 'QuotaExceededError'
  return isFull ? 'full' : 'refused'
}

/**
 * A time limit that counts only while the page is awake: a page that is busy for two seconds has
 * not waited for two seconds, and its answer may already be there.
 */
function awake(limitMs: number): { late: Promise<'late'>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    const tick = (left: number) => {
      timer = setTimeout(() => (left <= 1 ? resolve('late') : tick(left - 1)), limitMs / TICKS)
    }
    tick(TICKS)
  })
  return { late, stop: () => clearTimeout(timer) }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('Storage failed')))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  const failed = () => transaction.error ?? new Error('Storage failed')
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(failed()))
    transaction.addEventListener('error', () => reject(failed()))
  })
}

/**
 * Key-value storage in IndexedDB that never rejects and never hangs. Reads that fail answer as if
 * nothing were stored; writes that fail answer false. After a time-out it runs from memory, so that
 * one blocked database costs one second and not the app: for the rest of the page's life, or, with
 * `onLateAnswer`, until the database has answered after all.
 */
export class IdbStore<Value> {
  readonly #database: string
  readonly #limitMs: number
  readonly #onLateAnswer: (() => void) | undefined
  readonly #memory = new Map<string, Value>()
  #open: UseStore | null = null
  #isDead = false
  #hasMissed = false
  #fault: StoreError = 'none'

  /**
   * @param onLateAnswer called when the database is used again. What memory holds isn't written by
   * itself: other tabs may have written since.
   */
  constructor(database: string, limitMs: number = STORE_LIMIT_MS, onLateAnswer?: () => void) {
    this.#database = database
    this.#limitMs = limitMs
    this.#onLateAnswer = onLateAnswer
  }

  /** What was wrong with the last attempt to use the disk. */
  get fault(): StoreError {
    return this.#fault
  }

  async #within<T>(work: (store: UseStore) => Promise<T>): Promise<{ value: T } | null> {
    const done = await this.#try(work)
    if (done !== null || this.#fault !== 'refused') return done
    // The browser closes connections and aborts transactions of its own accord: a new one may work.
    this.#open = null
    return this.#try(work)
  }

  async #try<T>(work: (store: UseStore) => Promise<T>): Promise<{ value: T } | null> {
    if (this.#isDead) return null
    const limit = awake(this.#limitMs)
    try {
      this.#open ??= createStore(this.#database, 'entries')
      const working = work(this.#open).then((value) => ({ value }))
      const outcome = await Promise.race([working, limit.late])
      this.#isDead = outcome === 'late'
      this.#fault = outcome === 'late' ? 'silent' : 'none'
      if (outcome !== 'late') return outcome
      this.#hasMissed = true
      working.then(
        () => this.#answeredLate(),
        () => undefined,
      )
      return null
    } catch (error) {
      this.#fault = faultOf(error)
      return null
    } finally {
      limit.stop()
    }
  }

  #answeredLate(): void {
    if (!this.#onLateAnswer || !this.#hasMissed) return
    this.#hasMissed = false
    this.#isDead = false
    this.#fault = 'none'
    this.#onLateAnswer()
  }

  /** What is stored under the key; `isKnown` is false when storage could not say. */
  async look(key: string): Promise<{ isKnown: boolean; value: Value | undefined }> {
    const read = await this.#within((store) =>
      store('readonly', (entries): Promise<unknown> => settled(entries.get(key))),
    )
    const held = this.#memory.get(key)
    // What was written under a key is a Value; readers that can't trust the disk validate it.
    return { isKnown: read !== null || held !== undefined, value: held ?? (read?.value as Value) }
  }

  async get(key: string): Promise<Value | undefined> {
    return (await this.look(key)).value
  }

  /** The values of several keys, read in one transaction; those that aren't there are left out. */
  async getMany(keys: readonly string[]): Promise<Map<string, Value>> {
    const read = await this.#within((store) =>
      store('readonly', (entries) =>
        Promise.all(keys.map((key): Promise<unknown> => settled(entries.get(key)))),
      ),
    )
    const found = new Map<string, Value>()
    for (const [index, key] of keys.entries()) {
      // As in look(): trusted only as far as the reader checks it.
      const value = this.#memory.get(key) ?? (read?.value[index] as Value | undefined)
      if (value !== undefined) found.set(key, value)
    }
    return found
  }

  /** False when the value reached memory only (quota, dead storage). */
  async set(key: string, value: Value): Promise<boolean> {
    const done = await this.#within((store) =>
      store('readwrite', (entries) => {
        entries.put(value, key)
        return finished(entries.transaction)
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
        // The same trust as in look(): what is under a key was put there by this class.
        const next = change((await settled<unknown>(entries.get(key))) as Value | undefined)
        if (next !== undefined) entries.put(next, key)
        await finished(entries.transaction)
        return next
      }),
    )
  }

  /**
   * Reads and writes in one transaction: `change` gets what is stored now and answers what to
   * store, or undefined to leave things as they are. Answers what was written, if anything was.
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

  /** As change(), for what memory holds anyway: false when the disk would not take it. */
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
        return finished(entries.transaction)
      }),
    )
  }

  /** All keys that are text, in order. */
  async keys(): Promise<string[]> {
    const read = await this.#within((store) =>
      store('readonly', (entries) => settled(entries.getAllKeys())),
    )
    const kept = (read?.value ?? []).filter((key) => typeof key === 'string')
    return [...new Set([...kept, ...this.#memory.keys()])]
  }

  /**
   * Empties the store. Also asked of a database that has stopped answering: what must go shall go
   * as soon as it can, even if nobody waits for it.
   */
  async clear(): Promise<void> {
    this.#memory.clear()
    const wasDead = this.#isDead
    this.#isDead = false
    await this.#within((store) =>
      store('readwrite', (entries) => {
        entries.clear()
        return finished(entries.transaction)
      }),
    )
    this.#isDead ||= wasDead
  }
}
