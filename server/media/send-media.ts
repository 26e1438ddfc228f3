import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/db/engine/open.ts'
import { readMedia, type MediaRow } from '#server/db/site/media.ts'

/**
 * Sends a stored file with its stored type and an ETag, or the requested range for a player.
 * Browsers must not sniff the type nor run scripts if the file is opened as a page.
 */
export function sendMedia(
  { request, reply, db }: { request: FastifyRequest; reply: FastifyReply; db: Db },
  media: MediaRow,
  { cacheControl }: { cacheControl: string },
): FastifyReply {
  const etag = `"${media.sha256}"`
  reply.headers({
    etag,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()

  const condition = request.headers['if-range']
  const isCurrent = condition === undefined || condition === etag
  const range = isCurrent ? byteRange(request.headers.range, media.size_bytes) : null
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${media.size_bytes}`).send()
  }
  const { start, end } = range ?? { start: 0, end: media.size_bytes - 1 }
  if (range) {
    reply.code(206).header('content-range', `bytes ${start}-${end}/${media.size_bytes}`)
  }
  reply.header('content-type', media.content_type).header('content-length', end - start + 1)
  // Fastify discards the body of a HEAD response, so none is read.
  const bytes = request.method === 'HEAD' ? [] : readMedia(db, media.id, start, end)
  return reply.send(Readable.from(bytes))
}

/** A part of a file: the first and the last byte, both included. */
interface ByteRange {
  start: number
  end: number
}

const SINGLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/

/**
 * The part of a file of `size` bytes that a Range header requests (RFC 9110, 14.1.2). Null for the
 * whole file (no header, another unit, several ranges), 'unsatisfiable' if the range lies outside.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | null | 'unsatisfiable' {
  const [, first, last, suffix] = SINGLE_RANGE.exec(header ?? '') ?? []
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  if (first === undefined) return null
  const start = Number(first)
  const end = last === undefined ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== undefined && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
