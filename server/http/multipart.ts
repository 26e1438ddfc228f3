import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badRequest } from './errors.ts'

type Limits = NonNullable<NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']>

/** The parser's own errors carry a status or code. Any other error means an incomplete form. */
function toHttpError(error: unknown): unknown {
  const isParserError = error instanceof Error && ('statusCode' in error || 'code' in error)
  return isParserError ? error : badRequest('Malformed multipart body')
}

/** Maps the errors of a parser's stream. */
async function* withHttpErrors<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const item = await items.next().catch((error: unknown) => {
        throw toHttpError(error)
      })
      if (item.done) return
      yield item.value
    }
  } finally {
    await items.return?.()
  }
}

/**
 * The parts of a multipart body in order.
 * @throws HttpError 400 if malformed, 413 for too many parts
 */
export function formParts(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  return withHttpErrors(request.parts({ limits }))
}

/** The bytes of a file part as they arrive, truncated at the limit (see `part.file.truncated`). */
export function fileBytes(part: MultipartFile): AsyncGenerator<Buffer> {
  return withHttpErrors<Buffer>(part.file)
}

/** All bytes of a file part. */
export async function readFully(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}
