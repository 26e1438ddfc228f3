import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { badRequest, invalidInput } from '#server/http/errors.ts'
import { fileBytes, formParts, readFully } from '#server/http/multipart.ts'
import {
  atMost,
  MAX_BANNER_BYTES,
  readPicture,
  UnreadableMediaError,
  type Picture,
} from '#server/media/media.ts'
import { hasAspectRatio } from '#src/domain/aspect-ratio.ts'
import { clickUrlSchema } from '#src/wire/banners.ts'

interface BannerForm {
  desktop: Picture
  mobile: Picture
  clickUrl: string | null
  /** Equal for two requests with the same images and URL. */
  fingerprint: string
}

interface Ratios {
  banners_desktop_aspect_ratio: string
  banners_mobile_aspect_ratio: string
}

const FILES = ['desktop_banner', 'mobile_banner'] as const

type FileName = (typeof FILES)[number]

function isFileName(name: string): name is FileName {
  return FILES.some((file) => file === name)
}

/** Reads the multipart body to its end. @throws HttpError 400 for an unknown or repeated part */
async function readParts(
  request: FastifyRequest,
): Promise<{ files: Map<FileName, Buffer>; clickUrl: string | null }> {
  const files = new Map<FileName, Buffer>()
  let clickUrl: string | null = null
  const parts = formParts(request, {
    fileSize: MAX_BANNER_BYTES,
    files: 3,
    fields: 3,
    fieldSize: 10_000,
    parts: 6,
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      const bytes = await readFully(fileBytes(part))
      if (part.file.truncated)
        throw invalidInput(`body.${part.fieldname}`, atMost(MAX_BANNER_BYTES), 413)
      if (!isFileName(part.fieldname) || files.has(part.fieldname)) {
        throw invalidInput(`body.${part.fieldname}`, 'Unknown field')
      }
      files.set(part.fieldname, bytes)
    } else if (part.fieldname === 'click_url' && clickUrl === null) {
      clickUrl = String(part.value)
    } else {
      throw invalidInput(`body.${part.fieldname}`, 'Unknown field')
    }
  }
  return { files, clickUrl }
}

async function readImage(field: FileName, bytes: Buffer): Promise<Picture> {
  try {
    return await readPicture(bytes)
  } catch (error) {
    if (error instanceof UnreadableMediaError)
      throw invalidInput(`body.${field}`, error.message, 415)
    throw error
  }
}

/**
 * Reads the form of a new banner. Its images are decoded and have the project's ratios.
 */
export async function readBannerForm(request: FastifyRequest, ratios: Ratios): Promise<BannerForm> {
  const { files, clickUrl } = await readParts(request)
  const mobileBytes = files.get('mobile_banner')
  const desktopBytes = files.get('desktop_banner')
  const clickUrlError =
    clickUrl === null ? null : clickUrlSchema.safeParse(clickUrl).error?.issues[0]
  const errors = [
    mobileBytes ? null : 'Path: body.mobile_banner, Message: Must select a mobile image',
    desktopBytes ? null : 'Path: body.desktop_banner, Message: Must select a desktop image',
    clickUrlError && `Path: body.click_url, Message: ${clickUrlError.message}`,
  ].filter((error) => typeof error === 'string')
  if (!mobileBytes || !desktopBytes || errors.length > 0) throw badRequest(errors.join(' | '))

  // Sequential: a decoded picture can take 200 MB.
  const desktop = await readImage('desktop_banner', desktopBytes)
  const mobile = await readImage('mobile_banner', mobileBytes)
  requireRatio('desktop', desktop, ratios.banners_desktop_aspect_ratio)
  requireRatio('mobile', mobile, ratios.banners_mobile_aspect_ratio)
  const fingerprint = createHash('sha256')
  for (const bytes of [desktopBytes, mobileBytes]) {
    fingerprint.update(createHash('sha256').update(bytes).digest())
  }
  fingerprint.update(clickUrl ?? '')
  return { desktop, mobile, clickUrl, fingerprint: fingerprint.digest('hex') }
}

function requireRatio(which: 'desktop' | 'mobile', picture: Picture, ratio: string): void {
  if (hasAspectRatio(picture, ratio)) return
  throw invalidInput(
    `body.${which}_banner`,
    `Your ${which} image has the wrong aspect ratio, it should be of ratio ${ratio}`,
  )
}
