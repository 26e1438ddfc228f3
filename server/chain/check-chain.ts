import { randomBytes } from 'node:crypto'
import type { ChainChecked, ChainNodes, Clock, ConnectedChain } from '#server/dependencies.ts'
import { formatCount, pluralizeCount } from '#src/domain/money/money.ts'
import { NodeError, type Block } from './chain-node.ts'
import type { OpenedNode, OpenOptions } from './open-node.ts'

const DEADLINE_MS = 60_000
/** How many blocks a node is first requested the logs of. */
const RANGE_BLOCKS = 2000
/** The newest blocks that are searched for a transaction with a receipt. */
const SAMPLE_BLOCKS = 3

interface Options {
  openNode(opened: OpenOptions): OpenedNode
  clock: Clock
}

/** Checks nodes before their chains are connected. */
export const openChainNodes = ({ openNode, clock }: Options): ChainNodes => ({
  check(chain) {
    // All requests together: somebody waits.
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const { url, chainId } = chain
    return checkChain(chain, openNode({ url, chainId, signal }), clock.now())
  },
})

async function checkChain(
  chain: ConnectedChain,
  node: OpenedNode,
  now: Date,
): Promise<ChainChecked> {
  const checked: ChainChecked = { steps: [], errors: [], fromBlock: 0, rangeBlocks: RANGE_BLOCKS }
  const { steps, errors } = checked
  let failing = 'The node can’t be used'
  try {
    const head = await node.readHead()
    const block = `block ${formatCount(head.number)}`
    const detail = `chain ${chain.chainId}, ${block}, ${describeAge(head.at, now)}`
    steps.push({ what: `The node serves ${chain.name}`, ok: true, detail })

    failing = 'Receipts and logs can’t be read'
    await requireReceipts(node, head)
    checked.rangeBlocks = await findRange(node, chain, head)
    steps.push({
      what: 'Receipts and logs can be read',
      ok: true,
      detail: `up to ${pluralizeCount(checked.rangeBlocks, 'block')} a call`,
    })

    failing = 'Tokens can’t be read'
    await checkTokens(node, chain, checked)

    failing = 'Earlier blocks can’t be read'
    if (chain.fromBlock !== null && chain.fromBlock > head.number)
      errors.push({
        field: 'from_block',
        message: `The newest block is ${formatCount(head.number)}.`,
      })
    if (errors.length === 0)
      checked.fromBlock = chain.fromBlock ?? (await findBlockAt(node, head, chain.since))
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    steps.push({ what: failing, ok: false, detail: error.message })
    errors.push({ field: 'rpc_url', message: `${error.message}.` })
  }
  return checked
}

/** @throws NodeError */
async function requireReceipts(node: OpenedNode, head: Block): Promise<void> {
  const newest = Array.from({ length: SAMPLE_BLOCKS }, (_, at) => head.number - at)
  for (const number of newest.filter((one) => one >= 0).toReversed()) {
    const [hash] = await node.readBlockHashes(number)
    if (hash === undefined) continue
    if ((await node.readTransactions([hash])).has(hash)) return
    throw new NodeError('The node has no receipt of a transaction in one of its newest blocks')
  }
  // Without a transaction, the requests alone have to work.
  await node.readTransactions([`0x${randomBytes(32).toString('hex')}`])
}

/** How many of the newest blocks the node gives logs of in one call. @throws NodeError */
async function findRange(node: OpenedNode, chain: ConnectedChain, head: Block): Promise<number> {
  const { receivers } = chain
  const tokens = chain.tokens.flatMap(({ address }) => address ?? [])
  for (let blocks = RANGE_BLOCKS; ; blocks = Math.floor(blocks / 2)) {
    try {
      const from = Math.max(0, head.number - blocks + 1)
      await node.readTransfers({ from, to: head.number, receivers, tokens })
      return blocks
    } catch (error) {
      if (!(error instanceof NodeError && error.isTooMuch) || blocks === 1) throw error
    }
  }
}

async function checkTokens(
  node: OpenedNode,
  chain: ConnectedChain,
  { steps, errors }: ChainChecked,
): Promise<void> {
  const read = await Promise.all(
    chain.tokens.map(async ({ address }) => address && (await node.readToken(address))),
  )
  for (const [at, { symbol, address, decimals }] of chain.tokens.entries()) {
    if (address === null) continue
    const token = read[at] || null
    const refuse = (field: string, detail: string, message: string) => {
      const what = token === null ? `${symbol} is no token` : `${symbol} differs`
      steps.push({ what, ok: false, detail })
      errors.push({ field: `tokens.${at}.${field}`, message })
    }
    if (token === null)
      refuse('address', 'no contract', `Contract of ${symbol}: there is none at this address.`)
    else if (token.decimals === null || token.symbol === null)
      refuse(
        'address',
        'no decimals or symbol',
        `Contract of ${symbol}: it is no token, it has no decimals or no symbol.`,
      )
    else if (!isSameSymbol(symbol, token.symbol))
      refuse(
        'symbol',
        `${token.symbol}, ${symbol} given`,
        `Symbol of ${symbol}: the contract says ${token.symbol}.`,
      )
    else if (token.decimals !== decimals)
      refuse(
        'decimals',
        `${token.decimals} decimals, ${decimals} given`,
        `Decimals of ${symbol}: the contract says ${token.decimals}, not ${decimals}.`,
      )
    else
      steps.push({ what: `${symbol} is a token`, ok: true, detail: `${token.decimals} decimals` })
  }
}

/** Tether's bridged dollars have the symbols USDT0 and USD\u20ae0; a purchase names them USDT. */
function isSameSymbol(given: string, found: string): boolean {
  const plain = (symbol: string) => symbol.trim().toUpperCase().replaceAll('\u20ae', 'T')
  return plain(found) === plain(given) || (plain(found) === 'USDT0' && plain(given) === 'USDT')
}

/** The first block from an instant on, found by halving. */
async function findBlockAt(node: OpenedNode, head: Block, instant: Date | null): Promise<number> {
  if (instant === null) return head.number
  let [low, high] = [0, head.number]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const block = await node.readBlock(middle)
    // A node may lack the oldest blocks.
    if (block === null || block.at < instant) low = middle + 1
    else high = middle
  }
  return low
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const

/** '8 s old', '3 h old': whole units, at least two of them. */
function describeAge(at: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? (['s', 1] as const)
  return `${formatCount(Math.floor(seconds / size))} ${unit} old`
}
