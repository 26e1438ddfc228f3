import type { Selectable } from 'kysely'
import type { Db } from './open.ts'
import type { BannersTable } from './schema.ts'

export type BannerRow = Selectable<BannersTable>

/** The banners of a project in their order. */
export async function listBanners(db: Db, projectId: string): Promise<BannerRow[]> {
  return await db
    .selectFrom('banners')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('ordering')
    .execute()
}

/** Whoever changes a project's banners holds this first, so that two orders never mix. */
export async function lockBanners(tx: Db, projectId: string): Promise<BannerRow[]> {
  await tx.selectFrom('projects').select('id').where('id', '=', projectId).forUpdate().execute()
  return await listBanners(tx, projectId)
}

export async function insertBanner(
  tx: Db,
  banner: {
    project_id: string
    ordering: number
    click_url: string | null
    desktop_media_id: number
    mobile_media_id: number
    created_at: Date
  },
): Promise<BannerRow> {
  return await tx.insertInto('banners').values(banner).returningAll().executeTakeFirstOrThrow()
}

/** Puts the banner at `ordering`, from 0; places may clash until the transaction ends. */
export async function placeBanner(tx: Db, bannerId: number, ordering: number): Promise<void> {
  await tx.updateTable('banners').set({ ordering }).where('id', '=', bannerId).execute()
}

/** Removes the banner with its images; the banners behind it keep their numbers. */
export async function deleteBanner(tx: Db, banner: BannerRow): Promise<void> {
  await tx.deleteFrom('banners').where('id', '=', banner.id).execute()
  await tx
    .deleteFrom('media')
    .where('id', 'in', [banner.desktop_media_id, banner.mobile_media_id])
    .execute()
}
