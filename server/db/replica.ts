import { Kysely, PostgresDialect, sql, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { messageOf } from '#server/error-message.ts'
import type { Db, OpenDatabase } from './open.ts'
import type { Database } from './schema.ts'
import { codeOf } from './transaction.ts'

/** A session as the primary has it. */
export interface SessionWrites {
  sessionId: string
  /** The id of its last write; null before the first. */
  lastWrite: string | null
}

/** Reads of lists and analytics. They go on while the replica is lost: the primary is read then. */
export interface Replica {
  /** For readers who need not see any particular write. */
  db: Db
  /** For a session: what it has written is always included. */
  readerFor(session: SessionWrites): Db
  /** Whether the primary is read instead. */
  isLost(): boolean
}

export interface ReplicaParts {
  /** May reach several servers, through a load balancer. */
  replica: Pick<OpenDatabase, 'pool' | 'probe'>
  primary: Pick<OpenDatabase, 'pool'>
  log(message: string): void
  /** How long the primary is read after the replica was lost, before it is tried again. */
  retryAfterMs?: number
}

const RETRY_AFTER_MS = 5000
/** A server that shuts down, has no connection left, or whose disk fails; class 08: a lost connection. */
const LOST = /^(?:08|57P|53|58)/
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
  const { primary, log, retryAfterMs = RETRY_AFTER_MS } = parts
  const { pool } = parts.replica
  /** By connection, each of which leads to one server: the last write of a session that it has. */
  const proven = new WeakMap<pg.PoolClient, Map<string, string>>()
  let lostAt: number | null = null
  let trying: Promise<void> | null = null

  const lose = (error: unknown) => {
    if (lostAt === null) log(`Replica: ${messageOf(error)}. The primary is read instead.`)
    lostAt = performance.now()
  }

  const tryAgain = async () => {
    try {
      await sql`select 1`.execute(parts.replica.probe)
      lostAt = null
      log('Replica: it is read again.')
    } catch (error) {
      lose(error)
    }
    trying = null
  }

  const hasWrite = async (client: pg.PoolClient, { sessionId, lastWrite }: SessionWrites) => {
    const known = proven.get(client) ?? new Map<string, string>()
    if (lastWrite === null || known.get(sessionId) === lastWrite) return true
    const query = 'select 1 from sessions where id = $1 and last_write = $2'
    const { rows } = await client.query(query, [sessionId, lastWrite])
    if (rows.length === 0) return false
    if (known.size >= MOST_PROVEN) known.clear()
    proven.set(client, known.set(sessionId, lastWrite))
    return true
  }

  /** A connection to the replica; null if it is lost or lacks the session's writes. */
  const connectToReplica = async (session: SessionWrites | null) => {
    if (lostAt !== null) {
      // No read waits for this: a server that is cut off does not refuse connections.
      if (performance.now() - lostAt >= retryAfterMs) trying ??= tryAgain()
      return null
    }
    let client: pg.PoolClient | null = null
    try {
      client = await pool.connect()
      if (session === null || (await hasWrite(client, session))) return client
      client.release()
    } catch (error) {
      client?.release(true)
      if (!isLost(error)) throw error
      lose(error)
    }
    return null
  }

  const reader = (session: SessionWrites | null): Db => {
    const connect = async () =>
      readingClient(await connectToReplica(session), () => primary.pool.connect(), lose)
    // The pools belong to those who opened them.
    const dialect = new PostgresDialect({ pool: { connect, end: async () => {} } })
    return new Kysely<Database>({ dialect })
  }
  const db = reader(null)
  return {
    db,
    readerFor: (session) => (session.lastWrite === null ? db : reader(session)),
    isLost: () => lostAt !== null,
  }
}

/** A client of the replica (if any) that goes over to the primary once the replica is lost. */
function readingClient(
  replica: pg.PoolClient | null,
  connectToPrimary: () => Promise<pg.PoolClient>,
  onLost: (error: unknown) => void,
) {
  let current = replica
  let primary: pg.PoolClient | null = null
  let isInTransaction = false

  const query = async (text: string, values: unknown[]) => {
    if (current !== null) {
      try {
        const result = await current.query(text, values)
        isInTransaction =
          /^(?:begin|start transaction)/.test(text) || (isInTransaction && !isEnd(text))
        return result
      } catch (error) {
        const isCancelled = codeOf(error) === CANCELLED
        if (!isLost(error) && !isCancelled) throw error
        if (!isCancelled) {
          current.release(true)
          current = null
          onLost(error)
        }
        // Its earlier reads were from another server.
        if (isInTransaction) throw Object.assign(new Error(messageOf(error)), { code: CANCELLED })
      }
    }
    if (isInTransaction && isEnd(text)) return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    primary ??= await connectToPrimary()
    return primary.query(text, values)
  }
  const client = {
    query,
    release() {
      current?.release()
      primary?.release()
    },
  }
  // Only cursors are missing, which this dialect has none of.
  return client as unknown as PostgresPoolClient
}

const isEnd = (text: string): boolean => text === 'commit' || text === 'rollback'

/** Whether the server or the connection to it is lost; else it has refused the statement. */
function isLost(error: unknown): boolean {
  const code = codeOf(error)
  return error instanceof pg.DatabaseError ? LOST.test(code ?? '') : error instanceof Error
}
