import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { publicLookup, type Resolve } from '#server/outbound/public-address.ts'
import { readRetryAfter } from '#server/outbound/retry-after.ts'
import { NodeError } from './chain-node.ts'
import { NOT_PUBLIC, type NodeAddress } from './node-address.ts'
import type { Pace } from './request-pace.ts'
import { readAnswers, refusesBatch, type RpcRequest } from './rpc-answers.ts'

export interface RpcFetchOptions {
  address: NodeAddress
  pace: Pace
  /** From the start of a request to the end of its answer, in milliseconds. */
  deadlineMs: number
  maxBytes: number
  resolve?: Resolve | undefined
  /** Ends all requests. */
  signal?: AbortSignal | undefined
}

interface Received {
  status: number
  retryAfterMs: number | null
  /** Cut at the limit. */
  text: string
}

/** How long to wait before a request is sent again whose connection broke, in milliseconds. */
const RETRY_DELAYS = [250, 1000]
/** Of an answer with an error's status. */
const MAX_ERROR_BYTES = 65_536
/** Connections that broke, perhaps since the node had closed an idle one. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED'])

/**
 * The `fetch` of one node. It connects to checked addresses alone, follows no redirect, and returns only
 * JSON-RPC answers with the ids of what was requested, in that order. A batch that the node refuses is
 * sent as single requests, now and from now on.
 * Rejects with a NodeError, whose text has nothing of the address.
 */
export function createRpcFetch(options: RpcFetchOptions) {
  const send = createSend(options)
  let takesBatches = true

  const exchange = async (requests: RpcRequest | RpcRequest[]): Promise<unknown> => {
    const received = await send(JSON.stringify(requests))
    if (Array.isArray(requests) && requests.length > 1 && refusesBatch(received)) {
      takesBatches = false
      return await Promise.all(requests.map(exchange))
    }
    return readAnswers(requests, received)
  }

  return async (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    // viem sends the text of one request, or of a batch.
    const requests = JSON.parse(String(init?.body)) as RpcRequest | RpcRequest[]
    const answers =
      Array.isArray(requests) && !takesBatches
        ? await Promise.all(requests.map(exchange))
        : await exchange(requests)
    return Response.json(answers)
  }
}

function createSend(options: RpcFetchOptions) {
  const { address, pace, deadlineMs, maxBytes, signal, resolve } = options
  const isTls = address.url.protocol === 'https:'
  const agent = new (isTls ? HttpsAgent : HttpAgent)({ keepAlive: true, maxFreeSockets: 4 })
  const request = isTls ? requestHttps : requestHttp
  const lookup = address.isOwn ? {} : { lookup: publicLookup(resolve) }

  const sendOnce = async (body: string): Promise<Received> => {
    // Not `AbortSignal.any`, of which a signal as old as the process keeps a part for each request.
    const ended = new AbortController()
    const end = () => ended.abort()
    const deadline = setTimeout(end, deadlineMs)
    signal?.addEventListener('abort', end)
    if (signal?.aborted === true) end()
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-length': Buffer.byteLength(body),
    }
    try {
      const response = await new Promise<IncomingMessage>((done, fail) => {
        const sent = request(address.url, {
          method: 'POST',
          headers,
          agent,
          signal: ended.signal,
          ...lookup,
        })
        sent.on('response', done)
        sent.on('error', fail)
        sent.end(body)
      })
      return await readResponse(response, maxBytes)
    } catch (error) {
      throw ended.signal.aborted ? tooSlow(deadlineMs) : error
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', end)
    }
  }

  return async (body: string): Promise<Received> => {
    for (const delay of [...RETRY_DELAYS, null]) {
      try {
        if (signal?.aborted === true) throw tooSlow(deadlineMs)
        return await pace(() => sendOnce(body))
      } catch (error) {
        if (error instanceof NodeError) throw error
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        if (delay === null || !BROKEN.has(code))
          throw new NodeError(describeConnection(error, code))
        await wait(delay, undefined, { ref: false })
      }
    }
    throw new NodeError(UNREACHABLE)
  }
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<Received> {
  const status = response.statusCode ?? 0
  const retryAfterMs = readRetryAfter(response.headers['retry-after'])
  const isOk = status === 200
  const limit = isOk ? maxBytes : MAX_ERROR_BYTES
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    // Without an encoding, chunks are buffers.
    const part = chunk as Buffer
    bytes += part.length
    if (bytes > limit && isOk)
      throw new NodeError(`The node answers with more than ${inMegabytes(maxBytes)}`, {
        isTooMuch: true,
      })
    if (bytes > limit) break
    chunks.push(part)
  }
  return { status, retryAfterMs, text: Buffer.concat(chunks).toString('utf8') }
}

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

const tooSlow = (deadlineMs: number) =>
  new NodeError(`The node does not answer within ${Math.round(deadlineMs / 1000)} seconds`, {
    isTooMuch: true,
  })

const UNREACHABLE = 'The node can’t be reached'

function describeConnection(error: unknown, code: string): string {
  if (error instanceof Error && error.message === NOT_PUBLIC) return NOT_PUBLIC
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The node’s name can’t be resolved'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The node closes the connection'
  if (code.startsWith('ERR_TLS') || code.includes('CERT') || code.startsWith('ERR_SSL'))
    return 'The node’s certificate is not valid'
  if (code.startsWith('HPE_')) return 'The node’s answer is not HTTP'
  return UNREACHABLE
}
