import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { isHttpUrl, MAX_URL_LENGTH } from './http-url.ts'
import { idSchema, nullableTextSchema, projectIdSchema } from './primitives.ts'

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

export const bannerCalls = {
  listBanners: {
    ...read,
    path: '/banners/:project_id',
    summary: 'The banners of a project in their order',
    roles: 'any',
    params: bannersParamsSchema,
    response: bannerListSchema,
  },

  createBanner: {
    method: 'POST',
    path: '/banners/:project_id',
    summary: 'Add a banner as the last one',
    access: 'signed-in',
    roles: 'any',
    params: bannersParamsSchema,
    body: 'multipart',
    response: bannerSchema,
    status: 201,
    idempotent: true,
  },

  reorderBanners: {
    method: 'PUT',
    path: '/banners/:project_id/reorder',
    summary: 'Set the order of all banners of a project',
    access: 'signed-in',
    roles: 'any',
    params: bannersParamsSchema,
    body: bannerReorderSchema,
    response: bannerListSchema,
    status: 200,
  },

  deleteBanner: {
    method: 'DELETE',
    path: '/banners/:project_id/:banner_id',
    summary: 'Delete a banner',
    access: 'signed-in',
    roles: 'any',
    params: bannerParamsSchema,
    response: null,
    status: 204,
  },
} satisfies Calls
