import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.mjs'
import { asOtherUser, findPostgres } from '#scripts/postgres.mjs'
import { openLink, type Link } from './link.ts'
import { haproxyConfig, patroniConfig } from './settings.ts'

export interface Node {
  name: string
  folder: string
  data: string
  /** Ports of the node itself: only the trial's own checks use them. */
  ports: { postgres: number; rest: number }
  /** How the other nodes and this one's Patroni reach each other. */
  inner: { etcd: Link; postgres: Link; rest: Link }
  /** How HAProxy reaches the node. */
  outer: { postgres: Link; rest: Link }
}

export interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica' | 'standby_leader'
  state: string
  lag?: number | string
}

const NODE_NAMES = ['one', 'two', 'three'] as const
const REQUEST_MS = 2000
const POLL_MS = 200
const HEALTHY_MS = 180_000

/** The programs that must be installed, by their Debian packages. */
const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  curl: '/usr/bin/curl',
}

const GUARD = path.resolve('docs/failover/hand-over-when-full.sh')
const LEAST_FREE_MB = 50

/** The Debian packages that are missing. */
export const missingPackages = (): string[] => [
  ...Object.entries(PROGRAMS).flatMap(([name, file]) => (existsSync(file) ? [] : [name])),
  ...(findPostgres() ? [] : ['postgresql-15']),
]

/**
 * Three PostgreSQL servers under Patroni, etcd and HAProxy, all on 127.0.0.1, as an unprivileged user.
 * @param log of what the trial does
 */
export async function startDatabases(folder: string, apiPorts: readonly number[]) {
  const bin = findPostgres()
  if (bin === undefined) throw new Error('PostgreSQL was not found')
  const prefix = asOtherUser(folder)
  const running = new Map<string, ChildProcess>()

  const start = (name: string, program: string, args: readonly string[]) => {
    const [command = '', ...rest] = [...prefix, program, ...args]
    const output = openSync(path.join(folder, `${name}.log`), 'a')
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, LC_ALL: 'C.UTF-8' }
    const child = spawn(command, rest, { cwd: folder, env, stdio: ['ignore', output, output] })
    closeSync(output)
    running.set(name, child)
  }

  const etcdPort = await freePort()
  const nodes: Node[] = []
  for (const name of NODE_NAMES) {
    const own = path.join(folder, name)
    mkdirSync(own)
    asOtherUser(own)
    const ports = { postgres: await freePort(), rest: await freePort() }
    nodes.push({
      name,
      folder: own,
      data: path.join(own, 'data'),
      ports,
      inner: {
        etcd: await openLink(etcdPort),
        postgres: await openLink(ports.postgres),
        rest: await openLink(ports.rest),
      },
      outer: { postgres: await openLink(ports.postgres), rest: await openLink(ports.rest) },
    })
  }

  const startEtcd = async () => {
    const client = `http://127.0.0.1:${etcdPort}`
    const peer = `http://127.0.0.1:${await freePort()}`
    const urls = ['--listen-client-urls', client, '--advertise-client-urls', client]
    const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer]
    const cluster = ['--name', 'etcd', '--initial-cluster', `etcd=${peer}`]
    const data = ['--data-dir', path.join(folder, 'etcd')]
    start('etcd', PROGRAMS['etcd-server'], [...urls, ...peers, ...cluster, ...data])
  }

  const startPatroni = (node: Node) => {
    const file = path.join(node.folder, 'patroni.yml')
    writeFileSync(file, patroniConfig(node, bin))
    start(node.name, PROGRAMS.patroni, [file])
  }

  /** Hands the primary over before its disk is full, as docs/operating.md advises. */
  const startGuard = ({ name, folder: own, ports }: Node) => {
    const where = `http://127.0.0.1:${ports.rest}`
    start(`${name}-guard`, '/bin/sh', [GUARD, own, String(LEAST_FREE_MB), where, name])
  }

  const proxy = { primary: await freePort(), replica: await freePort(), api: await freePort() }
  const startHaproxy = () => {
    const file = path.join(folder, 'haproxy.cfg')
    writeFileSync(file, haproxyConfig(nodes, proxy, apiPorts))
    start('haproxy', PROGRAMS.haproxy, ['-db', '-f', file])
  }

  /** The members as the nodes see them; empty while none answers. */
  const members = async (): Promise<Member[]> => {
    for (const { ports } of nodes) {
      const found = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, {
        signal: AbortSignal.timeout(REQUEST_MS),
      })
        .then((response) => response.json())
        .catch(() => null)
      // As Patroni's API defines it.
      const { members: list } = (found ?? {}) as { members?: Member[] }
      if (list?.some(({ role }) => role === 'leader')) return list
    }
    return []
  }

  const isHealthy = (list: readonly Member[]) =>
    list.length === nodes.length &&
    list.every(({ role, state, lag }) =>
      role === 'leader'
        ? state === 'running'
        : ['running', 'streaming'].includes(state) && Number(lag) < 1_000_000,
    ) &&
    list.some(({ role }) => role === 'sync_standby')

  /** Waits for a primary with two standbys, one of them synchronous. @returns the primary's node */
  const waitUntilHealthy = async (): Promise<Node> => {
    const end = performance.now() + HEALTHY_MS
    for (;;) {
      const list = await members()
      const leader = list.find(({ role }) => role === 'leader')
      const node = nodes.find(({ name }) => name === leader?.name)
      if (node && isHealthy(list)) return node
      if (performance.now() > end)
        throw new Error(`The cluster did not recover: ${JSON.stringify(list)}`)
      await pause(POLL_MS)
    }
  }

  /** Kills the primary's PostgreSQL at once, with all of its processes, and its Patroni if wanted. */
  const kill = (node: Node, withPatroni: boolean) => {
    if (withPatroni) running.get(node.name)?.kill('SIGKILL')
    for (const pid of postgresProcesses(node)) killQuietly(pid)
  }

  return {
    nodes,
    proxy,
    members,
    waitUntilHealthy,
    kill,
    startPatroni,
    /** Starts everything, one node first: it creates the cluster. */
    async start() {
      await startEtcd()
      for (const node of nodes) {
        startPatroni(node)
        startGuard(node)
      }
      startHaproxy()
      return waitUntilHealthy()
    },
    /** Whether a node's Patroni runs. */
    isRunning: (node: Node) =>
      running.get(node.name)?.exitCode === null && running.get(node.name)?.signalCode === null,
    logOf: (name: string) => readFileSync(path.join(folder, `${name}.log`), 'utf8'),
    /** Ends every process that this has started, in any state. */
    async stop() {
      for (const node of nodes) {
        for (const link of [...Object.values(node.inner), ...Object.values(node.outer)])
          link.close()
      }
      for (const child of running.values()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      for (const node of nodes) for (const pid of postgresProcesses(node)) killQuietly(pid)
    },
  }
}
export type Databases = Awaited<ReturnType<typeof startDatabases>>

/** The main process of a node's PostgreSQL and its children. */
function postgresProcesses({ data }: Node): number[] {
  try {
    const [pid = ''] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)) return []
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, ...children.trim().split(' ')].filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** Mounts a small disk in memory for a node. @returns why it can't be mounted, or null */
export function mountDisk(folder: string, megabytes: number): string | null {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
    asOtherUser(folder)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error)
  }
}

export const unmountDisk = (folder: string): void =>
  void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
