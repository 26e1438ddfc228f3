import * as z from 'zod/mini'
import { idSchema, nullableTextSchema, projectIdSchema } from './primitives.ts'
import { isHttpUrl, MAX_URL_LENGTH } from './projects.ts'

export const bannerSchema = z.object({
  id: idSchema,
  desktop_image_url: z.string(),
  mobile_image_url: z.string(),
  ordering: z.int(),
  click_url: z.optional(nullableTextSchema),
})
export type Banner = z.infer<typeof bannerSchema>
export const bannerListSchema = z.array(bannerSchema)

export const clickUrlSchema = z
  .string()
  .check(
    z.maxLength(MAX_URL_LENGTH, `Must be at most ${MAX_URL_LENGTH} characters`),
    z.refine(isHttpUrl, 'Click url is invalid'),
  )

export const bannerReorderSchema = z.strictObject({
  ordering: z.array(idSchema).check(z.maxLength(1000, 'Must be at most 1000 banners')),
})
export const bannersParamsSchema = z.object({ project_id: projectIdSchema })
export const bannerParamsSchema = z.object({ project_id: projectIdSchema, banner_id: idSchema })
