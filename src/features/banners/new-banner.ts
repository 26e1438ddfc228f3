import * as z from 'zod/mini'
import { draftsOf } from '#src/writes/drafts.ts'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'
import { imageSchema, type BannerForm } from './banner-form.ts'

const newBannerSchema = z.object({
  projectId: z.string(),
  desktop: imageSchema,
  mobile: imageSchema,
  clickUrl: z.nullable(z.string()),
})
export type NewBanner = z.infer<typeof newBannerSchema>

/** At most one new banner per project has an unknown outcome. */
export const newBanners = pendingWritesOf('banner', newBannerSchema)

/** The typed values of a new banner, by project. */
export const bannerDrafts = draftsOf<FormDraft<BannerForm>>()
