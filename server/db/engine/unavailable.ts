import { codeOf } from './error-code.ts'

/** Of the network, when a connection is opened or breaks. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The socket file of a server that has stopped.
  'ENOENT',
])

/**
 * The SQLSTATEs of a database that can't do its work now: connection exceptions (08), refused sign-ins
 * (28, 3D000), a read-only server (25006), full disk, memory or connections (53), shutdown and recovery
 * (57P), and input/output errors (58). A statement that ran too long (57014) is none: the next attempt
 * takes as long.
 */
const UNAVAILABLE = /^(?:08|28|53|57P|58)|^(?:3D000|25006)$/

/** node-postgres gives these errors no code. */
const CONNECTION_MESSAGE =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/

/** Whether a statement failed because the database can't be reached, or can't work now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // A host with several addresses.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code === undefined) return CONNECTION_MESSAGE.test(error.message)
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return NETWORK_CODES.has(code) || UNAVAILABLE.test(code)
}
