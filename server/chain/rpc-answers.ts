import { STATUS_CODES } from 'node:http'
import { NodeError } from './chain-node.ts'

/** A request of JSON-RPC. */
export interface RpcRequest {
  id: number
  method: string
  params?: unknown
}

interface Received {
  status: number
  retryAfterMs: number | null
  text: string
}

/** With an error, or else a result. */
export interface Answer {
  id: unknown
  error?: { code: number; message: string }
  result?: unknown
}

const NOT_RPC = 'The node’s answer is not JSON-RPC'
/** A node that does not take batches responds to one with these, or with one error. */
const REFUSING_STATUSES = new Set([400, 405, 413, 415, 422, 501])

/** Whether a node answers a batch by refusing batches. */
export function refusesBatch({ status, text }: Received): boolean {
  const value = parse(text)
  // Geth has the error in an array.
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const error = values.length === 1 ? asAnswer(values[0])?.error : undefined
  return error === undefined
    ? values.length === 1 && REFUSING_STATUSES.has(status)
    : status !== 429 && !isRateLimit(error)
}

/**
 * The answers in the order of what was requested.
 * @throws NodeError unless there is exactly one for each
 */
export function readAnswers(
  requests: RpcRequest | RpcRequest[],
  received: Received,
): Answer | Answer[] {
  const { status, retryAfterMs, text } = received
  const value = parse(text)
  const values: unknown[] = Array.isArray(value) ? value : [value]
  const answers = values.flatMap((one) => asAnswer(one) ?? [])
  const isRpc = values.length > 0 && answers.length === values.length
  const isRefusal = isRpc && answers.every(({ error }) => error !== undefined)
  if (status === 429 || (status !== 200 && !isRefusal)) throw new StatusError(status, retryAfterMs)
  if (!isRpc) throw new NodeError(NOT_RPC)
  const limited = answers.find(({ error }) => error !== undefined && isRateLimit(error))
  if (limited) throw new NodeError('The node limits how much is requested of it', { retryAfterMs })

  const requested = [requests].flat()
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const ordered = requested.flatMap(({ id }) => byId.get(id) ?? [])
  // An error before the request was read has no id.
  const [only] = answers
  if (!Array.isArray(requests) && only?.error !== undefined && only.id === null)
    return { ...only, id: requests.id }
  if (ordered.length !== requested.length || answers.length !== requested.length)
    throw new NodeError('The node answers something else than what was requested')
  const [first] = ordered
  return Array.isArray(requests) || first === undefined ? ordered : first
}

/** An answer of HTTP that has no JSON-RPC. */
export class StatusError extends NodeError {
  /** Whether the same request would be refused again. */
  readonly isFinal: boolean

  constructor(status: number, retryAfterMs: number | null) {
    super(describeStatus(status), { retryAfterMs, isTooMuch: TOO_MUCH.has(status) })
    this.isFinal = (status >= 400 && status < 500 && ![408, 429].includes(status)) || status === 501
  }
}

/** A request that takes a node too long. */
const TOO_MUCH = new Set([408, 413, 504])

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return 'The node redirects, and redirects are not followed'
  return `The node answers ${[status, STATUS_CODES[status]].join(' ').trim()}`
}

function isRateLimit({ code, message }: { code: number; message: string }): boolean {
  return (
    code === 429 || /rate limit|too many requests|per second|daily|quota|capacity/i.test(message)
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Null unless it is an answer. */
function asAnswer(value: unknown): Answer | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  const { id } = value
  // Some nodes have both, one of them null.
  const error = 'error' in value ? (value.error ?? undefined) : undefined
  if (error === undefined) return 'result' in value ? { id, result: value.result } : null
  if (typeof error !== 'object' || !('code' in error) || !('message' in error)) return null
  const { code, message } = error
  if (typeof code !== 'number' || typeof message !== 'string') return null
  return { id, error: { code, message } }
}
