import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { asOtherUser, INITDB_OPTIONS, findPostgres } from '#scripts/postgres.mjs'
import { codeOf } from '#server/db/engine/error-code.ts'
import { openPostgres, type Db } from '#server/db/engine/open.ts'
import { migrate } from '#server/db/migrations/migrate.ts'

/** A temporary PostgreSQL server. */
export interface Cluster {
  url: string
  port: number
  folder: string
  start(): void
  /** `immediate` equals a crash: no clean shutdown, and recovery at the next start. */
  stop(mode?: 'fast' | 'immediate'): void
  /** Kills the server's main process, as kill -9 does. */
  kill(): void
  /** Stops all of its processes as they are: connections stay open, and nothing responds. */
  hang(): void
  /** Ends `hang`. */
  resume(): void
  /** Promotes a replica to a primary server. */
  promote(): void
  /** A streaming replica of this one. */
  addReplica(): Promise<Cluster>
  /** Stops it and its replicas, and deletes their files. */
  remove(): void
}

export interface ClusterOptions {
  /** PostgreSQL settings, as `name=value`. */
  settings?: readonly string[]
  port?: number
}

/** Why tests on PostgreSQL cannot run here, or null if they can. */
export function whyNoPostgres(): string | null {
  return findPostgres() ? null : 'PostgreSQL 15 or newer was not found'
}

/** Starts a server on 127.0.0.1; as another user if this process runs as root. */
export async function startCluster({ settings = [], port }: ClusterOptions = {}): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'saleroom-postgres-'))
  const prefix = asOtherUser(folder)
  const run = runner(folder, prefix)
  const data = path.join(folder, 'primary')
  run('initdb', '-D', data, ...INITDB_OPTIONS)
  const cluster = clusterOf({
    folder,
    data,
    run,
    port: port ?? (await freePort()),
    isPrimary: true,
  })
  configure(data, cluster.port, folder, settings)
  cluster.start()
  return cluster
}

interface Parts {
  folder: string
  data: string
  run: (program: string, ...args: string[]) => void
  port: number
  isPrimary: boolean
}

function clusterOf({ folder, data, run, port, isPrimary }: Parts): Cluster {
  const log = `${data}.log`
  const replicas: Cluster[] = []
  const cluster: Cluster = {
    port,
    folder: data,
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    start: () => run('pg_ctl', '-D', data, '-l', log, '-w', 'start'),
    stop: (mode = 'fast') => run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
    kill: () => void process.kill(mainProcess(data), 'SIGKILL'),
    hang: () => signalAll(data, 'SIGSTOP'),
    resume: () => signalAll(data, 'SIGCONT'),
    promote: () => run('pg_ctl', '-D', data, '-w', 'promote'),
    async addReplica() {
      const copy = path.join(folder, `replica${replicas.length + 1}`)
      const slot = `replica${replicas.length + 1}`
      const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'app']
      run(
        'pg_basebackup',
        ...source,
        '-D',
        copy,
        '-R',
        '-X',
        'stream',
        '-C',
        '-S',
        slot,
        '--checkpoint=fast',
        '--no-sync',
      )
      const replica = clusterOf({
        folder,
        data: copy,
        run,
        port: await freePort(),
        isPrimary: false,
      })
      configure(copy, replica.port, folder, [])
      replica.start()
      replicas.push(replica)
      return replica
    },
    remove() {
      for (const replica of replicas) replica.remove()
      try {
        cluster.resume()
        cluster.stop('immediate')
      } catch {
        // It had stopped already.
      }
      if (isPrimary) rmSync(folder, { recursive: true, force: true })
    },
  }
  return cluster
}

function mainProcess(data: string): number {
  const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

function signalAll(data: string, signal: NodeJS.Signals): void {
  const pid = mainProcess(data)
  // First, so that it starts no further process.
  process.kill(pid, signal)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const child of children)
    try {
      process.kill(Number(child), signal)
    } catch (error) {
      // It has ended meanwhile.
      if (codeOf(error) !== 'ESRCH') throw error
    }
}

function configure(data: string, port: number, folder: string, settings: readonly string[]): void {
  const lines = [
    "listen_addresses='127.0.0.1'",
    `port=${port}`,
    `unix_socket_directories='${folder}'`,
    'max_connections=60',
    ...settings,
  ]
  writeFileSync(path.join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
}

function runner(folder: string, prefix: readonly string[]): Parts['run'] {
  const bin = findPostgres()
  if (bin === undefined) throw new Error(whyNoPostgres() ?? '')
  return (program, ...args) => {
    const [command = '', ...rest] = [...prefix, path.join(bin, program), ...args]
    const env = { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' }
    // The server keeps running after pg_ctl, so it must not inherit our pipes.
    execFileSync(command, rest, { cwd: folder, env, stdio: 'ignore' })
  }
}

/** A migrated, empty database of a server of its own. */
export async function openMigrated(): Promise<{ db: Db; close(): Promise<void> }> {
  const cluster = await startCluster({ settings: ['fsync=off'] })
  const { db, close } = openPostgres(cluster.url)
  await migrate(db)
  return {
    db,
    close: async () => {
      await close()
      cluster.remove()
    },
  }
}
