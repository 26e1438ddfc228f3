import { Kysely, PostgresDialect, sql, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database } from '#server/db/schema/schema.ts'
import { messageOf } from '#server/error-message.ts'
import { codeOf } from './error-code.ts'
import type { Db, OpenDatabase } from './open.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** A session as the primary has it. */
export interface SessionWrites {
  sessionId: string
  /** The id of its last write; null before the first. */
  lastWrite: string | null
}

/** Reads that go on while the replica or the primary is lost: the other one is read then. */
export interface Replica {
  /** Lists and analytics, for readers who need not see any particular write. */
  db: Db
  /** Lists and analytics for a session: what it has written is always included. */
  readerFor(session: SessionWrites): Db
  /** What must not lag, such as who may see what: the replica is read only without a primary. */
  primary: Db
}

export interface ReplicaParts {
  /** May reach several servers, through a load balancer. */
  replica: Pick<OpenDatabase, 'pool' | 'probe'>
  primary: Pick<OpenDatabase, 'pool' | 'probe'>
  log(message: string): void
  /** How often a server that does not even refuse is tried again. No read waits for that. */
  retryMs?: number
}

const RETRY_MS = 2000
/** A server that refuses sooner is tried at each read, so that it is read as soon as it is back. */
const QUICK_MS = 500
/** After this time without a response to a statement, its server is probed. */
const SLOW_MS = 2000
const READ_ONLY = '25006'
/** A replica cancels a read to keep up. `withRetries` repeats a transaction with this code. */
const CANCELLED = '40001'
const MOST_PROVEN = 10_000

/**
 * Chooses the replica or the primary for each statement or transaction.
 *
 * A session's last write is a random id in its row, set after the write has committed. A replica that
 * has the same id has the write too, whichever replica it is. Positions in the log would not prove it:
 * after a failover, the log of a former primary may have gone on in another way.
 */
export function openReplica(parts: ReplicaParts): Replica {
  const { log, retryMs = RETRY_MS } = parts
  const replica = openSide(parts.replica, 'Replica', retryMs, log)
  const primary = openSide(parts.primary, 'Primary', retryMs, log)
  const hasWrite = proofOfWrites()

  /** Null if the replica lacks the session's writes, or is lost. */
  const connectFor = async (session: SessionWrites): Promise<Connection | null> => {
    const client = await replica.connect()
    if (client === null) return null
    const start = performance.now()
    const unwatch = replica.watch(client)
    try {
      if (await hasWrite(client, session)) return { client, side: replica }
      client.release()
    } catch (error) {
      client.release(true)
      if (isLost(error)) replica.markLost(error, start)
      else if (codeOf(error) !== CANCELLED) throw error
    } finally {
      unwatch()
    }
    return null
  }
  const connectTo = async (side: Side): Promise<Connection | null> => {
    const client = await side.connect()
    return client && { client, side }
  }
  /** The primary, known to be lost or not: its error is the one to report. */
  const connectToLostPrimary = async () => ({
    client: await parts.primary.pool.connect(),
    side: primary,
  })

  const viaPrimary = async () => (await connectTo(primary)) ?? connectToLostPrimary()
  const db = readerOf(() => connectTo(replica), viaPrimary)
  return {
    db,
    readerFor: (session) =>
      session.lastWrite === null ? db : readerOf(() => connectFor(session), viaPrimary),
    primary: readerOf(
      () => connectTo(primary),
      async () => (await connectTo(replica)) ?? connectToLostPrimary(),
    ),
  }
}

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

interface Connection {
  client: pg.PoolClient
  side: Side
}

interface Side {
  /** Null while it is lost. */
  connect(): Promise<pg.PoolClient | null>
  /** @param start when the statement that failed was sent (performance.now) */
  markLost(error: unknown, start: number): void
  markResponding(): void
  /** Ends the connection if its server hangs. @returns what ends the watch */
  watch(client: pg.PoolClient): () => void
}

function openSide(
  { pool, probe }: ReplicaParts['replica'],
  name: string,
  retryMs: number,
  log: (message: string) => void,
): Side {
  let isGone = false
  /** While it is set, no read tries the server. */
  let retry: NodeJS.Timeout | null = null

  const responds = () =>
    sql`select 1`.execute(probe).then(
      () => true,
      () => false,
    )
  const tryLater = () => {
    retry = setTimeout(() => void tryAgain(), retryMs).unref()
  }
  const tryAgain = async () => {
    if (pool.ending) return
    if (await responds()) markResponding()
    else tryLater()
  }
  const markLost = (error: unknown, start: number) => {
    if (!isGone) log(`${name}: ${messageOf(error)}. The other server is read instead.`)
    isGone = true
    if (retry === null && performance.now() - start >= QUICK_MS) tryLater()
  }
  const markResponding = () => {
    if (isGone) log(`${name}: it is read again.`)
    isGone = false
    if (retry !== null) clearTimeout(retry)
    retry = null
  }
  return {
    markLost,
    markResponding,
    watch(client) {
      let isWaiting = true
      const endIfHanging = async () => {
        if (!(await responds()) && isWaiting) await client.end()
      }
      const timer = setInterval(() => void endIfHanging(), SLOW_MS)
      return () => {
        isWaiting = false
        clearInterval(timer)
      }
    },
    async connect() {
      if (retry !== null) return null
      const start = performance.now()
      try {
        return await pool.connect()
      } catch (error) {
        // All connections of a server that responds are in use: it is busy, and not lost.
        if (!isLost(error) || (performance.now() - start >= QUICK_MS && (await responds())))
          throw error
        markLost(error, start)
        return null
      }
    },
  }
}

/** Whether the server of a connection has the last write of a session. */
function proofOfWrites() {
  /** By connection, each of which leads to one server: the last write of a session that it has. */
  const proven = new WeakMap<pg.PoolClient, Map<string, string>>()
  return async (client: pg.PoolClient, { sessionId, lastWrite }: SessionWrites) => {
    const known = proven.get(client) ?? new Map<string, string>()
    if (lastWrite === null || known.get(sessionId) === lastWrite) return true
    const query = 'select 1 from sessions where id = $1 and last_write = $2'
    const { rows } = await client.query(query, [sessionId, lastWrite])
    if (rows.length === 0) return false
    if (known.size >= MOST_PROVEN) known.clear()
    proven.set(client, known.set(sessionId, lastWrite))
    return true
  }
}

/** Reads from the first server, and from the second one if there is no connection to the first. */
function readerOf(
  connectToFirst: () => Promise<Connection | null>,
  connectToSecond: () => Promise<Connection>,
): Db {
  const connect = async () => {
    const first = await connectToFirst()
    return readingClient(first ?? (await connectToSecond()), first ? connectToSecond : null)
  }
  // The pools belong to those who opened them.
  const dialect = new PostgresDialect({ pool: { connect, end: async () => {} } })
  return new Kysely<Database>({ dialect })
}

/** A client that goes over to another server (if given) once its own is lost. */
function readingClient(
  first: Connection,
  connectToSecond: (() => Promise<Connection>) | null,
): PostgresPoolClient {
  let current: Connection | null = first
  let second = connectToSecond
  let isInTransaction = false

  const switchServer = async (): Promise<Connection> => {
    if (second === null) throw new Error('The database is lost')
    const connected = await second()
    second = null
    return connected
  }

  const query = async (text: string, values: unknown[]): Promise<Result> => {
    if (current === null && isInTransaction) {
      // The transaction has ended with its server. Its earlier reads were from there.
      if (text !== 'rollback') throw cancelled('The server of the transaction is lost')
      isInTransaction = false
      return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    }
    const used = (current ??= await switchServer())
    const start = performance.now()
    const unwatch = used.side.watch(used.client)
    try {
      const result = await used.client.query(text, values)
      used.side.markResponding()
      isInTransaction =
        /^(?:begin|start transaction)/.test(text) || (isInTransaction && !isEnd(text))
      return result
    } catch (error) {
      const isCancelled = codeOf(error) === CANCELLED
      if (!isLost(error) && !isCancelled) throw error
      if (isLost(error)) {
        used.client.release(true)
        used.side.markLost(error, start)
        current = null
      }
      if (second === null || text === 'commit') throw error
      if (isInTransaction) throw cancelled(messageOf(error))
      current?.client.release()
      current = null
      return query(text, values)
    } finally {
      unwatch()
    }
  }
  const client = { query, release: () => current?.client.release() }
  // Only cursors are missing, which this dialect has none of.
  return client as unknown as PostgresPoolClient
}

/** Such an error makes `withRetries` begin again. */
const cancelled = (message: string) => Object.assign(new Error(message), { code: CANCELLED })

const isEnd = (text: string): boolean => text === 'commit' || text === 'rollback'

/** A read-only server still answers reads. */
const isLost = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && codeOf(error) !== READ_ONLY
