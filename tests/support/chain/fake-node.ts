import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { FakeChain, toHex, type FakeChainOptions } from './fake-chain.ts'
import { count, isObject, methodsOf, RpcError, text, type NodeState } from './fake-methods.ts'

/** How a node does not respond as it should. */
export type Misbehaviour =
  /** HTTP errors, such as 429 with `retryAfter` (seconds, or a date) or without. */
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'redirect'; to: string }
  /** A body that is no JSON. */
  | { kind: 'rubbish' }
  /** JSON that is no response of JSON-RPC. */
  | { kind: 'wrong_shape' }
  /** An error of JSON-RPC for every request. */
  | { kind: 'error'; code: number; message: string }
  /** The request is taken, and never answered. */
  | { kind: 'silence' }
  /** The head of a response, then a space now and then. */
  | { kind: 'trickle' }
  /** A body that does not end, as fast as it is read. */
  | { kind: 'endless' }
  /** Valid JSON of so many bytes. */
  | { kind: 'large'; bytes: number }
  | { kind: 'hang_up' }
  | { kind: 'chain_id'; chainId: number }

export interface FakeNodeOptions extends FakeChainOptions {
  /** 0: any free one. */
  port?: number
  /** Logs are refused for more blocks, or of more results. */
  maxRange?: number
  maxLogs?: number
  /** Requests in one batch; 1: batches are refused. */
  maxBatch?: number
  /** Whether `debug_traceTransaction` works. */
  hasTraces?: boolean
}

/** A node of JSON-RPC on 127.0.0.1, for a chain that a test writes. */
export interface FakeNode {
  readonly chain: FakeChain
  readonly url: string
  /** Makes the address a contract with decimals and a symbol. */
  addToken(token: { address: string; symbol: string; decimals: number }): void
  addContract(address: string): void
  /** From now on, until null. `methods`: those that it is about, else every request. */
  misbehave(misbehaviour: Misbehaviour | null, methods?: readonly string[]): void
  /** Changes what is responded; null ends it. */
  rewrite(
    change: ((method: string, params: readonly unknown[], result: unknown) => unknown) | null,
  ): void
  readonly limits: NodeState['limits']
  /** Requests of JSON-RPC by method, and of transactions or receipts by hash, since the last reset. */
  readonly requests: Map<string, number>
  readonly hashRequests: Map<string, number>
  readonly http: { requests: number; atOnce: number; mostAtOnce: number }
  resetCounts(): void
  close(): Promise<void>
}

interface Call {
  id: unknown
  method: string
  params: readonly unknown[]
}
export async function openFakeNode(options: FakeNodeOptions = {}): Promise<FakeNode> {
  const chain = new FakeChain(options)
  const limits = {
    maxRange: options.maxRange ?? Infinity,
    maxLogs: options.maxLogs ?? Infinity,
    maxBatch: options.maxBatch ?? Infinity,
    hasTraces: options.hasTraces ?? false,
  }
  const requests = new Map<string, number>()
  const tokens: NodeState['tokens'] = new Map()
  const contracts = new Set<string>()
  const hashRequests = new Map<string, number>()
  const http = { requests: 0, atOnce: 0, mostAtOnce: 0 }
  let misbehaviour: Misbehaviour | null = null
  let misbehaving: readonly string[] | null = null
  const methods = methodsOf(chain, { tokens, contracts, limits, hashRequests })
  let change: Parameters<FakeNode['rewrite']>[0] = null

  const respond = ({ id, method, params }: Call): unknown => {
    count(requests, method)
    try {
      const run = methods.get(method)
      if (misbehaviour?.kind === 'error' && (misbehaving?.includes(method) ?? true))
        throw new RpcError(misbehaviour.code, misbehaviour.message)
      if (run === undefined)
        throw new RpcError(-32_601, `the method ${method} does not exist/is not available`)
      const result =
        misbehaviour?.kind === 'chain_id' && method === 'eth_chainId'
          ? toHex(misbehaviour.chainId)
          : run(params)
      return {
        jsonrpc: '2.0',
        id,
        result: change === null ? result : change(method, params, result),
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(await readBody(request))
    const calls = (Array.isArray(body) ? body : [body]).map(toCall)
    const isMeant =
      misbehaving === null || calls.some(({ method }) => misbehaving?.includes(method) ?? true)
    if (misbehaviour !== null && isMeant && misrespond(misbehaviour, response)) {
      for (const { method } of calls) count(requests, method)
      return
    }
    response.setHeader('content-type', 'application/json')
    if (calls.length > limits.maxBatch) {
      const error = { code: -32_600, message: 'batch is too large' }
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
      return
    }
    const responses = calls.map(respond)
    response.end(JSON.stringify(Array.isArray(body) ? responses : responses[0]))
  }

  const server = createServer((request, response) => {
    http.requests++
    http.atOnce++
    http.mostAtOnce = Math.max(http.mostAtOnce, http.atOnce)
    response.on('close', () => http.atOnce--)
    handle(request, response).catch((error: unknown) => {
      response.statusCode = 400
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake node has no port')

  return {
    chain,
    url: `http://127.0.0.1:${address.port}`,
    addToken: ({ address: of, symbol, decimals }) =>
      void tokens.set(of.toLowerCase(), { symbol, decimals }),
    addContract: (of) => void contracts.add(of.toLowerCase()),
    misbehave(next, about) {
      misbehaviour = next
      misbehaving = about ?? null
    },
    rewrite(next) {
      change = next
    },
    limits,
    requests,
    hashRequests,
    http,
    resetCounts() {
      requests.clear()
      hashRequests.clear()
      http.requests = 0
      http.mostAtOnce = http.atOnce
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function toCall(body: unknown): Call {
  const { id, method, params } = isObject(body) ? body : {}
  return { id: id ?? null, method: text(method), params: Array.isArray(params) ? params : [] }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** @returns whether the request has had its response, or never gets one */
function misrespond(misbehaviour: Misbehaviour, response: ServerResponse): boolean {
  switch (misbehaviour.kind) {
    case 'status':
      if (misbehaviour.retryAfter !== undefined)
        response.setHeader('retry-after', misbehaviour.retryAfter)
      response.writeHead(misbehaviour.status).end('{"message":"no"}')
      return true
    case 'redirect':
      response.writeHead(307, { location: misbehaviour.to }).end()
      return true
    case 'rubbish':
      response.end('<html>502 Bad gateway</html>')
      return true
    case 'wrong_shape':
      response.end('{"jsonrpc":"2.0","id":{},"result":[null,{"blockNumber":"many"}]}')
      return true
    case 'silence':
      return true
    case 'trickle': {
      response.write('{"jsonrpc":"2.0",')
      const timer = setInterval(() => response.write(' '), 200)
      response.on('close', () => clearInterval(timer))
      return true
    }
    case 'endless': {
      const chunk = ' '.repeat(64 * 1024)
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', write)
      write()
      return true
    }
    case 'large':
      response.end(
        `{"jsonrpc":"2.0","id":1,"result":["${'0'.repeat(Math.max(0, misbehaviour.bytes - 38))}"]}`,
      )
      return true
    case 'hang_up':
      response.destroy()
      return true
    case 'chain_id':
    case 'error':
      return false
  }
}
