import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'

/** 1 MB is 10^6 bytes (contract). */
const MEGABYTE = 1_000_000
export const MAX_BANNER_BYTES = 10 * MEGABYTE
export const MAX_TELEGRAM_MEDIA_BYTES = 50 * MEGABYTE
export const atMost = (bytes: number) => `Must be at most ${bytes / MEGABYTE} MB`

/** Width × height × frames: a small file can unfold to gigabytes, so this is checked first. */
const MAX_PIXELS = 50_000_000
const DECODE_SECONDS = 20

export type VideoType = 'video/mp4' | 'video/webm'
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** A picture as it is stored: re-encoded, upright, without metadata. */
export interface Picture {
  contentType: ImageType
  bytes: Buffer
  width: number
  height: number
}

/** The file is none of the kinds that are taken, or broken, or unfolds too far: which, is told. */
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
 * The media type that the content itself shows, from a file's first bytes (4 kB or more unless the
 * file is shorter); null for anything that isn't taken. Names and declared types are never asked.
 */
export async function mediaTypeOf(start: Uint8Array): Promise<ImageType | VideoType | null> {
  const found = await fileTypeFromBuffer(start)
  if (!found || !Object.hasOwn(KINDS, found.mime)) return null
  return KINDS[found.mime] ?? null
}

export function isVideoType(type: ImageType | VideoType): type is VideoType {
  return type.startsWith('video/')
}

/**
 * Decodes a picture completely and encodes it anew in its own format, so that what is stored holds
 * nothing but pixels: no metadata, no appended script, no truncated data. Turns it as its EXIF
 * orientation says; width and height are those of the upright picture (of one frame).
 *
 * Throws UnreadableMediaError for anything but a whole PNG, JPEG, WebP or GIF of at most 50
 * megapixels over all frames.
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const contentType = await mediaTypeOf(bytes)
  if (contentType === null || isVideoType(contentType))
    throw new UnreadableMediaError(WRONG_PICTURE)
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
      // Frames of an animation lie below each other.
      height: info.pageHeight ?? info.height,
    }
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
    throw new UnreadableMediaError(isTooLarge ? TOO_MANY_PIXELS : 'The picture is broken', {
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
