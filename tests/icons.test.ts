import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { STARTUP_IMAGES } from '#scripts/build/startup-images.mjs'
import { readNotice } from '#sw/push-notice.ts'

const publicFolder = fileURLToPath(new URL('../public/', import.meta.url))
const icons = path.join(publicFolder, 'icons')
const images = readdirSync(icons).filter((name) => name.endsWith('.png'))

describe('icons', () => {
  it('have the size in their name', async () => {
    const sizes = await Promise.all(
      images.map(async (name) => {
        const { width, height } = await sharp(path.join(icons, name)).metadata()
        return { name, isSizeInName: width === height && name.includes(`-${width}.`) }
      }),
    )
    expect(sizes.filter(({ isSizeInName }) => !isSizeInName)).toEqual([])
  })

  it('have no transparent corners where the system masks them', async () => {
    const fullBleed = images.filter((name) => /maskable|apple|shortcut/.test(name))
    const opaque = await Promise.all(
      fullBleed.map(async (name) => (await sharp(path.join(icons, name)).stats()).isOpaque),
    )
    expect(fullBleed.length).toBeGreaterThan(2)
    expect(opaque).toEqual(fullBleed.map(() => true))
  })

  it('are there for notifications', () => {
    const { icon, badge } = readNotice(null, 'https://sales.example').options
    const files = readdirSync(icons).map((name) => `/icons/${name}`)
    expect(files).toEqual(expect.arrayContaining([icon, badge]))
  })

  // Installed apps cache an icon by its URL.
  it('get a new name when their content changes', () => {
    const hashes = readdirSync(icons).map((name) => {
      const bytes = readFileSync(path.join(icons, name))
      return `${name} ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`
    })
    expect(hashes.toSorted()).toEqual(HASHES)
  })
})

describe('pictures of the start on iPhones and iPads', () => {
  it('have the size of a screen, and few bytes', async () => {
    const pictures = await Promise.all(
      STARTUP_IMAGES.map(async ({ width, height, path: file }) => {
        const found = await sharp(path.join(publicFolder, file)).metadata()
        const bytes = readFileSync(path.join(publicFolder, file)).length
        return { file, isRight: found.width === width && found.height === height, bytes }
      }),
    )
    expect(pictures.filter(({ isRight, bytes }) => !isRight || bytes > 12_000)).toEqual([])
    const files = readdirSync(path.join(publicFolder, 'startup')).map((name) => `startup/${name}`)
    expect(files.toSorted()).toEqual(pictures.map(({ file }) => file).toSorted())
  })
})

const HASHES = [
  'apple-touch-180.v1.png dd2408267867',
  'badge-96.v1.png 7eb4dc177dd6',
  'favicon.v1.svg fcb70677d4d4',
  'icon-192.v1.png 30e1624a5148',
  'icon-512.v1.png ac11013a66ba',
  'icon-maskable-192.v1.png 7582735334d3',
  'icon-maskable-512.v1.png 814c5e801b78',
  'icon-shortcut-96.v1.png e5ccf6eb4451',
]
