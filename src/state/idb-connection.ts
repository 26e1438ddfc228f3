import { createStore } from 'idb-keyval'
import type { UseStore } from 'idb-keyval'

// A page in the back/forward cache is frozen with its unfinished transactions. In WebKit they lock the store
// for every later page of the origin, so a page that goes there ends them and closes its connections.

let isAway = false
let presence = Promise.resolve()
let comeBack = () => {}
const connections = new Set<IdbConnection>()

// A page that really goes is not frozen: the browser finishes what it can.
globalThis.addEventListener?.('pagehide', ({ persisted }) => {
  if (!persisted) return
  isAway = true
  presence = new Promise((resolve) => {
    comeBack = resolve
  })
  for (const connection of connections) connection.leave()
})
globalThis.addEventListener?.('pageshow', ({ persisted }) => {
  if (!persisted) return
  isAway = false
  comeBack()
})

/** Resolves at once, but for a page in the back/forward cache once it is shown again. */
export function untilPresent(): Promise<void> {
  return presence
}

const leftPage = () => new DOMException('The page was left', 'AbortError')

/** Creates a database before its first use, unless it exists. */
export function createDatabase(name: string): void {
  const database = new IdbConnection(name)
  database
    .run('readonly', () => Promise.resolve())
    .then(
      () => database.renew(),
      // Its first use creates it.
      () => undefined,
    )
}

/** An access that has not ended, with its transaction once the database is open. */
type Access = { end: () => void; transaction: IDBTransaction | null }

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has just been committed.
  }
}

/** A connection to the store `entries` of a database, which opens with its first access. */
export class IdbConnection {
  readonly #database: string
  readonly #running = new Set<Access>()
  #store: UseStore | null = null
  #opened: IDBDatabase | null = null

  constructor(database: string) {
    this.#database = database
    connections.add(this)
  }

  /** Runs `work` in a transaction. Rejects with an AbortError if the page is left meanwhile. */
  async run<T>(
    mode: IDBTransactionMode,
    work: (entries: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    if (isAway) throw leftPage()
    const store = (this.#store ??= createStore(this.#database, 'entries'))
    const access: Access = { end: () => undefined, transaction: null }
    // Its events might reach a page that was frozen only much later.
    const left = new Promise<never>((_resolve, reject) => {
      access.end = () => reject(leftPage())
    })
    this.#running.add(access)
    const working = store(mode, (entries) => {
      const { transaction } = entries
      access.transaction = transaction
      this.#watch(transaction.db)
      if (this.#running.has(access)) return work(entries)
      // The page was left while the database opened.
      abort(transaction)
      transaction.db.close()
      return left
    })
    try {
      return await Promise.race([working, left])
    } finally {
      this.#running.delete(access)
    }
  }

  /** Lets another page delete or upgrade the database. */
  #watch(opened: IDBDatabase): void {
    this.#opened = opened
    opened.onversionchange = () => {
      if (this.#opened === opened) this.renew()
      else opened.close()
    }
  }

  /** The next access opens a new connection. What is running finishes on the old one. */
  renew(): void {
    this.#store = null
    this.#opened?.close()
    this.#opened = null
  }

  /** Ends all accesses and closes the connection. */
  leave(): void {
    for (const { end, transaction } of this.#running) {
      if (transaction !== null) abort(transaction)
      end()
    }
    this.#running.clear()
    this.renew()
  }
}
