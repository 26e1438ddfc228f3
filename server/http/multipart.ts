import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { badRequest } from './errors.ts'

type Limits = NonNullable<NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']>

/** The parser's refusals carry a status; what else it throws is a body that isn't a whole form. */
function asAnswer(error: unknown): unknown {
  const isRefusal = error instanceof Error && ('statusCode' in error || 'code' in error)
  return isRefusal ? error : badRequest('The form is broken')
}

async function* told<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const item = await items.next().catch((error: unknown) => {
        throw asAnswer(error)
      })
      if (item.done) return
      yield item.value
    }
  } finally {
    await items.return?.()
  }
}

/** The parts of a multipart body one after the other; a broken body is 400, too many parts 413. */
export function formParts(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  return told(request.parts({ limits }))
}

/** The bytes of a file part as they arrive; cut off at the limit (see `part.file.truncated`). */
export function fileBytes(part: MultipartFile): AsyncGenerator<Buffer> {
  return told<Buffer>(part.file)
}

/** All bytes of a file part. */
export async function wholeFile(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}
