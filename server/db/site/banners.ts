import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#server/db/engine/open.ts'
import type { BannersTable } from '#server/db/schema/schema-site.ts'

export type BannerRow = Selectable<BannersTable>

/** The banners of a project, by `ordering`. */
export async function listBanners(db: Db, projectId: string): Promise<BannerRow[]> {
  return await db
    .selectFrom('banners')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('ordering')
    .execute()
}

/** Locks the project and lists its banners. Every change of banners takes this lock first. */
export async function lockBanners(tx: Db, projectId: string): Promise<BannerRow[]> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute()
  return await listBanners(tx, projectId)
}

export function insertBanner(tx: Db, banner: Insertable<BannersTable>): Promise<BannerRow> {
  return tx.insertInto('banners').values(banner).returningAll().executeTakeFirstOrThrow()
}

/** Sets `ordering`, from 0. Two banners may have the same one until the transaction ends. */
export async function placeBanner(tx: Db, bannerId: number, ordering: number): Promise<void> {
  await tx.updateTable('banners').set({ ordering }).where('id', '=', bannerId).execute()
}

/** Deletes the banner and its images. The `ordering` of later banners does not change. */
export async function deleteBanner(tx: Db, banner: BannerRow): Promise<void> {
  await tx.deleteFrom('banners').where('id', '=', banner.id).execute()
  await tx
    .deleteFrom('media')
    .where('id', 'in', [banner.desktop_media_id, banner.mobile_media_id])
    .execute()
}
