import { toHex, toWord, type FakeChain, type FakeTransaction } from './fake-chain.ts'

// What a fake node responds to a request, as Geth does.

export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** What a fake node knows beside its chain. */
export interface NodeState {
  tokens: Map<string, { symbol: string; decimals: number }>
  contracts: Set<string>
  limits: { maxRange: number; maxLogs: number; maxBatch: number; hasTraces: boolean }
  /** Requests of transactions, receipts and traces by hash. */
  hashRequests: Map<string, number>
}

type Method = (params: readonly unknown[]) => unknown

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const count = (map: Map<string, number>, key: string) =>
  map.set(key, (map.get(key) ?? 0) + 1)
const ZERO_BLOOM = `0x${'0'.repeat(512)}`

/** The methods of a node by name. Each gives the result, or throws an `RpcError`. */
export function methodsOf(chain: FakeChain, state: NodeState): Map<string, Method> {
  const blockNumber = (tag: unknown): number => {
    if (tag === 'latest' || tag === 'pending' || tag === undefined) return chain.head
    if (tag === 'finalized' || tag === 'safe') return Math.max(0, chain.head - 64)
    if (tag === 'earliest') return 0
    return Number(tag)
  }
  const find = (hash: unknown) => {
    count(state.hashRequests, text(hash).toLowerCase())
    return chain.transaction(text(hash))
  }
  return new Map<string, Method>(
    Object.entries({
      eth_chainId: () => toHex(chain.chainId),
      net_version: () => String(chain.chainId),
      web3_clientVersion: () => 'fake/1.0',
      eth_syncing: () => false,
      eth_blockNumber: () => toHex(chain.head),
      eth_getBlockByNumber: ([tag]: readonly unknown[]) => {
        const number = blockNumber(tag)
        return number <= chain.head ? presentBlock(chain, number) : null
      },
      eth_getTransactionByHash: ([hash]: readonly unknown[]) => {
        const found = find(hash)
        return found === undefined ? null : presentTransaction(chain, found)
      },
      eth_getTransactionReceipt: ([hash]: readonly unknown[]) => {
        const found = find(hash)
        return found === undefined ? null : presentReceipt(chain, found)
      },
      eth_getLogs: ([filter]: readonly unknown[]) =>
        findLogs(chain, isObject(filter) ? filter : {}, blockNumber, state.limits),
      eth_getCode: ([address]: readonly unknown[]) => {
        const key = text(address).toLowerCase()
        return state.tokens.has(key) || state.contracts.has(key) ? '0x6080604052' : '0x'
      },
      eth_call: ([call]: readonly unknown[]) => {
        const { to, data, input } = isObject(call) ? call : {}
        const token = state.tokens.get(text(to).toLowerCase())
        const selector = text(data ?? input).slice(0, 10)
        if (token === undefined) return '0x'
        if (selector === '0x313ce567') return `0x${toWord(token.decimals)}`
        if (selector === '0x95d89b41') return encodeText(token.symbol)
        throw new RpcError(3, 'execution reverted')
      },
      debug_traceTransaction: ([hash]: readonly unknown[]) => {
        if (!state.limits.hasTraces)
          throw new RpcError(-32_601, 'the method debug_traceTransaction does not exist')
        const found = find(hash)
        if (found === undefined) throw new RpcError(-32_000, 'transaction not found')
        return presentTrace(found)
      },
    }),
  )
}

function presentBlock(chain: FakeChain, number: number): unknown {
  return {
    number: toHex(number),
    hash: chain.hashOf(number),
    parentHash: chain.hashOf(number - 1),
    timestamp: toHex(chain.timeOf(number).getTime() / 1000),
    transactions: chain.transactionsOf(number).map(({ hash }) => hash),
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    baseFeePerGas: '0x1',
    size: '0x400',
    difficulty: '0x0',
    totalDifficulty: '0x0',
    nonce: '0x0000000000000000',
    uncles: [],
    logsBloom: ZERO_BLOOM,
    extraData: '0x',
  }
}

const placeOf = (chain: FakeChain, { block, index }: FakeTransaction) => ({
  blockHash: chain.hashOf(block),
  blockNumber: toHex(block),
  transactionIndex: toHex(index),
})

function presentTransaction(chain: FakeChain, transaction: FakeTransaction): unknown {
  const { hash, from, to, value, logs, inner } = transaction
  return {
    hash,
    ...placeOf(chain, transaction),
    from,
    to,
    value: toHex(value),
    input: logs.length > 0 || inner.length > 0 ? '0xa9059cbb' : '0x',
    nonce: '0x1',
    gas: '0x5208',
    gasPrice: '0x1',
    type: '0x0',
    chainId: toHex(chain.chainId),
    v: '0x1b',
    r: '0x1',
    s: '0x1',
  }
}

function presentLogs(chain: FakeChain, transaction: FakeTransaction) {
  const { hash, logs, firstLogIndex } = transaction
  return logs.map((log, at) => ({
    ...log,
    ...placeOf(chain, transaction),
    transactionHash: hash,
    logIndex: toHex(firstLogIndex + at),
    removed: false,
  }))
}

function presentReceipt(chain: FakeChain, transaction: FakeTransaction): unknown {
  const { hash, from, to, hasSucceeded } = transaction
  return {
    transactionHash: hash,
    ...placeOf(chain, transaction),
    from,
    to,
    status: hasSucceeded ? '0x1' : '0x0',
    contractAddress: null,
    cumulativeGasUsed: '0x5208',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    type: '0x0',
    logsBloom: ZERO_BLOOM,
    logs: presentLogs(chain, transaction),
  }
}

/** As `callTracer` gives it. */
const presentTrace = ({ from, to, value, inner, hasSucceeded }: FakeTransaction) => ({
  type: 'CALL',
  from,
  to,
  value: toHex(value),
  gas: '0x5208',
  gasUsed: '0x5208',
  input: '0x',
  ...(hasSucceeded ? {} : { error: 'execution reverted' }),
  calls: inner.map((call) => ({
    type: 'CALL',
    from: call.from.toLowerCase(),
    to: call.to.toLowerCase(),
    value: toHex(call.value),
    gas: '0x0',
    gasUsed: '0x0',
    input: '0x',
  })),
})

function findLogs(
  chain: FakeChain,
  filter: Record<string, unknown>,
  blockNumber: (tag: unknown) => number,
  { maxRange, maxLogs }: { maxRange: number; maxLogs: number },
): unknown[] {
  const { fromBlock, toBlock, address, topics: wantedTopics } = filter
  const from = blockNumber(fromBlock)
  const to = blockNumber(toBlock)
  if (to - from + 1 > maxRange)
    throw new RpcError(-32_602, `query exceeds max block range ${maxRange}`)
  const addresses = toSet(address)
  const topics = (Array.isArray(wantedTopics) ? wantedTopics : []).map(toSet)
  const found: unknown[] = []
  for (const transaction of chain.between(from, to)) {
    const isWanted = transaction.logs.some(matches)
    if (!isWanted) continue
    for (const [at, log] of presentLogs(chain, transaction).entries()) {
      const own = transaction.logs[at]
      if (own !== undefined && matches(own)) found.push(log)
    }
    if (found.length > maxLogs)
      throw new RpcError(-32_005, `query returned more than ${maxLogs} results`)
  }
  return found

  function matches(log: FakeTransaction['logs'][number]): boolean {
    return (
      (addresses === null || addresses.has(log.address)) &&
      topics.every((wanted, at) => wanted === null || wanted.has(log.topics[at] ?? ''))
    )
  }
}

/** Null: any. */
function toSet(wanted: unknown): Set<string> | null {
  if (wanted === null || wanted === undefined) return null
  return new Set((Array.isArray(wanted) ? wanted : [wanted]).map((one) => text(one).toLowerCase()))
}

function encodeText(value: string): string {
  const bytes = Buffer.from(value)
  const padded = Buffer.alloc(Math.ceil(bytes.length / 32) * 32)
  bytes.copy(padded)
  return `0x${toWord(32)}${toWord(bytes.length)}${padded.toString('hex')}`
}
