import type { Tx } from '#server/db/engine/open.ts'
import { insertBanner } from '#server/db/site/banners.ts'
import type { Picture } from '#server/media/media.ts'
import { storeMedia } from '#server/media/store-media.ts'
import { drawPicture, MOTIF_COUNT } from './pictures.ts'
import { DEMO_PROJECTS } from './projects.ts'

/** The projects' aspect ratios, 16:5 and 4:3. */
const DESKTOP = [1280, 400] as const
const MOBILE = [640, 480] as const

interface DemoBanner {
  projectId: string
  ordering: number
  desktop: Picture
  mobile: Picture
  clickUrl: string | null
}

/** Renders the banners of all projects, in order. Call it before the transaction, because it is slow. */
export async function drawBanners(): Promise<DemoBanner[]> {
  const motifs = Array.from({ length: MOTIF_COUNT }, (_, motif) => motif)
  const projects = DEMO_PROJECTS.filter(({ hasBanners }) => hasBanners)
  return Promise.all(
    projects.flatMap((project) =>
      motifs.map(async (motif) => ({
        projectId: project.id,
        ordering: motif,
        desktop: await drawPicture(project, motif, ...DESKTOP),
        mobile: await drawPicture(project, motif, ...MOBILE),
        clickUrl:
          motif === 1 ? null : `https://${project.id.toLowerCase()}.example/offer-${motif + 1}`,
      })),
    ),
  )
}

export async function fillBanners(tx: Tx, banners: readonly DemoBanner[], at: Date): Promise<void> {
  for (const { projectId, ordering, desktop, mobile, clickUrl } of banners) {
    const store = ({ bytes, ...picture }: Picture) =>
      storeMedia(tx, { projectId, ...picture, now: at }, bytes)
    await insertBanner(tx, {
      project_id: projectId,
      ordering,
      click_url: clickUrl,
      desktop_media_id: await store(desktop),
      mobile_media_id: await store(mobile),
      created_at: at,
    })
  }
}
