import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { MediaTable } from '#server/db/schema/schema-site.ts'

export type MediaRow = Selectable<MediaTable>

/** Bytes of one row of media_chunks; only the last one of a file is shorter. */
export const CHUNK_BYTES = 1_000_000

/** The description of a file whose bytes are not stored yet. */
export interface NewMedia {
  projectId: string
  contentType: string
  width: number | null
  height: number | null
  now: Date
}

/**
 * Inserts a file without bytes that no settings and no banner refer to. It cannot be read until it is
 * linked. An aborted upload leaves only this row, which deleteAbandonedMedia deletes.
 */
export async function insertMedia(db: Db, media: NewMedia): Promise<number> {
  const { id } = await db
    .insertInto('media')
    .values({
      project_id: media.projectId,
      content_type: media.contentType,
      size_bytes: 0,
      sha256: '',
      width: media.width,
      height: media.height,
      created_at: media.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a chunk of at most CHUNK_BYTES; `position` counts chunks from 0. */
export async function insertMediaChunk(
  db: Db,
  mediaId: number,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await db.insertInto('media_chunks').values({ media_id: mediaId, position, bytes }).execute()
}

/** Completes the file with its size in bytes and the hex SHA-256 of its content. */
export async function completeMedia(
  db: Db,
  mediaId: number,
  file: { size: number; sha256: string },
): Promise<void> {
  await db
    .updateTable('media')
    .set({ size_bytes: file.size, sha256: file.sha256 })
    .where('id', '=', mediaId)
    .execute()
}

export async function deleteMedia(db: Db, mediaId: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', mediaId).execute()
}

/** The banners that show the `media` row of the outer query. */
function bannersWith(db: Db) {
  return db
    .selectFrom('banners')
    .where((banner) =>
      banner.or([
        banner('desktop_media_id', '=', sql.ref<number>('media.id')),
        banner('mobile_media_id', '=', sql.ref<number>('media.id')),
      ]),
    )
}

/** Deletes files created before `before` that nothing refers to: the rest of aborted uploads. */
export async function deleteAbandonedMedia(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('media')
    .where('created_at', '<', before)
    .where((media) =>
      media.not(
        media.exists(
          media
            .selectFrom('projects')
            .select('projects.id')
            .whereRef('telegram_media_id', '=', 'media.id'),
        ),
      ),
    )
    .where((media) => media.not(media.exists(bannersWith(db).select('banners.id'))))
    .execute()
}

/** The media of a project's chat notices, or undefined. */
export async function findTelegramMedia(db: Db, projectId: string): Promise<MediaRow | undefined> {
  return await db
    .selectFrom('media')
    .innerJoin('projects', 'projects.telegram_media_id', 'media.id')
    .where('projects.id', '=', projectId)
    .selectAll('media')
    .executeTakeFirst()
}

/** An image of a banner. Other files are not public and count as absent. */
export async function findBannerImage(db: Db, mediaId: number): Promise<MediaRow | undefined> {
  return await db
    .selectFrom('media')
    .where('media.id', '=', mediaId)
    .where((media) => media.exists(bannersWith(db).select('banners.id')))
    .selectAll('media')
    .executeTakeFirst()
}

/**
 * The bytes from `start` to `end` inclusive, one chunk at a time, so a large video does not block the
 * database. Throws if the file is deleted meanwhile.
 */
export async function* readMedia(
  db: Db,
  mediaId: number,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const last = Math.floor(end / CHUNK_BYTES)
  for (let position = Math.floor(start / CHUNK_BYTES); position <= last; position += 1) {
    const { bytes } = await db
      .selectFrom('media_chunks')
      .select('bytes')
      .where('media_id', '=', mediaId)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    const offset = position * CHUNK_BYTES
    yield bytes.subarray(Math.max(0, start - offset), end - offset + 1)
  }
}
