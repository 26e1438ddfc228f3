import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stored } from './check.ts'
import type { Databases, Node } from './cluster.ts'
import { longestGap, type Load } from './load.ts'
import type { watchPrimaries, watchReady } from './probes.ts'

export interface Trial {
  cluster: Databases
  load: Load
  primaries: ReturnType<typeof watchPrimaries>
  ready: ReturnType<typeof watchReady>[]
  checkStored(port: number): Promise<Stored>
  countEndedApis(): number
}

export interface Round extends Stored {
  failure: string
  from: string
  to: string
  writesStoppedMs: number
  reads: number
  answeredReads: number
  readsStoppedMs: number
  /** From the first write after the outage to an event on each stream. */
  streamsMs: number | null
  /** From the failure until all servers replicate again. */
  healthyMs: number
  endedApis: number
  /** What `/v1/ready` and `/metrics` of each process said. */
  ready: string[]
  note: string
}

/** Undisturbed load before a failure. */
const CALM_MS = 4000
/** How many writes in how long show that they go on. */
const STEADY = { writes: 6, ms: 2000 }
const RESUME_MS = 180_000
const POLL_MS = 100
const STREAM_MS = 60_000

/** Kills the processes of the primary's PostgreSQL, and its Patroni too if wanted. */
export async function killPrimary(trial: Trial, withPatroni: boolean): Promise<Round> {
  const { cluster } = trial
  return runRound(trial, withPatroni ? 'killed, with Patroni' : 'killed', {
    inject: (node) => cluster.kill(node, withPatroni),
    isOver: () => isSteady(trial.load),
    mend: (node) => {
      if (!cluster.isRunning(node)) cluster.startPatroni(node)
    },
  })
}

/**
 * Cuts the primary off: from everything, or (`inner`) from the other servers and etcd only. It keeps
 * running, and has to become read-only before another one accepts writes.
 */
export async function cutPrimary(trial: Trial, which: 'all' | 'inner'): Promise<Round> {
  const linksOf = ({ inner, outer }: Node) => [
    ...Object.values(inner),
    ...(which === 'all' ? Object.values(outer) : []),
  ]
  const failure = which === 'all' ? 'network cut' : 'cut from etcd and the others'
  return runRound(trial, failure, {
    inject: (node) => linksOf(node).forEach((link) => link.cut()),
    isOver: (node, from) => {
      const { began } = trial.primaries.handover(node.name, from)
      return began !== null && isSteady(trial.load)
    },
    mend: (node) => linksOf(node).forEach((link) => link.restore()),
  })
}

/** Fills the disk of the primary, which is moved to the server with the small disk first. */
export async function fillDisk(trial: Trial, name: string): Promise<Round> {
  const { cluster } = trial
  await moveTo(cluster, name)
  const file = (node: Node) => path.join(node.folder, 'filler')
  return runRound(trial, 'disk full', {
    inject: (node) => fill(file(node)),
    isOver: (node, from) => {
      const { began } = trial.primaries.handover(node.name, from)
      return began !== null && isSteady(trial.load)
    },
    mend: (node) => {
      rmSync(file(node))
      if (!cluster.isRunning(node)) cluster.startPatroni(node)
    },
  })
}

interface Steps {
  inject(node: Node): void
  /** Whether writes go on after the failure. */
  isOver(node: Node, from: number): boolean
  mend(node: Node): void
}

async function runRound(trial: Trial, failure: string, steps: Steps): Promise<Round> {
  const { cluster, load, primaries } = trial
  const node = await cluster.waitUntilHealthy()
  await waitFor(() => isSteady(load), RESUME_MS)
  await pause(CALM_MS)
  const from = performance.now()
  const alreadyEnded = trial.countEndedApis()
  steps.inject(node)
  await pause(STEADY.ms)
  await waitFor(() => steps.isOver(node, from), RESUME_MS)
  const resumed = performance.now()
  const last = load.writes.findLast((at) => at <= from) ?? from
  const writesStoppedMs = longestGap(load.writes, last, resumed)
  const streamsMs = await waitForStreams(load, resumed)
  steps.mend(node)
  const primary = await cluster.waitUntilHealthy()
  const healthy = performance.now()
  const reads = load.reads.filter(({ at }) => at > from && at <= resumed)
  const answered = load.reads.flatMap(({ at, isAnswered }) => (isAnswered ? [at] : []))
  const lastRead = answered.findLast((at) => at <= from) ?? from
  const { ended, began, both } = primaries.handover(node.name, from)
  const seconds = (value: number | null) => (value === null ? 'never' : `${value.toFixed(1)} s`)
  return {
    failure,
    from: node.name,
    to: primary.name,
    writesStoppedMs,
    reads: reads.length,
    answeredReads: reads.filter(({ isAnswered }) => isAnswered).length,
    readsStoppedMs: longestGap(answered, lastRead, resumed),
    streamsMs,
    healthyMs: healthy - from,
    endedApis: trial.countEndedApis() - alreadyEnded,
    ready: trial.ready.map((watch) => watch.describe(from, healthy)),
    note: `${node.name} stopped accepting writes after ${seconds(ended)}, another server began after ${seconds(began)}; two at once in ${both} samples`,
    ...(await trial.checkStored(primary.ports.postgres)),
  }
}

const isSteady = ({ writes }: Load): boolean =>
  writes.filter((at) => at > performance.now() - STEADY.ms).length >= STEADY.writes

async function waitFor(isDone: () => boolean, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs
  while (!isDone() && performance.now() < end) await pause(POLL_MS)
}

async function waitForStreams({ events }: Load, since: number): Promise<number | null> {
  const firsts = () => events.map((times) => times.find((at) => at > since))
  await waitFor(() => firsts().every((at) => at !== undefined), STREAM_MS)
  const found = firsts()
  return found.some((at) => at === undefined)
    ? null
    : Math.max(...found.map((at) => (at ?? since) - since))
}

const MOVES = 8

/** Hands the primary over until this server has it. Only a synchronous standby can take it. */
async function moveTo(cluster: Databases, name: string): Promise<void> {
  for (let n = 0; n < MOVES; n++) {
    const node = await cluster.waitUntilHealthy()
    if (node.name === name) return
    const candidate = (await cluster.members()).find(({ role }) => role === 'sync_standby')?.name
    await fetch(`http://127.0.0.1:${node.ports.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: node.name, candidate }),
    })
    await pause(CALM_MS)
  }
  throw new Error(`${name} did not become the primary`)
}

/** Writes a file until nothing more fits; in a process, because this one forwards the traffic. */
function fill(file: string): void {
  const child = spawn('dd', ['if=/dev/zero', `of=${file}`, 'bs=1M'], { stdio: 'ignore' })
  child.unref()
}
