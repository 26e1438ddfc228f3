import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { picture, video, webm } from '#tests/support/calls/media.ts'
import {
  MAX_TELEGRAM_MEDIA_BYTES,
  mediaTypeOf,
  readPicture,
  UnreadableMediaError,
} from './media.ts'

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
)

describe('the type of a file is detected from its content', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string | null]>([
    ['PNG', () => picture('png', 4, 4), 'image/png'],
    ['JPEG', () => picture('jpeg', 4, 4), 'image/jpeg'],
    ['WebP', () => picture('webp', 4, 4), 'image/webp'],
    ['GIF', () => picture('gif', 4, 4), 'image/gif'],
    ['MP4', () => video(), 'video/mp4'],
    ['WebM', () => webm(), 'video/webm'],
    ['AVIF', () => picture('avif', 16, 16), null],
    ['TIFF', () => picture('tiff', 4, 4), null],
    ['SVG', () => SVG, null],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), null],
    ['PDF', () => Buffer.from('%PDF-1.7\n'), null],
    ['nothing', () => Buffer.alloc(0), null],
  ])('%s', async (_name, make, type) => {
    expect(await mediaTypeOf(await make())).toBe(type)
  })
})

describe('a picture is decoded and encoded again', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    '%s keeps its format and size',
    async (format) => {
      const made = await readPicture(await picture(format, 32, 10))
      expect(made).toMatchObject({ contentType: `image/${format}`, width: 32, height: 10 })
      expect((await sharp(made.bytes).metadata()).format).toBe(format)
    },
  )

  test('a rotated picture is turned upright', async () => {
    const made = await readPicture(await picture('jpeg', 10, 32, { orientation: 6 }))
    expect(made).toMatchObject({ width: 32, height: 10 })
    expect((await sharp(made.bytes).metadata()).orientation).toBeUndefined()
  })

  test('the height of an animation is that of one frame', async () => {
    const frames = sharp(Buffer.alloc(8 * 4 * 3, 9), {
      raw: { width: 4, height: 8, channels: 3, pageHeight: 4 },
    })
    const made = await readPicture(await frames.gif({ delay: [90, 90] }).toBuffer())
    expect(made).toMatchObject({ width: 4, height: 4 })
  })

  test('metadata and appended data are removed', async () => {
    const secret = '<script>alert(1)</script>'
    const polyglot = Buffer.concat([await picture('png', 8, 8), Buffer.from(secret)])
    expect((await readPicture(polyglot)).bytes.includes(secret)).toBe(false)
  })

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a cut one', async () => (await picture('png', 200, 200)).subarray(0, 300)],
    ['a head alone', async () => (await picture('jpeg', 200, 200)).subarray(0, 60)],
    [
      'a bomb',
      () =>
        sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
    ],
    ['an SVG', () => SVG],
    ['a video', () => video()],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s is refused', async (_name, make) => {
    await expect(readPicture(await make())).rejects.toThrow(UnreadableMediaError)
  })
})

test('the example for nginx admits the largest upload', () => {
  const example = new URL('../../docs/examples/nginx.conf', import.meta.url)
  const limit = /client_max_body_size (\d+)m;/.exec(readFileSync(example, 'utf8'))?.[1]
  // The form around the file takes a little more.
  expect(Number(limit) * 2 ** 20).toBeGreaterThan(MAX_TELEGRAM_MEDIA_BYTES * 1.01)
})
