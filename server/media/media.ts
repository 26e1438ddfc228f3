import type { Sharp } from 'sharp'

/** 1 MB is 10^6 bytes (contract). */
const MEGABYTE = 1_000_000
export const MAX_BANNER_BYTES = 10 * MEGABYTE
export const MAX_TELEGRAM_MEDIA_BYTES = 50 * MEGABYTE
export const atMost = (bytes: number) => `Must be at most ${bytes / MEGABYTE} MB`

/** Width × height × frames. Checked before decoding: a small file can expand to gigabytes. */
const MAX_PIXELS = 50_000_000
const DECODE_SECONDS = 20

export type VideoType = 'video/mp4' | 'video/webm'
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** A picture as stored: re-encoded, upright, without metadata. */
export interface Picture {
  contentType: ImageType
  bytes: Buffer
  width: number
  height: number
}

/**
 * The file has an unsupported type, is corrupt or too large when decoded; the message says which.
 */
export class UnreadableMediaError extends Error {
  override name = 'UnreadableMediaError'
}

const PICTURE_KINDS = 'PNG, JPEG, WebP or GIF'
export const WRONG_MEDIA = `Unsupported media type: must be ${PICTURE_KINDS}, or an MP4 or WebM video`
const WRONG_PICTURE = `Unsupported media type: must be ${PICTURE_KINDS}`
const TOO_MANY_PIXELS = `Must have at most ${MAX_PIXELS / 1_000_000} megapixels, all frames together`

const KINDS: Record<string, ImageType | VideoType> = {
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
}

/**
 * Detects the media type from the first bytes of a file (4 kB or more unless the file is shorter);
 * null for an unsupported type. File names and declared types are ignored.
 */
export async function mediaTypeOf(start: Uint8Array): Promise<ImageType | VideoType | null> {
  // Loaded with the first upload, as sharp is: together 30 MB that an idle server does not need.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(start)
  if (!found || !Object.hasOwn(KINDS, found.mime)) return null
  return KINDS[found.mime] ?? null
}

export function isVideoType(type: ImageType | VideoType): type is VideoType {
  return type.startsWith('video/')
}

/**
 * Decodes a picture and encodes it again in its own format, so that the stored file holds only
 * pixels: no metadata, no appended script, no truncated data. Applies the EXIF orientation. Width
 * and height are those of one upright frame.
 * @throws UnreadableMediaError for anything but a complete PNG, JPEG, WebP or GIF of at most 50
 * megapixels in all frames
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const contentType = await mediaTypeOf(bytes)
  if (contentType === null || isVideoType(contentType))
    throw new UnreadableMediaError(WRONG_PICTURE)
  const { default: sharp } = await import('sharp')
  try {
    const isAnimated = contentType === 'image/gif' || contentType === 'image/webp'
    const picture = sharp(bytes, {
      animated: isAnimated,
      autoOrient: true,
      failOn: 'warning',
      limitInputPixels: MAX_PIXELS,
    }).timeout({ seconds: DECODE_SECONDS })
    const { data, info } = await encode(picture, contentType)
    return {
      contentType,
      bytes: data,
      width: info.width,
      // The frames of an animation are stacked vertically.
      height: info.pageHeight ?? info.height,
    }
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
    throw new UnreadableMediaError(isTooLarge ? TOO_MANY_PIXELS : 'The image is corrupt', {
      cause: error,
    })
  }
}

function encode(picture: Sharp, type: ImageType) {
  const encoded = {
    'image/png': () => picture.png({ compressionLevel: 6 }),
    'image/jpeg': () => picture.jpeg({ quality: 88, mozjpeg: false }),
    'image/webp': () => picture.webp({ quality: 88 }),
    'image/gif': () => picture.gif(),
  }
  return encoded[type]().toBuffer({ resolveWithObject: true })
}
