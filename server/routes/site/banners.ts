import { requireProject } from '#server/auth/access.ts'
import { recordAudit } from '#server/auth/audit.ts'
import { inTransaction } from '#server/db/engine/transaction.ts'
import { readProject } from '#server/db/projects/project-settings.ts'
import { parseId } from '#server/db/records/ids.ts'
import {
  deleteBanner,
  insertBanner,
  listBanners,
  lockBanners,
  placeBanner,
  type BannerRow,
} from '#server/db/site/banners.ts'
import { deleteMedia } from '#server/db/site/media.ts'
import { invalidInput, notFound } from '#server/http/errors.ts'
import type { Picture } from '#server/media/media.ts'
import { storeMedia } from '#server/media/store-media.ts'
import { idempotent } from '#server/routes/idempotency.ts'
import { route, type Api } from '#server/routes/route.ts'
import type { Banner } from '#src/wire/banners.ts'
import { readBannerForm } from './banner-form.ts'

export function bannerRoutes(api: Api): void {
  route(api, 'listBanners', async ({ params, actor, db, readDb }) => {
    await requireProject(db, actor, params.project_id)
    const rows = await listBanners(readDb, params.project_id)
    return rows.map(presentBanner)
  })

  route(api, 'createBanner', async (context) => {
    const { params, actor, db, now, request } = context
    const projectId = params.project_id
    await requireProject(db, actor, projectId)
    const form = await readBannerForm(request, await readProject(db, projectId))
    const store = ({ bytes, ...picture }: Picture) =>
      storeMedia(db, { projectId, ...picture, now }, bytes)

    // Stored before the transaction, in short statements. Deleted again if they end up unlinked.
    const media = [await store(form.desktop), await store(form.mobile)] as const
    let linked = false
    try {
      return await idempotent(
        context,
        async (tx) => {
          const others = await lockBanners(tx, projectId)
          const row = await insertBanner(tx, {
            project_id: projectId,
            ordering: (others.at(-1)?.ordering ?? -1) + 1,
            click_url: form.clickUrl,
            desktop_media_id: media[0],
            mobile_media_id: media[1],
            created_at: now,
          })
          await recordAudit(tx, context, {
            action: 'banner.create',
            object: 'banner',
            objectId: row.id,
            projectId,
            after: row,
          })
          linked = true
          return presentBanner(row)
        },
        { fingerprint: form.fingerprint },
      )
    } catch (error) {
      linked = false
      throw error
    } finally {
      if (!linked) for (const id of media) await deleteMedia(db, id)
    }
  })

  route(api, 'reorderBanners', async (context) => {
    const { params, body, actor, db } = context
    const projectId = params.project_id
    await requireProject(db, actor, projectId)
    return inTransaction(db, async (tx) => {
      const before = await lockBanners(tx, projectId)
      const byId = new Map(before.map((banner) => [String(banner.id), banner]))
      const after = body.ordering.flatMap((id) => byId.get(id) ?? [])
      if (
        body.ordering.length !== before.length ||
        after.length !== before.length ||
        new Set(body.ordering).size !== before.length
      ) {
        throw invalidInput('body.ordering', 'Must name every banner of the project once')
      }
      for (const [ordering, banner] of after.entries()) {
        if (banner.ordering !== ordering) await placeBanner(tx, banner.id, ordering)
      }
      await recordAudit(tx, context, {
        action: 'banner.reorder',
        object: 'project',
        objectId: projectId,
        projectId,
        before: { ordering: before.map((banner) => String(banner.id)) },
        after: { ordering: body.ordering },
      })
      return after.map((banner, ordering) => presentBanner({ ...banner, ordering }))
    })
  })

  route(api, 'deleteBanner', async (context) => {
    const { params, actor, db } = context
    const projectId = params.project_id
    await requireProject(db, actor, projectId)
    const id = parseId(params.banner_id)
    await inTransaction(db, async (tx) => {
      const banner = (await lockBanners(tx, projectId)).find((row) => row.id === id)
      if (!banner) throw notFound()
      await deleteBanner(tx, banner)
      await recordAudit(tx, context, {
        action: 'banner.delete',
        object: 'banner',
        objectId: banner.id,
        projectId,
        before: banner,
      })
    })
  })
}

function presentBanner(row: BannerRow): Banner {
  return {
    id: String(row.id),
    desktop_image_url: `/banner-images/${row.desktop_media_id}`,
    mobile_image_url: `/banner-images/${row.mobile_media_id}`,
    ordering: row.ordering,
    click_url: row.click_url,
  }
}
