import pg from 'pg'
import { startEmbedded } from '#server/db/engine/embedded.ts'
import { databaseOn, embeddedPool, types, type Db } from '#server/db/engine/open.ts'

/** One of the two databases of a move, on a single connection. */
export interface Side {
  /** For messages; without a password. */
  name: string
  db: Db
  /** The connection under `db`, for COPY: inside a transaction it is the transaction's. */
  client(): pg.ClientBase
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 10_000

/** A PostgreSQL server. The connection is made by the first query. */
export function connectPostgres(url: string, name: string): Side {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 0,
    keepAlive: true,
    options: '-c jit=off -c work_mem=64MB',
    application_name: 'saleroom move',
  })
  return sideOf(name, pool, async () => {})
}

/**
 * The embedded database in `folder`, which is created if it does not exist.
 * @param onLost is called if it stops by itself: later queries hang
 * @throws SettingsError if a server has it open
 */
export async function connectEmbedded(
  folder: string,
  name: string,
  onLost: (error: Error) => void,
): Promise<Side> {
  const embedded = await startEmbedded(folder, onLost)
  return sideOf(name, embeddedPool(embedded.config), () => embedded.close())
}

function sideOf(name: string, pool: pg.Pool, close: () => Promise<void>): Side {
  let current: pg.ClientBase | undefined
  const ignore = () => {}
  // A connection that breaks fails its query too; without a listener it would end the process.
  pool.on('error', ignore)
  pool.on('connect', (client) => {
    client.on('error', ignore)
    current = client
  })
  const db = databaseOn(pool)
  return {
    name,
    db,
    client() {
      if (current === undefined) throw new Error(`${name} is not connected`)
      return current
    },
    async close() {
      await db.destroy()
      await close()
    },
  }
}
