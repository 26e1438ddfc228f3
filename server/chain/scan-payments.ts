import { setProofsDue, updateScan, type ScannedChain } from '#server/db/chain/jobs.ts'
import {
  findNamedHashes,
  deletePayments,
  listPaymentTimes,
  matchPayments,
  putPayments,
  setPurchasesDue,
  type FoundPayment,
} from '#server/db/chain/payments.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { lockSales } from '#server/db/records/corrections.ts'
import type { Clock } from '#server/dependencies.ts'
import { fromUnits } from '#src/domain/money/token-units.ts'
import { NodeError, type Block, type ChainNode, type Transfer } from './chain-node.ts'

/** A chain that is reorganised loses at most so many of its newest blocks. */
const REORGANISED_BLOCKS = 100
const MAX_RANGE_BLOCKS = 10_000
/** So slowly that a node refuses few ranges. */
const RANGE_GROWTH = 1.1
/** An address may be that of several nodes, and one that lags has no logs of the newest blocks. */
const OVERLAP_BLOCKS = 20
const HEAD_ATTEMPTS = 3

export interface ScanParts {
  db: Db
  clock: Clock
  /** Aborted when the server stops: nothing is written any more. */
  signal: AbortSignal
}

/** The columns of a chain whose node responds as it should. */
const RESPONDING = { error: null, failing_since: null, failures: 0, next_try_at: null } as const

/**
 * Reads the newest block. Where the chain was reorganised, its last blocks are to be scanned again, and
 * what it says of purchases in them is to be checked.
 * @returns false if the chain can't be scanned yet: people have changed it, or a node behind its address lags
 * @throws NodeError also for a newest block that went back by more than 100: nothing has changed then
 */
export async function readHead(
  { db, clock, signal }: ScanParts,
  chain: ScannedChain,
  node: ChainNode,
): Promise<boolean> {
  const known = chain.head_block
  const head = await newestOf(node, known)
  if (known !== null && head.number < known - REORGANISED_BLOCKS)
    throw new NodeError(`Its newest block went back from ${known} to ${head.number}`)
  const { scanned_block: scanned, scanned_hash: hash } = chain
  let isReorganised = known !== null && head.number < known
  if (!isReorganised && scanned !== null && hash !== null) {
    const block = scanned === head.number ? head : await node.readBlock(scanned)
    if (block === null) return false
    isReorganised = block.hash !== hash
  }
  if (signal.aborted) return false
  const now = clock.now()
  const last = Math.min(head.number, scanned ?? head.number)
  const back = isReorganised ? last - REORGANISED_BLOCKS - 1 : Infinity
  const scan =
    scanned !== null && back < scanned
      ? { scanned_block: Math.max(back, chain.from_block - 1), scanned_hash: null }
      : {}
  return inTransaction(db, async (tx) => {
    await lockSales(tx, chain.project_id)
    const isScanned = (scan.scanned_block ?? scanned ?? -1) >= head.number
    // A node that fails does so until it has responded to all that is requested of it.
    const isFailing = chain.state === 'failing' && !isScanned
    const isUpdated = await updateScan(tx, chain, {
      ...scan,
      ...(isFailing ? {} : { ...RESPONDING, state: isScanned ? 'ok' : 'behind' }),
      head_block: head.number,
      head_at: head.at,
      checked_at: now,
    })
    if (isUpdated && isReorganised) {
      await setProofsDue(tx, chain, last - REORGANISED_BLOCKS, now)
      await deletePayments(tx, chain, { from: head.number + 1, to: null })
    }
    return isUpdated
  })
}

/** The newest block. One before the known block is requested again, because a node may lag. */
async function newestOf(node: ChainNode, known: number | null): Promise<Block> {
  let head = await node.readHead()
  for (let attempt = 1; attempt < HEAD_ATTEMPTS && head.number < (known ?? 0); attempt++) {
    const other = await node.readHead()
    if (other.number > head.number) head = other
  }
  return head
}

/**
 * Scans the next range of blocks for payments that no purchase names, and has the purchases checked that
 * name others.
 * @returns whether it went on: false at the newest block, while a node lags, and after people changed the chain
 * @throws NodeError
 */
export async function scanRange(
  { db, clock, signal }: ScanParts,
  chain: ScannedChain,
  node: ChainNode,
): Promise<boolean> {
  const head = chain.head_block
  // People may have moved the first block to a later one.
  const from = Math.max(chain.from_block, (chain.scanned_block ?? -1) + 1)
  if (head === null || from > head) return false
  const to = Math.min(from + chain.range_blocks - 1, head)
  const overlap = Math.min(OVERLAP_BLOCKS, chain.range_blocks - (to - from + 1))
  const search = { from: Math.max(chain.from_block, from - overlap), to }
  // Before the logs: if both are of different forks, the next read of the head finds it.
  const last = to > head - REORGANISED_BLOCKS ? await node.readBlock(to) : undefined
  if (last === null) return false
  const transfers = await transfersIn(node, chain, search)
  if (signal.aborted) return false
  if (transfers === null) {
    const range_blocks = Math.floor((search.to - search.from + 1) / 2)
    return updateScan(db, chain, { range_blocks })
  }
  const named = await findNamedHashes(db, blocksOf(transfers))
  const names = new Set(named.map(({ hash }) => hash))
  const others = transfers.filter(({ transactionHash }) => !names.has(transactionHash))
  const times = await timesOf(db, chain, node, others, { from: search.from, to: from - 1 })
  if (times === null || signal.aborted) return false
  const payments = toPayments(chain, others, times)
  return inTransaction(db, async (tx) => {
    await lockSales(tx, chain.project_id)
    const now = clock.now()
    const isFull = search.to - search.from + 1 === chain.range_blocks
    const isUpdated = await updateScan(tx, chain, {
      ...RESPONDING,
      scanned_block: to,
      scanned_hash: last?.hash ?? null,
      checked_at: now,
      state: to === head ? 'ok' : 'behind',
      ...(isFull ? { range_blocks: largerRange(chain.range_blocks) } : {}),
    })
    if (!isUpdated) return false
    // Purchases that were added since.
    const late = await findNamedHashes(tx, blocksOf(others))
    const lateNames = new Set(late.map(({ hash }) => hash))
    const open = payments.filter(({ transaction_hash }) => !lateNames.has(transaction_hash))
    await deletePayments(tx, chain, { from, to }, await putPayments(tx, open))
    const all = [...named, ...late]
    // A purchase of another project may have been added while its payment was.
    const early = new Set(transfers.filter(({ block }) => block < from).map(hashOf))
    await matchPayments(
      tx,
      all.filter(({ hash }) => early.has(hash)),
    )
    await setPurchasesDue(tx, all, now)
    return true
  })
}

const hashOf = ({ transactionHash }: Transfer) => transactionHash

const largerRange = (blocks: number) =>
  Math.min(MAX_RANGE_BLOCKS, Math.max(blocks, Math.ceil(blocks * RANGE_GROWTH)))

/**
 * The payments to the receivers in a range, in the order of the chain. Null where the node refuses so many blocks.
 */
async function transfersIn(
  node: ChainNode,
  { tokens, receivers }: ScannedChain,
  range: { from: number; to: number },
): Promise<Transfer[] | null> {
  const contracts = tokens.flatMap(({ address }) => address ?? [])
  try {
    const found = await node.readTransfers({ ...range, receivers, tokens: contracts })
    return (
      found
        // Anybody can send nothing in anybody's name; and moving what was received is no payment.
        .filter(({ units, payer }) => units > 0n && !receivers.includes(payer))
        .toSorted((a, b) => a.block - b.block || a.logIndex - b.logIndex)
    )
  } catch (error) {
    const isOneBlock = range.from === range.to
    if (error instanceof NodeError && error.isTooMuch && !isOneBlock) return null
    throw error
  }
}

const blocksOf = (transfers: readonly Transfer[]) =>
  new Map(transfers.map(({ transactionHash, block }) => [transactionHash, block]))

/**
 * The times of the blocks of these payments.
 * @param scanned blocks that were scanned before, whose times are stored with their payments
 * @returns null if the node has no such block
 */
async function timesOf(
  db: Db,
  chain: ScannedChain,
  node: ChainNode,
  transfers: readonly Transfer[],
  scanned: { from: number; to: number },
): Promise<Map<number, Date> | null> {
  const blocks = new Set(transfers.map(({ block }) => block))
  if (blocks.size === 0) return new Map()
  const times = await listPaymentTimes(db, chain, scanned)
  const missing = [...blocks].filter((block) => !times.has(block))
  const read = await Promise.all(missing.map((block) => node.readBlock(block)))
  for (const block of read) {
    if (block === null) return null
    times.set(block.number, block.at)
  }
  return times
}

/** The rows of payments in tokens of the chain. */
function toPayments(
  { project_id, chain_id, tokens }: ScannedChain,
  transfers: readonly Transfer[],
  times: ReadonlyMap<number, Date>,
): FoundPayment[] {
  const byAddress = new Map(tokens.map((token) => [token.address, token]))
  const places = new Map<string, number>()
  return transfers.flatMap((transfer) => {
    const token = byAddress.get(transfer.token)
    const at = times.get(transfer.block)
    if (token === undefined || at === undefined) return []
    const { transactionHash, payer, receiver, units, block, logIndex } = transfer
    const key = [transactionHash, token.symbol, payer, receiver, units].join()
    const place = places.get(key) ?? 0
    places.set(key, place + 1)
    return {
      project_id,
      chain_id,
      transaction_hash: transactionHash,
      log_index: logIndex,
      block,
      at,
      payer,
      receiver,
      token: token.symbol,
      amount: fromUnits(units.toString(), token.decimals),
      place,
    }
  })
}
