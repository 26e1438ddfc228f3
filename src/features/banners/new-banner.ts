import { ref } from 'valtio'
import * as z from 'zod/mini'
import { draftsOf } from '#src/writes/drafts.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { ChosenImage, Device } from './banner-form.ts'

const imageSchema = z.object({ file: z.instanceof(File), width: z.number(), height: z.number() })

const newBannerSchema = z.object({
  projectId: z.string(),
  desktop: imageSchema,
  mobile: imageSchema,
  clickUrl: z.nullable(z.string()),
})
export type NewBanner = z.infer<typeof newBannerSchema>

/** At most one new banner per project has an unknown outcome. */
export const newBanners = pendingWritesOf('banner', newBannerSchema)

interface BannerDraft {
  desktop: ChosenImage | null
  mobile: ChosenImage | null
  hasClickUrl: boolean
  clickUrl: string
}

/** The typed values of a new banner, by project. */
export const bannerDrafts = draftsOf<BannerDraft>()

/** Sets an image of a draft. `ref` keeps valtio from wrapping the file in a proxy. */
export function draftImage(projectId: string, device: Device, image: ChosenImage | null): void {
  bannerDrafts.change(projectId, { [device]: image && ref(image) })
}
