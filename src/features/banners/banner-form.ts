import * as z from 'zod/mini'
import { hasAspectRatio } from '#src/domain/aspect-ratio.ts'
import { isHttpUrl, MAX_URL_LENGTH } from '#src/wire/http-url.ts'

const MAX_IMAGE_BYTES = 10_000_000

export const DEVICES = ['desktop', 'mobile'] as const
export type Device = (typeof DEVICES)[number]

const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** A selected file and its displayed size in pixels. */
export const imageSchema = z.object({
  file: z.instanceof(File),
  width: z.number(),
  height: z.number(),
})
export type ChosenImage = z.infer<typeof imageSchema>

/** Why a file can't be used, or null. Its content is checked when it is decoded. */
export function validateImage(file: { type: string; size: number }): string | null {
  if (!IMAGE_TYPES.has(file.type)) return 'Must be a PNG, JPEG, WebP or GIF image'
  return file.size > MAX_IMAGE_BYTES ? 'Must be at most 10 MB' : null
}

/** The warning for an image with another ratio than the project's, or null. */
export function ratioWarning(device: Device, image: ChosenImage, ratio: string): string | null {
  if (hasAspectRatio(image, ratio)) return null
  return `Your ${device} image has the wrong aspect ratio, it should be of ratio ${ratio}`
}

/** The error of the click URL, or null. With the switch off there is no click URL. */
export function validateClickUrl(hasClickUrl: boolean, clickUrl: string): string | null {
  const url = clickUrl.trim()
  if (!hasClickUrl || (isHttpUrl(url) && url.length <= MAX_URL_LENGTH)) return null
  return 'Click url is invalid'
}

/** The error for a missing image. */
export function missingImage(device: Device): string {
  return `Must select a ${device} image`
}

/** The form of a new banner. Both images are required, in the ratios of their project. */
export const bannerFormSchema = (ratios: Record<Device, string>) =>
  z
    .object({
      desktop: z.nullable(imageSchema),
      mobile: z.nullable(imageSchema),
      hasClickUrl: z.boolean(),
      clickUrl: z.string(),
    })
    .check(({ value, issues }) => {
      const fail = (field: keyof typeof value, message: string | null) =>
        message === null || issues.push({ code: 'custom', input: value, path: [field], message })
      for (const device of DEVICES) {
        const image = value[device]
        fail(device, image ? ratioWarning(device, image, ratios[device]) : missingImage(device))
      }
      fail('clickUrl', validateClickUrl(value.hasClickUrl, value.clickUrl))
    })
export type BannerForm = z.infer<ReturnType<typeof bannerFormSchema>>

export const EMPTY_BANNER: BannerForm = {
  desktop: null,
  mobile: null,
  hasClickUrl: false,
  clickUrl: '',
}

/** Decodes the file, with EXIF rotation applied. Rejects if the image is incomplete. */
export async function readImage(file: File): Promise<ChosenImage> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { file, width, height }
}
