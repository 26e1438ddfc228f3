import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { openEmbedded, openPostgres, type Db, type OpenDatabase } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'
import { startApi, type ApiProcess } from '#tests/support/server/api-process.ts'
import type { Request } from '#tests/support/server/app.ts'
import type { Output } from './secret-scan.ts'

export interface Sent extends Request {
  method: string
  path: string
  as?: string | null
}

export interface CallResult {
  status: number
  text: string
  /** The parsed JSON, or undefined for anything else. */
  body: ReturnType<typeof JSON.parse>
}

/** A server in its own process. All its output is recorded. */
export interface WatchedServer {
  outputs: Output[]
  /** Makes a call and records the response under the name. */
  call(name: string, request: Sent, headers?: Record<string, string>): Promise<CallResult>
  start(env: Record<string, string>): Promise<void>
  /** Ends the process and records its log as `log …`. */
  stop(): Promise<void>
  /** Opens the database. The embedded one can be opened only while the server is stopped. */
  withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Records all files in the data folder except the database's, and the rows of every table. */
  readStoredData(): Promise<void>
  remove(): Promise<void>
}

/**
 * Uses the embedded database, or the PostgreSQL server of TEST_DATABASE_URL.
 * @param databasePassword part of the URL of the latter
 */
export async function openWatchedServer(databasePassword: string): Promise<WatchedServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-watched-'))
  const postgres = await makePostgres(databasePassword)
  const outputs: Output[] = []
  let api: ApiProcess | null = null
  let starts = 0

  const open = (): Promise<OpenDatabase> | OpenDatabase =>
    postgres ? openPostgres(postgres.url) : openEmbedded(path.join(folder, 'db'), EVENTS)

  const withDatabase: WatchedServer['withDatabase'] = async (work) => {
    const database = await open()
    try {
      await migrate(database.db)
      return await work(database.db)
    } finally {
      await database.close()
    }
  }

  return {
    outputs,
    withDatabase,
    async start(env) {
      starts += 1
      const where = postgres ? { DATABASE_URL: postgres.url } : {}
      api = await startApi({ SALEROOM_DATA: folder, SALEROOM_DEMO: '0', ...where, ...env })
    },
    async stop() {
      await api?.stop()
      if (api) outputs.push({ where: `log ${starts}`, text: api.output() })
      api = null
    },
    async call(name, { method, path: where, as, body, headers = {} }, more = {}) {
      if (!api) throw new Error('The server does not run')
      const isRaw = Buffer.isBuffer(body) || typeof body === 'string'
      const response = await fetch(`${api.url}/v1${where}`, {
        method,
        headers: {
          ...(as ? { authorization: `Bearer ${as}` } : {}),
          ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
          ...more,
          ...headers,
        },
        ...(body === undefined
          ? {}
          : {
              body: isRaw
                ? new Blob([typeof body === 'string' ? body : new Uint8Array(body)])
                : JSON.stringify(body),
            }),
      })
      // A stream has no end: only its head is answered.
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (isStream) await response.body?.cancel()
      const text = isStream ? '' : await response.text()
      const record = `${JSON.stringify([...response.headers])}\n${text}`
      outputs.push({ where: `${name} (${response.status})`, text: record })
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined }
    },
    async readStoredData() {
      for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const full = path.join(file.parentPath, file.name)
        const inside = path.relative(folder, full)
        if (file.isFile() && !inside.startsWith(`db${path.sep}`))
          outputs.push({ where: `file ${inside}`, text: readFileSync(full, 'utf8') })
      }
      outputs.push(...(await withDatabase(readTables)))
    },
    async remove() {
      await api?.stop()
      await postgres?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const EVENTS = {
  onLost: () => {},
  onMaintenanceError: (error: Error) => {
    throw error
  },
}

async function makePostgres(password: string) {
  const given = process.env['TEST_DATABASE_URL']
  if (given === undefined) return null
  const admin = openPostgres(given)
  const name = `watched_${randomBytes(8).toString('hex')}`
  await sql`create database ${sql.id(name)}`.execute(admin.db)
  const own = new URL(given)
  own.pathname = `/${name}`
  own.password = password
  return {
    url: own.href,
    async drop() {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin.db)
      await admin.close()
    },
  }
}

async function readTables(db: Db): Promise<Output[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' order by 1`.execute(db)
  const outputs: Output[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select row_to_json(t)::text as line from ${sql.table(name)} t`.execute(db)
    outputs.push({ where: `table ${name}`, text: rows.map(({ line }) => line).join('\n') })
  }
  return outputs
}
