import { hasAspectRatio } from '#src/domain/aspect-ratio.ts'
import { isHttpUrl, MAX_URL_LENGTH } from '#src/wire/http-url.ts'

export const MAX_IMAGE_BYTES = 10_000_000

export type Device = 'desktop' | 'mobile'

const TAKEN = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** A chosen file and the size in pixels that it is shown with. */
export interface ChosenImage {
  file: File
  width: number
  height: number
}

/** Why a file isn't even looked at; null if it is (what is in it shows when it is decoded). */
export function validateImage(file: { type: string; size: number }): string | null {
  if (!TAKEN.has(file.type)) return 'Must be a PNG, JPEG, WebP or GIF image'
  return file.size > MAX_IMAGE_BYTES ? 'Must be at most 10 MB' : null
}

/** The warning below an image whose ratio isn't the project's (spec 5); null if it fits. */
export function ratioWarning(device: Device, image: ChosenImage, ratio: string): string | null {
  if (hasAspectRatio(image, ratio)) return null
  return `Your ${device} image has the wrong aspect ratio, it should be of ratio ${ratio}`
}

/** The fault of the click URL, or null; without the switch there is no click URL to judge. */
export function validateClickUrl(hasClickUrl: boolean, clickUrl: string): string | null {
  const url = clickUrl.trim()
  if (!hasClickUrl || (isHttpUrl(url) && url.length <= MAX_URL_LENGTH)) return null
  return 'Click url is invalid'
}

/** What a form without this image says. */
export function missingImage(device: Device): string {
  return `Must select a ${device} image`
}

/** Decodes the file as the browser would show it, EXIF turned. Rejects what is no whole image. */
export async function readImage(file: File): Promise<ChosenImage> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { file, width, height }
}
