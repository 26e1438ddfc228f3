import type { Multipart, MultipartFile } from '@fastify/multipart'
import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import type { Db } from '#server/db/engine/open.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { lockProject, readProject, updateProject } from '#server/db/projects/project-settings.ts'
import type { ProjectRow } from '#server/db/schema/schema.ts'
import {
  deleteAbandonedMedia,
  deleteMedia,
  findTelegramMedia,
  type MediaRow,
  type NewMedia,
} from '#server/db/site/media.ts'
import { badRequest, invalidInput, notFound } from '#server/http/errors.ts'
import { fileBytes, formParts, readFully } from '#server/http/multipart.ts'
import {
  atMost,
  isVideoType,
  MAX_TELEGRAM_MEDIA_BYTES,
  mediaTypeOf,
  readPicture,
  UnreadableMediaError,
  WRONG_MEDIA,
} from '#server/media/media.ts'
import { sendMedia } from '#server/media/send-media.ts'
import { storeMedia } from '#server/media/store-media.ts'
import { presentProject } from '#server/routes/administration/present-project.ts'
import { route, type Api } from '#server/routes/route.ts'
import { MAX_MESSAGE_LENGTH_WITH_MEDIA } from '#src/wire/project-settings.ts'

const FIELD = 'telegram_notifications_media'
/** Enough of a file to detect its type. */
const SNIFFED_BYTES = 64_000
/** The file with the rest of the form. A longer body is refused before it is read. */
const MAX_FORM_BYTES = MAX_TELEGRAM_MEDIA_BYTES + 100_000
const tooLarge = () => invalidInput(`body.${FIELD}`, atMost(MAX_TELEGRAM_MEDIA_BYTES), 413)
const ABANDONED_AFTER_MS = 60 * 60_000

export function telegramMediaRoutes(api: Api): void {
  route(api, 'getTelegramMedia', async ({ params, actor, db, request, reply }) => {
    await requireProject(db, actor, params.id)
    const media = await findTelegramMedia(db, params.id)
    if (!media) throw notFound()
    return sendMedia({ request, reply, db }, media, { cacheControl: 'private, no-cache' })
  })

  route(api, 'replaceTelegramMedia', async (context) => {
    const { params, actor, db, now, request } = context
    await requireProject(db, actor, params.id)
    requireFittingText(await readProject(db, params.id))
    if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge()
    await deleteAbandonedMedia(db, new Date(now.getTime() - ABANDONED_AFTER_MS))
    const mediaId = await receive(db, formParts(request, LIMITS), {
      projectId: params.id,
      now,
    })
    try {
      return await inTransaction(db, async (tx) => {
        // Checked again: the text may have changed during the upload.
        requireFittingText(await lockProject(tx, params.id))
        const before = await findTelegramMedia(tx, params.id)
        const row = await updateProject(tx, params.id, { telegram_media_id: mediaId }, now)
        const after = await findTelegramMedia(tx, params.id)
        if (before) await deleteMedia(tx, before.id)
        await recordAudit(tx, context, {
          action: 'telegram_media.replace',
          object: 'project',
          objectId: params.id,
          projectId: params.id,
          before: describe(before),
          after: describe(after),
        })
        return presentProject(row, actor.role)
      })
    } catch (error) {
      await deleteMedia(db, mediaId)
      throw error
    }
  })

  route(api, 'deleteTelegramMedia', async (context) => {
    const { params, actor, db } = context
    await requireProject(db, actor, params.id)
    await inTransaction(db, async (tx) => {
      await lockProject(tx, params.id)
      const media = await findTelegramMedia(tx, params.id)
      if (!media) return
      await deleteMedia(tx, media.id)
      await recordAudit(tx, context, {
        action: 'telegram_media.delete',
        object: 'project',
        objectId: params.id,
        projectId: params.id,
        before: describe(media),
      })
    })
  })
}

/** Telegram allows less text with a picture or video. */
function requireFittingText({ telegram_message_text: text }: ProjectRow): void {
  if ((text?.length ?? 0) <= MAX_MESSAGE_LENGTH_WITH_MEDIA) return
  throw badRequest(
    `The message text must be at most ${MAX_MESSAGE_LENGTH_WITH_MEDIA} characters with media`,
  )
}

const LIMITS = { fileSize: MAX_TELEGRAM_MEDIA_BYTES, files: 2, fields: 1, parts: 3 }

/** Stores the single file of the form and returns its id. Nothing of a refused form is kept. */
async function receive(
  db: Db,
  parts: AsyncIterable<Multipart>,
  owner: { projectId: string; now: Date },
): Promise<number> {
  let mediaId: number | null = null
  try {
    for await (const part of parts) {
      if (part.type !== 'file' || part.fieldname !== FIELD || mediaId !== null) {
        if (part.type === 'file') part.file.resume()
        throw invalidInput(`body.${part.fieldname}`, 'Unknown field')
      }
      mediaId = await receiveFile(db, part, owner)
    }
  } catch (error) {
    if (mediaId !== null) await deleteMedia(db, mediaId)
    throw error
  }
  if (mediaId === null) throw invalidInput(`body.${FIELD}`, 'Must select a file')
  return mediaId
}

async function receiveFile(
  db: Db,
  part: MultipartFile,
  owner: { projectId: string; now: Date },
): Promise<number> {
  const source = fileBytes(part)
  const start = await readStart(source)
  const type = await mediaTypeOf(start)
  if (type === null) {
    part.file.resume()
    throw invalidInput(`body.${FIELD}`, WRONG_MEDIA, 415)
  }
  const bytes = refuseTruncated(part, start, source)
  if (isVideoType(type)) {
    return await storeMedia(db, { ...owner, contentType: type, width: null, height: null }, bytes)
  }
  const picture = await readWholePicture(bytes)
  const media: NewMedia = { ...owner, ...picture }
  return await storeMedia(db, media, picture.bytes)
}

async function readStart(source: AsyncGenerator<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  while (size < SNIFFED_BYTES) {
    const piece = await source.next()
    if (piece.done) break
    pieces.push(piece.value)
    size += piece.value.length
  }
  return Buffer.concat(pieces)
}

/** The whole file. Throws 413 at its end if it was truncated at the limit. */
async function* refuseTruncated(
  part: MultipartFile,
  start: Buffer,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  yield start
  yield* rest
  if (part.file.truncated) throw tooLarge()
}

async function readWholePicture(bytes: AsyncIterable<Buffer>) {
  try {
    return await readPicture(await readFully(bytes))
  } catch (error) {
    if (error instanceof UnreadableMediaError)
      throw invalidInput(`body.${FIELD}`, error.message, 415)
    throw error
  }
}

function describe(media: MediaRow | undefined): Record<string, unknown> | null {
  if (!media) return null
  const { content_type, size_bytes, sha256 } = media
  return { content_type, size_bytes, sha256 }
}
