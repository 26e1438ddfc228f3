import { createHash } from 'node:crypto'
import { CHUNK_BYTES } from '#server/db/media.ts'
import type { Tx } from '#server/db/open.ts'
import { drawPicture, MOTIF_COUNT, type Picture } from './pictures.ts'
import { DEMO_PROJECTS, type DemoProject } from './projects.ts'

/** The projects' aspect ratios, 16:5 and 4:3. */
const DESKTOP = [1280, 400] as const
const MOBILE = [640, 480] as const

interface DemoBanner {
  project: DemoProject
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
        project,
        desktop: await drawPicture(project, motif, ...DESKTOP),
        mobile: await drawPicture(project, motif, ...MOBILE),
        clickUrl:
          motif === 1 ? null : `https://${project.id.toLowerCase()}.example/offer-${motif + 1}`,
      })),
    ),
  )
}

export async function fillBanners(tx: Tx, banners: readonly DemoBanner[], at: Date): Promise<void> {
  for (const { project, desktop, mobile, clickUrl } of banners) {
    const { count } = await tx
      .selectFrom('banners')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('banners')
      .values({
        project_id: project.id,
        ordering: count,
        click_url: clickUrl,
        desktop_media_id: await fillPicture(tx, project.id, desktop, at),
        mobile_media_id: await fillPicture(tx, project.id, mobile, at),
        created_at: at,
      })
      .execute()
  }
}

async function fillPicture(tx: Tx, project: string, picture: Picture, at: Date): Promise<number> {
  const { bytes, contentType, width, height } = picture
  const { id } = await tx
    .insertInto('media')
    .values({
      project_id: project,
      content_type: contentType,
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width,
      height,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    await tx
      .insertInto('media_chunks')
      .values({
        media_id: id,
        position: from / CHUNK_BYTES,
        bytes: bytes.subarray(from, from + CHUNK_BYTES),
      })
      .execute()
  }
  return id
}
