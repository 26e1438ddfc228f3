import * as z from 'zod/mini'
import { pendingWritesOf } from '#src/writes/pending-writes.ts'

const imageSchema = z.object({ file: z.instanceof(File), width: z.number(), height: z.number() })

const newBannerSchema = z.object({
  projectId: z.string(),
  desktop: imageSchema,
  mobile: imageSchema,
  clickUrl: z.nullable(z.string()),
})
export type NewBanner = z.infer<typeof newBannerSchema>

/** Banners that nobody could say of whether they were created, with their images, by project. */
export const newBanners = pendingWritesOf('banner', newBannerSchema)
