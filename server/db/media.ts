import { sql, type Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { MediaTable } from './schema.ts'

export type MediaRow = Selectable<MediaTable>

/** Bytes of one row of media_chunks; only the last one of a file is shorter. */
export const CHUNK_BYTES = 1_000_000

/** What a file is known by before its bytes are all there. */
export interface NewMedia {
  projectId: string
  contentType: string
  width: number | null
  height: number | null
  now: Date
}

/**
 * A file without bytes, of no project's settings and no banner yet: nobody can read it until it is
 * linked, and an upload that breaks off leaves only this behind (see deleteAbandonedMedia).
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

/** One piece of at most CHUNK_BYTES; `position` counts pieces from 0. */
export async function insertMediaChunk(
  db: Db,
  mediaId: number,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await db.insertInto('media_chunks').values({ media_id: mediaId, position, bytes }).execute()
}

/** Marks the file as whole: its size in bytes and the hex SHA-256 of all of them. */
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

/** The banners that show the file of the query around it. */
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

/** Removes what broken uploads before `before` left: files that nothing links to. */
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

/** An image that some banner shows; any other file is not public and answers as absent. */
export async function findBannerImage(db: Db, mediaId: number): Promise<MediaRow | undefined> {
  return await db
    .selectFrom('media')
    .where('media.id', '=', mediaId)
    .where((media) => media.exists(bannersWith(db).select('banners.id')))
    .selectAll('media')
    .executeTakeFirst()
}

/**
 * The bytes from `start` up to and including `end`, one piece at a time, so that a large video
 * never holds up the database. Throws if the file disappears in between.
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
