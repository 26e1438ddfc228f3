import type { Worker } from 'node:worker_threads'
import { NOBODY, type AuditSource } from '#server/auth/audit.ts'
import {
  lockAllocationList,
  lockEndedBuild,
  renewClaim,
  updateAllocationList,
  type AllocationListRow,
} from '#server/db/allocations/lists.ts'
import { copyOwed, deleteBuild, walkListRows } from '#server/db/allocations/rows.ts'
import { insertTreePiece, TREE_PIECE_BYTES } from '#server/db/allocations/trees.ts'
import { CLAIM_MS, claimBy, UNCLAIMED } from '#server/db/engine/job-claims.ts'
import { letRequestsPass } from '#server/db/engine/let-requests-pass.ts'
import type { Db, Tx } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { isDatabaseUnavailable } from '#server/db/engine/unavailable.ts'
import type { AllocationJobs, Clock } from '#server/dependencies.ts'
import { messageOf } from '#server/error-message.ts'
import { SettingsError } from '#server/settings-error.ts'
import { subtractDecimal } from '#src/domain/money/decimals.ts'
import { fromUnits, toUnits } from '#src/domain/money/token-units.ts'
import { auditFreeze } from './freeze.ts'
import { openTreeBuilder, startTreeWorker, type Leaf } from './tree-builder.ts'

/** Short enough that requests on the embedded database's one connection hardly wait. */
const PAGE_ROWS = 1000
const RENEWAL_MS = CLAIM_MS / 3
const STOPPED = 'The server stopped. Nothing was kept.'
const UNEXPECTED =
  'The server could not go on, for a reason that is in its log. Nothing was kept. Freeze the list again; if it happens again, send the log to the operator of the server.'

interface Parts {
  db: Db
  clock: Clock
  log(message: string): void
  /** The thread that builds a tree (tests end it). */
  startWorker?: (wallets: number) => Worker
}

interface Job extends Required<Parts> {
  list: AllocationListRow
  actor: AuditSource['actor']
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/** The job is to stop, or another process has taken its list for one whose process died. */
class Ended extends Error {}

/**
 * The jobs that build lists. A list is built from rows that one statement has copied (`copyOwed`), and is
 * ready in the transaction that has its root: until then all of it can be deleted.
 */
export function openBuildJobs(parts: Parts): AllocationJobs {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  return {
    start(list, actor) {
      const job = work({
        startWorker: startTreeWorker,
        ...parts,
        list,
        actor,
        signal: stopping.signal,
      })
        // The claim ends by itself, and the list fails.
        .catch((error: unknown) => {
          if (!(error instanceof Ended)) parts.log(`${nameOf(list)}: ${messageOf(error)}`)
        })
        .finally(() => running.delete(job))
      running.add(job)
      return job
    },
    async failEnded() {
      while (await failEnded(parts));
    },
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

const nameOf = ({ number, project_id }: AllocationListRow) =>
  `Allocation list ${number} of ${project_id}`

async function work(job: Job): Promise<void> {
  const { db, list, clock } = job
  try {
    await build(job)
  } catch (error) {
    if (job.signal.aborted) {
      await renewClaim(db, list, { claimed_until: clock.now() })
      return
    }
    if (error instanceof Ended) return
    // The claim ends, and the list fails when the database is back.
    if (isDatabaseUnavailable(error)) throw error
    const isExpected = error instanceof SettingsError
    if (!isExpected) job.log(`${nameOf(list)}: ${messageOf(error)}`)
    await inOwnTransaction(job, (tx) =>
      fail(
        tx,
        list,
        { actor: job.actor, now: clock.now() },
        isExpected ? error.message : UNEXPECTED,
      ),
    )
  }
}

async function build(job: Job): Promise<void> {
  const { db, list } = job
  const { wallets, tokens } = await snapshot(job)
  // The tree takes longer than a claim lasts. A claim that is lost shows in the next step.
  const renewal = setInterval(() => void renew(job, {}).catch(() => undefined), RENEWAL_MS)
  const tree = openTreeBuilder(job.startWorker(wallets))
  // Nobody waits half a minute for a server that stops.
  const end = () => void tree.close()
  job.signal.addEventListener('abort', end)
  try {
    let units = 0n
    let built = 0
    for await (const page of walkListRows(db, list.id, PAGE_ROWS)) {
      const leaves = page.map((row): Leaf => [
        row.wallet_address,
        toUnits(row.tokens, list.decimals),
      ])
      for (const [, own] of leaves) units += BigInt(own)
      await tree.add(leaves)
      built += page.length
      await renew(job, { built_rows: built })
      await letRequestsPass(db)
    }
    if (built !== wallets) throw new Error(`${built} of ${wallets} wallets were read`)
    const { nodes, places, sha256 } = await tree.finish()
    await storePart(job, 'nodes', Buffer.from(nodes.buffer))
    await storePart(job, 'places', bigEndian(places))
    const dust = subtractDecimal(tokens, fromUnits(units.toString(), list.decimals))
    const root = `0x${Buffer.from(nodes.buffer, 0, 32).toString('hex')}`
    await inOwnTransaction(job, async (tx) => {
      const changes = { state: 'ready', units: units.toString(), dust, root, sha256 } as const
      const ready = await updateAllocationList(tx, list.id, { ...changes, ...UNCLAIMED })
      await auditFreeze(tx, { actor: job.actor, now: job.clock.now() }, ready, 'done')
    })
  } finally {
    clearInterval(renewal)
    job.signal.removeEventListener('abort', end)
    await tree.close()
  }
}

/** Copies what everybody is owed at this instant. */
function snapshot(job: Job): Promise<{ wallets: number; tokens: string }> {
  const { list, clock } = job
  return inOwnTransaction(job, async (tx) => {
    const as_of = clock.now()
    const { wallets, tokens } = await copyOwed(tx, list.id, list.project_id)
    if (wallets === 0) throw new SettingsError('No wallet is owed tokens any more.')
    const claim = claimBy(list.claim ?? '', clock.now())
    await updateAllocationList(tx, list.id, { as_of, wallets, tokens, ...claim })
    return { wallets, tokens }
  })
}

async function storePart(job: Job, part: 'nodes' | 'places', bytes: Buffer): Promise<void> {
  for (let position = 0; position * TREE_PIECE_BYTES < bytes.length; position += 1) {
    const start = position * TREE_PIECE_BYTES
    const piece = bytes.subarray(start, start + TREE_PIECE_BYTES)
    await inOwnTransaction(job, (tx) => insertTreePiece(tx, job.list.id, part, position, piece))
    await letRequestsPass(job.db)
  }
}

/** 4 bytes each. */
function bigEndian(numbers: Uint32Array): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  numbers.forEach((number, n) => bytes.writeUInt32BE(number, 4 * n))
  return bytes
}

/** Renews the claim. @throws Ended */
async function renew(job: Job, changes: { built_rows?: number }): Promise<void> {
  const { db, list, clock } = job
  if (job.signal.aborted) throw new Ended()
  const claim = claimBy(list.claim ?? '', clock.now())
  if (!(await renewClaim(db, list, { ...changes, ...claim }))) throw new Ended()
}

/** Runs `run` in a transaction that keeps the list. @throws Ended */
function inOwnTransaction<Result>(job: Job, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inTransaction(job.db, async (tx) => {
    const list = await lockAllocationList(tx, job.list.id)
    if (job.signal.aborted || list?.state !== 'building' || list.claim !== job.list.claim)
      throw new Ended()
    return run(tx)
  })
}

/** Deletes a build of a locked list, which stays with the reason. */
async function fail(
  tx: Tx,
  { id }: AllocationListRow,
  source: AuditSource,
  failure: string,
): Promise<void> {
  await deleteBuild(tx, id)
  const changes = { state: 'failed', built_rows: 0, wallets: null, tokens: null, failure } as const
  const failed = await updateAllocationList(tx, id, { ...changes, ...UNCLAIMED })
  await auditFreeze(tx, source, failed, 'failed')
}

/** Fails one build whose claim has ended. @returns false if there is none */
function failEnded({ db, clock, log }: Parts): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const list = await lockEndedBuild(tx, now)
    if (!list) return false
    await fail(tx, list, { actor: NOBODY, now }, STOPPED)
    log(`${nameOf(list)}: ${STOPPED}`)
    return true
  })
}
