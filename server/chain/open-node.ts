import type { Resolve } from '#server/outbound/public-address.ts'
import {
  NodeError,
  type Block,
  type ChainNode,
  type MinedTransaction,
  type Transfer,
  type TransferSearch,
} from './chain-node.ts'
import { readCoinTrace } from './coin-trace.ts'
import { parseNodeAddress } from './node-address.ts'
import {
  Answer,
  readBlockAnswer,
  readLog,
  readMined,
  readTransfer,
  type Topics,
} from './read-node.ts'
import { createPace, type Pace } from './request-pace.ts'
import { StatusError } from './rpc-answers.ts'
import { createRpcFetch } from './rpc-fetch.ts'
import { createRequest, describeRefusal, type Request } from './rpc-request.ts'
import { DECIMALS, readDecimals, readSymbol, SYMBOL } from './token-facts.ts'

/** A node that can also be checked before it is connected. */
export interface OpenedNode extends ChainNode {
  /** The hashes of the transactions in a block. */
  readBlockHashes(number: number): Promise<string[]>
  /**
   * What a contract says of itself. `null` if there is no contract; `decimals` or `symbol` are null if it
   * has no such function.
   */
  readToken(address: string): Promise<{ decimals: number | null; symbol: string | null } | null>
}

export interface NodeOptions {
  /** Of SALEROOM_RPC_ORIGINS: may be private and http. */
  origins: readonly string[]
  /** Of one request, in milliseconds. */
  deadlineMs?: number
  /** Of one answer. */
  maxBytes?: number
  resolve?: Resolve
}

export interface OpenOptions {
  url: string
  chainId: number
  /** Ends all requests. */
  signal?: AbortSignal
}

const DEADLINE_MS = 20_000
const MAX_BYTES = 8_000_000
const NO_METHOD = -32_601
const isNoMethod = (code: number) => code === NO_METHOD || code === -32_004
const MAX_FAILED_TRACES = 3
const MAX_HASHES = 100_000

/** Makes `OpenNode`, once in a process. */
export function openNodes(options: NodeOptions): (opened: OpenOptions) => OpenedNode {
  const paces = new Map<string, WeakRef<Pace>>()
  const paceOf = (url: string): Pace => {
    for (const [key, pace] of paces) if (pace.deref() === undefined) paces.delete(key)
    const pace = paces.get(url)?.deref() ?? createPace()
    paces.set(url, new WeakRef(pace))
    return pace
  }
  return (opened) => openNode(opened, options, paceOf)
}

function openNode(
  { url, chainId, signal }: OpenOptions,
  { origins, deadlineMs = DEADLINE_MS, maxBytes = MAX_BYTES, resolve }: NodeOptions,
  paceOf: (url: string) => Pace,
): OpenedNode {
  let connection: Promise<{ request: Request; topics: Topics }> | undefined
  const connect = async () => {
    const address = parseNodeAddress(url, origins)
    if (typeof address === 'string') throw new NodeError(address)
    const pace = paceOf(address.url.href)
    const fetchFn = createRpcFetch({ address, pace, deadlineMs, maxBytes, resolve, signal })
    return await createRequest(address.url, fetchFn)
  }
  const connected = () => (connection ??= connect())

  /** Rejects unless the node has a result. */
  const request = async (method: string, params: readonly unknown[], what: string) => {
    const { error, result } = await (await connected()).request(method, params)
    if (error) throw new NodeError(describeRefusal(method, error.code))
    return new Answer(what, result)
  }
  const requireChain = async () => {
    const served = (await request('eth_chainId', [], 'chain id')).number()
    if (served !== chainId) throw new NodeError(`The node serves chain ${served}, not ${chainId}`)
  }
  const getBlock = (at: string) => request('eth_getBlockByNumber', [at, false], 'block')

  const readLogs = async (filter: object, from: number, to: number) => {
    const range = { ...filter, fromBlock: toHex(from), toBlock: toHex(to) }
    const { error, result } = await (await connected()).request('eth_getLogs', [range])
    if (error)
      throw new NodeError(describeRefusal('eth_getLogs', error.code), {
        isTooMuch: !isNoMethod(error.code),
      })
    const answer = new Answer('list of logs', result)
    return answer.list(MAX_HASHES).map((one) => {
      const log = readLog(one)
      if (log.block < from || log.block > to) throw answer.wrong()
      return log
    })
  }

  /** Null while unknown. */
  let hasTraces: boolean | null = null
  let failedTraces = 0
  const readTrace = async (hash: string) => {
    if (hasTraces === false) return null
    const params = [hash, { tracer: 'callTracer' }]
    const { error, result } = await (
      await connected()
    )
      .request('debug_traceTransaction', params)
      .catch((refusal: unknown) => {
        if (!(refusal instanceof StatusError) || !refusal.isFinal) throw refusal
        return { error: { code: NO_METHOD }, result: null }
      })
    if (error === undefined) {
      hasTraces = true
      return new Answer('trace', result)
    }
    // A node may have traces of newer transactions alone.
    failedTraces += 1
    if (isNoMethod(error.code) || (hasTraces === null && failedTraces >= MAX_FAILED_TRACES))
      hasTraces = false
    return null
  }

  const readMinedOnce = async (hash: string) => {
    const { topics } = await connected()
    const [receipt, transaction] = await Promise.all([
      request('eth_getTransactionReceipt', [hash], 'receipt'),
      request('eth_getTransactionByHash', [hash], 'transaction'),
    ])
    return { receipt, transaction, topics }
  }
  const readTransaction = async (
    hash: string,
    paysCoins: boolean,
  ): Promise<MinedTransaction | null> => {
    const first = await readMinedOnce(hash)
    let mined
    try {
      mined = readMined(hash, first.receipt, first.transaction, first.topics)
    } catch {
      // The chain may have been reorganised between the two.
      const again = await readMinedOnce(hash)
      mined = readMined(hash, again.receipt, again.transaction, again.topics)
    }
    if (mined === null) return null
    const { hasInput, ...transactionOf } = mined
    if (!paysCoins || !hasInput || !mined.hasSucceeded) return transactionOf
    const trace = await readTrace(hash)
    if (trace === null) return transactionOf
    const tokens = mined.transfers.filter(({ token }) => token !== null)
    return { ...transactionOf, transfers: [...tokens, ...readCoinTrace(trace, hash, mined)] }
  }

  return {
    async readHead() {
      const [, head] = await Promise.all([requireChain(), getBlock('latest')])
      return readBlockAnswer(head)
    },

    async readBlock(number) {
      return readNumbered(await getBlock(toHex(number)), number)
    },

    async readBlockHashes(number) {
      const answer = await getBlock(toHex(number))
      if (readNumbered(answer, number) === null) return []
      return answer
        .field('transactions')
        .list(MAX_HASHES)
        .map((hash) => hash.hash())
    },

    async readTransactions(hashes, coinHashes = new Set()) {
      const lower = [...new Set(hashes.map((hash) => hash.toLowerCase()))]
      const coins = new Set([...coinHashes].map((hash) => hash.toLowerCase()))
      const [, ...found] = await Promise.all([
        requireChain(),
        ...lower.map(async (hash) => [hash, await readTransaction(hash, coins.has(hash))] as const),
      ])
      return new Map(found.flatMap(([hash, mined]) => (mined === null ? [] : [[hash, mined]])))
    },

    async readTransfers({ from, to, receivers, tokens }: TransferSearch) {
      const { topics } = await connected()
      const isReceiver = setOf(receivers)
      const isToken = setOf(tokens)
      const words = receivers.map((receiver) => `0x${'0'.repeat(24)}${receiver.slice(2)}`)
      const ofTokens = { address: tokens, topics: [topics.transfer, null, words] }
      const ofCoins = { address: receivers, topics: [topics.coins] }
      const [, tokenLogs, coinLogs] = await Promise.all([
        requireChain(),
        tokens.length === 0 ? [] : readLogs(ofTokens, from, to),
        readLogs(ofCoins, from, to),
      ])
      const logs = new Answer('list of logs', null)
      for (const { address, topics: of } of tokenLogs)
        if (!isToken.has(address) || of[0] !== topics.transfer || !words.includes(of[2] ?? ''))
          throw logs.wrong()
      for (const { address, topics: of } of coinLogs)
        if (!isReceiver.has(address) || !topics.coins.includes(of[0] ?? '')) throw logs.wrong()
      const transfers = [...tokenLogs, ...coinLogs].flatMap(
        (log) => readTransfer(log, topics) ?? [],
      )
      if (transfers.some(({ receiver }) => !isReceiver.has(receiver))) throw logs.wrong()
      return transfers.toSorted(byPlace)
    },

    async readToken(address) {
      const call = async (data: string) => {
        const { request: send } = await connected()
        const { error, result } = await send('eth_call', [{ to: address, data }, 'latest'])
        // A contract without the function fails, or returns nothing.
        return error ? '0x' : new Answer('result of a call', result).bytes()
      }
      const [code, decimals, symbol] = await Promise.all([
        request('eth_getCode', [address, 'latest'], 'code'),
        call(DECIMALS),
        call(SYMBOL),
      ])
      return code.bytes() === '0x'
        ? null
        : { decimals: readDecimals(decimals), symbol: readSymbol(symbol) }
    },
  }
}

function readNumbered(answer: Answer, number: number): Block | null {
  if (answer.isNull()) return null
  const block = readBlockAnswer(answer)
  if (block.number !== number) throw answer.wrong()
  return block
}

const setOf = (addresses: readonly string[]) => new Set(addresses.map((one) => one.toLowerCase()))

const byPlace = (a: Transfer, b: Transfer) => a.block - b.block || a.logIndex - b.logIndex

const toHex = (number: number) => `0x${number.toString(16)}`
