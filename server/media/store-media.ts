import { createHash } from 'node:crypto'
import type { Db } from '#server/db/engine/open.ts'
import {
  CHUNK_BYTES,
  completeMedia,
  deleteMedia,
  insertMedia,
  insertMediaChunk,
  type NewMedia,
} from '#server/db/site/media.ts'

/** Splits a stream into chunks of exactly CHUNK_BYTES; the last one may be shorter. */
async function* chunked(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const piece of source) {
    waiting.push(piece)
    size += piece.length
    while (size >= CHUNK_BYTES) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, CHUNK_BYTES)
      waiting = [all.subarray(CHUNK_BYTES)]
      size -= CHUNK_BYTES
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/**
 * Stores a file in chunks, each in its own statement. Do not call it in a transaction: the sender
 * may be slow, and the embedded database has one connection. Deletes the chunks if the source
 * fails.
 * @returns the id of the file, which cannot be read until it is linked
 */
export async function storeMedia(
  db: Db,
  media: NewMedia,
  source: Buffer | AsyncIterable<Buffer>,
): Promise<number> {
  const mediaId = await insertMedia(db, media)
  try {
    const hash = createHash('sha256')
    let position = 0
    let size = 0
    for await (const piece of chunked(Buffer.isBuffer(source) ? whole(source) : source)) {
      hash.update(piece)
      await insertMediaChunk(db, mediaId, position, piece)
      position += 1
      size += piece.length
    }
    await completeMedia(db, mediaId, { size, sha256: hash.digest('hex') })
    return mediaId
  } catch (error) {
    await deleteMedia(db, mediaId)
    throw error
  }
}
