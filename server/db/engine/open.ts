import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/schema/schema.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { listenAt, listenInPool, type Listen } from './notifications.ts'
import { endStalled, type Connections } from './stalled-statements.ts'
import { followGrowth, vacuumChanged } from './statistics.ts'

/** A database connection. A transaction is a `Db` too. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface OpenDatabase {
  kind: 'embedded' | 'postgres'
  db: Db
  /** The connections of `db`. */
  pool: Connections
  /** For checks: fails within a few seconds, also while all connections of `db` are busy. */
  probe: Db
  /** The connections of `db`, and the statements that wait for one. */
  countConnections(): { total: number; idle: number; waiting: number }
  /** Notifications that transactions of any process have sent. */
  listen: Listen
  /** Updates planner statistics and frees dead rows. PostgreSQL does this by itself: no-op there. */
  vacuum(): Promise<void>
  /** Null with PostgreSQL, whose files are its own. */
  files: DatabaseFiles | null
  close(): Promise<void>
}

/** The files of the embedded database. */
export interface DatabaseFiles {
  folder: string
  /** Runs `copy` without checkpoints, which remove the log that a copy of the files needs. */
  keepLog(copy: () => Promise<void>): Promise<void>
}

const VACUUM_CHANGED_EVERY_MS = 60_000
const CHECKPOINT_EVERY_MS = 5 * 60_000
const VACUUM_EVERY_MS = 24 * 3_600_000
const STATEMENT_TIMEOUT_MS = 30_000
/** For the response to a statement that the database should have cancelled. */
const STALL_MARGIN_MS = 5000
const CONNECT_TIMEOUT_MS = 10_000
const KEEP_ALIVE_DELAY_MS = 10_000
const POOL_SIZE = 10
const PROBE_LIMIT_MS = 1500

/** Reads bigint as a number, and numeric as exact text. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format),
}

/**
 * PostgreSQL through a connection pool, which reconnects after a database restart.
 * @param onLost is called if an idle connection breaks
 * @param listenUrl for LISTEN, which a pooler in transaction mode does not support
 */
export function openPostgres(
  url: string,
  onLost: (error: Error) => void = () => {},
  listenUrl = url,
): OpenDatabase {
  const common: pg.PoolConfig = {
    connectionString: url,
    types,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // JIT compilation takes longer than any of these queries.
    options: '-c jit=off -c work_mem=32MB',
  }
  const pool = openPool(
    {
      ...common,
      max: POOL_SIZE,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'saleroom',
    },
    onLost,
  )
  const probePool = openPool({
    ...common,
    max: 1,
    statement_timeout: PROBE_LIMIT_MS,
    connectionTimeoutMillis: PROBE_LIMIT_MS,
    application_name: 'saleroom probe',
  })
  const probe = databaseOn(endStalled(probePool, PROBE_LIMIT_MS))
  const limit = Number(new URL(url).searchParams.get('statement_timeout') ?? STATEMENT_TIMEOUT_MS)
  const connections = limit > 0 ? endStalled(pool, limit + STALL_MARGIN_MS) : pool
  const db = databaseOn(connections)
  const stopFollowing = followGrowth(db)
  return {
    kind: 'postgres',
    db,
    pool: connections,
    probe,
    countConnections: countsOf(pool),
    listen: listenAt(listenUrl),
    vacuum: async () => {},
    files: null,
    close: async () => {
      stopFollowing()
      await Promise.all([db.destroy(), probe.destroy()])
    },
  }
}

function openPool(config: pg.PoolConfig, onLost: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', onLost)
  // If a connection breaks between two statements of a transaction, it emits an error event. Without
  // a listener the event would end the process; the next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const countsOf = (pool: pg.Pool) => () => ({
  total: pool.totalCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

export interface EmbeddedEvents {
  /** The database stopped by itself; every query fails from now on. */
  onLost?(error: Error): void
  /** A checkpoint or vacuum failed. It is retried. */
  onMaintenanceError?(error: Error): void
}

/**
 * The embedded database in `folder`, durable, in its own thread.
 * @throws SettingsError if another process has it open, or the folder is not writable
 */
export async function openEmbedded(
  folder: string,
  { onLost = () => {}, onMaintenanceError = () => {} }: EmbeddedEvents = {},
): Promise<OpenDatabase> {
  // A server on PostgreSQL never loads the engine.
  const { startEmbedded } = await import('./embedded.ts')
  const embedded = await startEmbedded(folder, onLost)
  const pool = embeddedPool(embedded.config)
  const db = databaseOn(pool)
  // There is no background process, so the WAL and dead rows would grow without this.
  const run = (statement: string) => async () => {
    await sql.raw(statement).execute(db)
  }
  const vacuum = run('vacuum (analyze)')
  const checkpoint = run('checkpoint')
  let keepsLog = false
  const every = (period: number, maintain: () => Promise<unknown>) =>
    setInterval(() => void maintain().catch(onMaintenanceError), period)
  const timers = [
    every(VACUUM_CHANGED_EVERY_MS, () => vacuumChanged(db)),
    every(CHECKPOINT_EVERY_MS, async () => {
      if (!keepsLog) await checkpoint()
    }),
    // The counts of changes are lost when the process is killed.
    every(VACUUM_EVERY_MS, vacuum),
  ]
  for (const timer of timers) timer.unref()
  const stopFollowing = followGrowth(db)
  return {
    kind: 'embedded',
    db,
    pool,
    // There is no second connection.
    probe: db,
    countConnections: countsOf(pool),
    listen: listenInPool(pool),
    vacuum,
    files: {
      folder,
      async keepLog(copy) {
        keepsLog = true
        try {
          await copy()
        } finally {
          keepsLog = false
        }
      },
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      stopFollowing()
      await db.destroy()
      await embedded.close()
    },
  }
}

/** A pool of the single connection that PGlite has. It is never closed while idle. */
export function embeddedPool(config: object): pg.Pool {
  return new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0, types })
}

export function databaseOn(pool: Connections): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** @throws SettingsError if the server behind the URL does not answer or is too old */
export async function requireReachable(db: Db, variable: string): Promise<void> {
  try {
    const { rows } = await sql<{
      version: string
    }>`select current_setting('server_version_num') as version`.execute(db)
    const version = Number(rows[0]?.version)
    if (version < 150_000)
      throw new SettingsError(
        `${variable}: PostgreSQL 15 or newer is needed, this is ${Math.trunc(version / 10_000)}.`,
      )
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError(`${variable}: the database doesn't answer (${messageOf(error)}).`)
  }
}
