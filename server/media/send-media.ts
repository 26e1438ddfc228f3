import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readMedia, type MediaRow } from '#server/db/media.ts'
import type { Db } from '#server/db/open.ts'
import { byteRange } from './byte-range.ts'

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
