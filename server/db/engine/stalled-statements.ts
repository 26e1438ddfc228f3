import type pg from 'pg'

/** What a dialect uses of a pool. */
export interface Connections {
  readonly ending: boolean
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** A transaction that sets its own limit may take long: migrations and rebuilds do. */
const SETS_LIMIT = /^set local statement_timeout\b/
const ENDS_TRANSACTION = /^(?:commit|rollback)$/

/**
 * The pool, except that a statement without a response for `limitMs` fails and its connection is closed.
 * The database cancels long statements itself; but one that hangs, or whose machine was lost, does not
 * answer, and TCP takes a quarter of an hour to notice. Until then the pool would have no free connection.
 */
export function endStalled(pool: pg.Pool, limitMs: number): Connections {
  const watched = new WeakMap<pg.PoolClient, pg.PoolClient>()
  return {
    get ending() {
      return pool.ending
    },
    async connect() {
      const client = await pool.connect()
      const known = watched.get(client) ?? watch(client, limitMs)
      watched.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function watch(client: pg.PoolClient, limitMs: number): pg.PoolClient {
  let isLimited = true
  const query = async (text: string, values: unknown[]) => {
    if (SETS_LIMIT.test(text)) isLimited = false
    // With a statement in progress, this destroys the socket, and the statement rejects.
    const timer = isLimited ? setTimeout(() => void client.end(), limitMs) : undefined
    try {
      return await client.query(text, values)
    } finally {
      clearTimeout(timer)
      if (ENDS_TRANSACTION.test(text)) isLimited = true
    }
  }
  // Everything else is the client's own. No query is streamed, so the overload for cursors is not used.
  return Object.create(client, { query: { value: query } }) as pg.PoolClient
}
