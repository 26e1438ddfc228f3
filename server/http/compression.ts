import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { addVary } from './accept.ts'

const gzipAsync = promisify(gzip)
/** Below this length, compression saves less than a packet. */
const MIN_LENGTH = 4000
const COMPRESSED = /^(?:application\/json|text\/csv)/

/**
 * Compresses long responses of the API: a graph with many buckets shrinks to a tenth. This exposes
 * no secret through the length (BREACH): long responses hold none, and other sites cannot send the
 * bearer token.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return payload
    if (!COMPRESSED.test(String(reply.getHeader('content-type')))) return payload
    addVary(reply, 'accept-encoding')
    if (!acceptsEncoding(request.headers['accept-encoding'], 'gzip')) return payload
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return gzipAsync(payload)
  })
}

/** Whether an Accept-Encoding header lists the encoding without `q=0`. */
export function acceptsEncoding(header = '', encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...params] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !params.some((param) => /^q=0(?:\.0*)?$/.test(param))
  })
}
