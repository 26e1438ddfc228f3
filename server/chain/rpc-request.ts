import { NodeError } from './chain-node.ts'
import type { Topics } from './read-node.ts'

/** Sends a request of JSON-RPC. Rejects with a NodeError, except if the node answers with an error. */
export type Request = (
  method: string,
  params: readonly unknown[],
) => Promise<{ error?: { code: number } | undefined; result?: unknown }>

type RawRequest = (request: {
  method: string
  params: readonly unknown[]
}) => Promise<{ error?: { code: number } | undefined; result?: unknown }>

/** In one request to the node. */
const BATCH_SIZE = 30

/**
 * Requests that viem sends in batches. It is loaded here: most servers connect no chain.
 * @param fetchFn rejects with NodeErrors
 */
export async function createRequest(
  url: URL,
  fetchFn: (url: unknown, init?: { body?: unknown }) => Promise<Response>,
): Promise<{ request: Request; topics: Topics }> {
  const { http, toEventSelector } = await import('viem')
  const transport = http(url.href, {
    batch: { batchSize: BATCH_SIZE },
    fetchFn,
    raw: true,
    // `fetchFn` has the limits of sizes, and its deadline starts when it is a request's turn.
    maxResponseBodySize: false,
    retryCount: 0,
  })
  // With `raw`, it resolves to the error or the result, whatever the method.
  const send = transport({ retryCount: 0, timeout: 0 }).request as RawRequest
  return {
    topics: {
      transfer: toEventSelector('Transfer(address,address,uint256)'),
      coins: COIN_EVENTS.map((event) => toEventSelector(`${event}(address,uint256)`)),
    },
    request: (method, params) =>
      send({ method, params }).catch((error: unknown) => {
        throw findNodeError(error) ?? new NodeError('The node’s answer can’t be read')
      }),
  }
}

/**
 * With which contracts log that they got coins: Safe, splitters, and wallets. Not `Deposit`, with which
 * some contracts log deposits of tokens.
 */
const COIN_EVENTS = ['SafeReceived', 'PaymentReceived', 'Received']

/** viem wraps errors in its own, which have the node's address in their texts. */
function findNodeError(error: unknown): NodeError | null {
  if (error instanceof NodeError) return error
  return error instanceof Error && error.cause !== undefined ? findNodeError(error.cause) : null
}

/** Of JSON-RPC and of EIP-1474. A node's own words may have its key in them. */
const REFUSALS: Readonly<Record<number, string>> = {
  [-32_700]: 'it can’t read the request',
  [-32_600]: 'invalid request',
  [-32_601]: 'it has no such method',
  [-32_602]: 'invalid parameters',
  [-32_603]: 'internal error',
  [-32_001]: 'not found',
  [-32_002]: 'not available',
  [-32_004]: 'it does not support the method',
  [-32_005]: 'limit exceeded',
}

/** What a person reads of an error of JSON-RPC. */
export function describeRefusal(method: string, code: number): string {
  const words = REFUSALS[code]
  return `The node refuses ${method}: ${words === undefined ? '' : `${words}, `}code ${code}`
}
