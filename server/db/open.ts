import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { SettingsError } from '#server/settings-error.ts'
import { startEmbedded } from './embedded.ts'
import type { Database } from './schema.ts'

/** The database as queries see it; a transaction may stand wherever a `Db` is asked for. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface OpenDatabase {
  kind: 'embedded' | 'postgres'
  db: Db
  /** What PostgreSQL does by itself and the embedded database doesn't: planner figures, dead rows. */
  vacuum(): Promise<void>
  close(): Promise<void>
}

const CHECKPOINT_EVERY_MS = 5 * 60_000
const VACUUM_EVERY_MS = 24 * 3_600_000
const STATEMENT_TIMEOUT_MS = 30_000
const CONNECT_TIMEOUT_MS = 10_000
const POOL_SIZE = 10

/** How values come out of the database: counts as numbers, numeric as exact text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format),
}

/**
 * PostgreSQL through a pool of connections, which come back by themselves after a database restart.
 * @param onLost is told when an idle connection breaks
 */
export function openPostgres(url: string, onLost: (error: Error) => void = () => {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Compiling a query would take longer than any of ours runs.
    options: '-c jit=off -c work_mem=32MB',
    application_name: 'saleroom',
  })
  pool.on('error', onLost)
  // A connection that breaks between two statements of a transaction says so by an event that
  // nobody else hears, which would end the process; the next statement fails in any case.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = databaseOn(pool)
  return { kind: 'postgres', db, vacuum: async () => {}, close: () => db.destroy() }
}

export interface EmbeddedEvents {
  /** The database has stopped by itself: no query works any more. */
  onLost?(error: Error): void
  /** Upkeep failed; it is tried again. */
  onFault?(error: Error): void
}

/**
 * The embedded database in `folder`, durable, in a thread of its own.
 * @throws SettingsError when another process has it open, or the folder can't be written
 */
export async function openEmbedded(
  folder: string,
  { onLost = () => {}, onFault = () => {} }: EmbeddedEvents = {},
): Promise<OpenDatabase> {
  const embedded = await startEmbedded(folder, onLost)
  const db = databaseOn(embeddedPool(embedded.config))
  // There is no background process: without these the log and the dead rows only grow.
  const run = (statement: string) => async () => {
    await sql.raw(statement).execute(db)
  }
  const vacuum = run('vacuum (analyze)')
  const timers = [
    setInterval(() => void run('checkpoint')().catch(onFault), CHECKPOINT_EVERY_MS),
    setInterval(() => void vacuum().catch(onFault), VACUUM_EVERY_MS),
  ]
  for (const timer of timers) timer.unref()
  return {
    kind: 'embedded',
    db,
    vacuum,
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await db.destroy()
      await embedded.close()
    },
  }
}

/** A pool of the one connection that PGlite has; it is never given up. */
export function embeddedPool(config: object): pg.Pool {
  return new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0, types })
}

export function databaseOn(pool: pg.Pool): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** Fails early and plainly when the server behind a URL doesn't answer or is too old. */
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
    const reason = first instanceof Error ? first.message : String(first)
    throw new SettingsError(`${variable}: the database doesn't answer (${reason}).`)
  }
}
