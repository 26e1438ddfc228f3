import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

const publicFolder = fileURLToPath(new URL('../public/', import.meta.url))
const icons = path.join(publicFolder, 'icons')
const pictures = readdirSync(icons).filter((name) => name.endsWith('.png'))

describe('icons', () => {
  it('have the size that their name says', async () => {
    const sizes = await Promise.all(
      pictures.map(async (name) => {
        const { width, height } = await sharp(path.join(icons, name)).metadata()
        return { name, isAsNamed: width === height && name.includes(`-${width}.`) }
      }),
    )
    expect(sizes.filter(({ isAsNamed }) => !isAsNamed)).toEqual([])
  })

  it('leave no corner transparent where a system cuts its own shape', async () => {
    const fullBleed = pictures.filter((name) => /maskable|apple|shortcut/.test(name))
    const opaque = await Promise.all(
      fullBleed.map(async (name) => (await sharp(path.join(icons, name)).stats()).isOpaque),
    )
    expect(fullBleed.length).toBeGreaterThan(2)
    expect(opaque).toEqual(fullBleed.map(() => true))
  })

  // Installed apps take an icon's address for its content for ever.
  it('get a new name when they are drawn anew', () => {
    const prints = readdirSync(icons).map((name) => {
      const bytes = readFileSync(path.join(icons, name))
      return `${name} ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`
    })
    expect(prints.toSorted()).toEqual(PRINTS)
  })
})

const PRINTS = [
  'apple-touch-180.v1.png dd2408267867',
  'favicon.v1.svg fcb70677d4d4',
  'icon-192.v1.png 30e1624a5148',
  'icon-512.v1.png ac11013a66ba',
  'icon-maskable-192.v1.png 7582735334d3',
  'icon-maskable-512.v1.png 814c5e801b78',
  'icon-shortcut-96.v1.png e5ccf6eb4451',
]
