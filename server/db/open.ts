import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { vacuumChanged } from './maintenance.ts'
import { listenAt, listenInPool, type Listen } from './notifications.ts'
import type { Database } from './schema.ts'

/** A database connection. A transaction is a `Db` too. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface OpenDatabase {
  kind: 'embedded' | 'postgres'
  db: Db
  /** The connections of `db`. */
  pool: pg.Pool
  /** Notifications that transactions of any process have sent. */
  listen: Listen
  /** Updates planner statistics and frees dead rows. PostgreSQL does this by itself: no-op there. */
  vacuum(): Promise<void>
  close(): Promise<void>
}

const VACUUM_CHANGED_EVERY_MS = 60_000
const CHECKPOINT_EVERY_MS = 5 * 60_000
const VACUUM_EVERY_MS = 24 * 3_600_000
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const POOL_SIZE = 10

/** Reads bigint as a number, and numeric as exact text. */
const types: pg.CustomTypesConfig = {
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
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // JIT compilation takes longer than any of these queries.
    options: '-c jit=off -c work_mem=32MB',
    application_name: 'saleroom',
  })
  pool.on('error', onLost)
  // If a connection breaks between two statements of a transaction, it emits an error event. Without
  // a listener the event would end the process; the next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = databaseOn(pool)
  return {
    kind: 'postgres',
    db,
    pool,
    listen: listenAt(listenUrl),
    vacuum: async () => {},
    close: () => db.destroy(),
  }
}

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
  const every = (period: number, maintain: () => Promise<unknown>) =>
    setInterval(() => void maintain().catch(onMaintenanceError), period)
  const timers = [
    every(VACUUM_CHANGED_EVERY_MS, () => vacuumChanged(db)),
    every(CHECKPOINT_EVERY_MS, run('checkpoint')),
    // The counts of changes are lost when the process is killed.
    every(VACUUM_EVERY_MS, vacuum),
  ]
  for (const timer of timers) timer.unref()
  return {
    kind: 'embedded',
    db,
    pool,
    listen: listenInPool(pool),
    vacuum,
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await db.destroy()
      await embedded.close()
    },
  }
}

/** A pool of the single connection that PGlite has. It is never closed while idle. */
export function embeddedPool(config: object): pg.Pool {
  return new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0, types })
}

export function databaseOn(pool: pg.Pool): Db {
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
    // A host with several addresses fails with an AggregateError, whose own message is empty.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    const reason = messageOf(first)
    throw new SettingsError(`${variable}: the database doesn't answer (${reason}).`)
  }
}
