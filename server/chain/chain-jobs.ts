import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { decryptOrNull, type Keyring } from '#server/auth/secret.ts'
import {
  claimProject,
  findConnectedChain,
  listClaimable,
  listConnectedChains,
  recordFailure,
  releaseClaims,
  walkPurchases,
  type ScannedChain,
} from '#server/db/chain/jobs.ts'
import { letRequestsPass } from '#server/db/engine/let-requests-pass.ts'
import type { Db } from '#server/db/engine/open.ts'
import type { Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { HOUR_MS, MINUTE_MS } from '#src/domain/time/zone.ts'
import { NodeError, type ChainNode, type OpenNode } from './chain-node.ts'
import { checkDue, type RespondingChain } from './check-purchases.ts'
import { readHead, scanRange, type ScanParts } from './scan-payments.ts'

/** How long the work may take, in milliseconds. */
export interface ChainPaces {
  /** Between two reads of a chain's newest block. */
  head: number
  /** After so long, the work of a round ends with its current step. */
  round: number
  /** A round waits so much longer for a step, which goes on beside the next rounds. */
  step: number
  /** Checks start when the chains were read, or after so long. */
  heads: number
  /** How long a stop waits for the steps that write; no other writes afterwards. */
  stop: number
}

const PACES: ChainPaces = { head: 15_000, round: 10_000, step: 5000, heads: 3000, stop: 3000 }

/** Short enough that events of the project hardly wait. */
const WALKED_ROWS = 200
const FIRST_RETRY_MS = 5000
const LAST_RETRY_MS = 15 * MINUTE_MS
/** A node may ask to wait, but no longer than this. */
const MAX_RETRY_AFTER_MS = HOUR_MS
const UNREADABLE =
  'The address of its node was encrypted with another secret of the server: enter it again'

interface Parts {
  db: Db
  clock: Clock
  keyring: Keyring
  openNode: OpenNode
  log(message: string): void
  /** Gets the states that checks found. */
  onChecked?: (states: readonly string[]) => void
  paces?: Partial<ChainPaces>
  /** At most so many purchases are marked or released at a time. */
  walkedRows?: number
}

export interface ChainJobs {
  /** Does what is due on the chains of the projects that this process has, or can have. */
  round(): Promise<void>
  /** Ends the work, also while a node is silent, and leaves the projects to other processes. */
  stop(): Promise<void>
}

/**
 * The work on the chains of all projects: marks purchases after chains have changed, follows each chain,
 * scans it for payments and checks purchases. One process at a time does that of a project. A chain whose
 * node is slow or fails holds no other one: its step goes on by itself, and its other work waits for it.
 */
export function openChainJobs(parts: Parts): ChainJobs {
  const { db, clock, keyring, openNode, log } = parts
  const paces = { ...PACES, ...parts.paces }
  const claim = randomUUID()
  const stopping = new AbortController()
  const { signal } = stopping
  // Each request of a node listens.
  setMaxListeners(0, signal)
  const running = new Map<string, Promise<void>>()
  const headReads = new Map<number, number>()

  /** Starts a step unless it is under way. Its failure is logged. */
  const start = (name: string, step: () => Promise<void>): Promise<void> => {
    const job =
      running.get(name) ??
      step()
        .catch((error: unknown) => {
          if (!signal.aborted) log(`Chains: ${name}: ${messageOf(error)}`)
        })
        .finally(() => running.delete(name))
    running.set(name, job)
    return job
  }

  const nodes = new Map<number, { sealed: string; node: ChainNode }>()
  /** Null if the server's secret does not decrypt its address. */
  const openNodeOf = ({ id, rpc_url_sealed: sealed, chain_id: chainId }: ScannedChain) => {
    const known = nodes.get(id)
    if (known?.sealed === sealed) return known.node
    const url = decryptOrNull(keyring, sealed)
    if (url === null) return null
    const opened = openNode({ url, chainId, signal })
    const node: ChainNode = {
      ...opened,
      // What a stop interrupts is no failure of the node, after which its purchases would wait.
      readTransactions: (...of) =>
        opened.readTransactions(...of).catch((error: unknown) => {
          signal.throwIfAborted()
          throw error
        }),
    }
    nodes.set(id, { sealed, node })
    return node
  }

  const scanParts: ScanParts = { db, clock, signal }
  const readHeadNow = async (chain: ScannedChain, node: ChainNode): Promise<boolean> => {
    const now = clock.now().getTime()
    const isFresh = now - (headReads.get(chain.id) ?? -Infinity) < paces.head
    if (isFresh && chain.state !== 'failing') return true
    if (!(await readHead(scanParts, chain, node))) return false
    headReads.set(chain.id, now)
    return true
  }

  const followChain = async (chain: ScannedChain, isOver: () => boolean, onHead: () => void) => {
    const node = openNodeOf(chain)
    try {
      if (node === null) throw new NodeError(UNREADABLE)
      if (!(await readHeadNow(chain, node))) return
      onHead()
      while (!isOver()) {
        const present = await findConnectedChain(db, chain.id)
        if (!present || signal.aborted || !(await scanRange(scanParts, present, node))) return
        await letRequestsPass(db)
      }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      if (!signal.aborted) await putOff(parts, chain, error)
    }
  }

  const workOn = async (project: string, isOver: () => boolean) => {
    while (await walkPurchases(db, project, walkOptions(parts))) {
      if (isOver()) return
      await letRequestsPass(db)
    }
    if (signal.aborted) return
    const now = clock.now()
    const chains = await listConnectedChains(db, project)
    const heads = chains
      .filter(({ next_try_at: next }) => next === null || next <= now)
      .map(
        (chain) =>
          new Promise<void>((onHead) => {
            void start(`chain ${chain.chain_id} of ${project}`, () =>
              followChain(chain, isOver, onHead),
            ).finally(onHead)
          }),
      )
    await within(paces.heads, Promise.all(heads), signal)
    await checkPurchases(project, isOver)
  }

  const checkPurchases = async (project: string, isOver: () => boolean) => {
    const failed = new Set<number>()
    while (!isOver()) {
      const chains = await listConnectedChains(db, project)
      const responding = chains.flatMap((chain): RespondingChain | [] => {
        const { chain_id: chainId, head_block: head, state, tokens } = chain
        const node = openNodeOf(chain)
        if (head === null || state === 'failing' || failed.has(chainId) || !node) return []
        return { chainId, head, tokens, node }
      })
      const { due, states, errors } = await checkDue(db, project, responding, clock.now())
      parts.onChecked?.(states)
      if (signal.aborted || due === 0) return
      for (const [chainId, error] of errors) {
        failed.add(chainId)
        const chain = chains.find(({ chain_id }) => chain_id === chainId)
        if (chain) await putOff(parts, chain, error)
      }
      await letRequestsPass(db)
    }
  }

  const startWork = async () => {
    const end = performance.now() + paces.round
    const isOver = () => signal.aborted || performance.now() >= end
    for (const project of await listClaimable(db, claim, clock.now())) {
      if (signal.aborted) return
      if (await claimProject(db, project, claim, clock.now()))
        void start(project, () => workOn(project, isOver))
    }
    const isIdle = async () => {
      while (running.size > 0) await Promise.all(running.values())
    }
    await within(paces.round + paces.step, isIdle(), signal)
  }

  let current: Promise<void> = Promise.resolve()
  return {
    async round() {
      if (signal.aborted) return
      current = startWork()
      await current
    },
    async stop() {
      stopping.abort()
      await current.catch(() => undefined)
      await within(paces.stop, Promise.all(running.values()))
      await releaseClaims(db, claim)
    },
  }
}

const walkOptions = ({ clock, walkedRows: rows = WALKED_ROWS }: Parts) => ({
  rows,
  now: clock.now(),
})

/** Records what a chain's node does wrong, and when it is tried again. */
async function putOff({ db, clock }: Parts, chain: ScannedChain, error: NodeError): Promise<void> {
  // Since it was read, the node may have responded.
  const present = await findConnectedChain(db, chain.id)
  if (!present) return
  const grown = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** present.failures)
  const pause = Math.min(error.retryAfterMs ?? grown, MAX_RETRY_AFTER_MS)
  const at = clock.now()
  await recordFailure(db, chain.id, {
    error: error.message,
    at,
    failures: present.failures + 1,
    next_try_at: new Date(at.getTime() + pause),
  })
}

/** Waits for `work`, at most so many milliseconds, and not longer than the signal lets it. */
async function within(ms: number, work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  const pause = new AbortController()
  const end = () => pause.abort()
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  await Promise.race([work, sleep(ms, undefined, { signal: pause.signal }).catch(() => undefined)])
  end()
  signal?.removeEventListener('abort', end)
}
