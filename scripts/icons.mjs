import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { STARTUP_IMAGES } from './build/startup-images.mjs'

// Renders public/icons and public/startup from docs/brand. Browsers cache an icon by its URL: after changing a drawing,
// raise VERSION here, in the manifest and in index.html.

const VERSION = 'v1'
const icons = fileURLToPath(new URL('../public/icons/', import.meta.url))
const logo = fileURLToPath(new URL('../docs/brand/', import.meta.url))

/** @param {Buffer} svg @param {number} size @param {string} name */
async function draw(svg, size, name) {
  const file = path.join(icons, `${name}.${VERSION}.png`)
  // Rendered at its final size, not scaled up: at 72 dpi one unit of the 64-unit drawing is one pixel.
  const image = sharp(svg, { density: (72 * size) / 64 }).resize(size, size)
  await image.png({ compressionLevel: 9 }).toFile(file)
}

// Only the shape counts: the system colours it. White, in case it is shown as it is.
const shape = readFileSync(path.join(logo, 'icon-mono.svg'), 'utf8').replaceAll('#000', '#fff')
const tile = readFileSync(path.join(logo, 'icon.svg'))
const bleed = readFileSync(path.join(logo, 'icon-maskable.svg'))
await draw(tile, 192, 'icon-192')
await draw(tile, 512, 'icon-512')
await draw(bleed, 96, 'icon-shortcut-96')
await draw(bleed, 192, 'icon-maskable-192')
await draw(bleed, 512, 'icon-maskable-512')
// Opaque, because iOS paints transparent areas black. It also rounds the corners.
await draw(bleed, 180, 'apple-touch-180')
await draw(Buffer.from(shape), 96, 'badge-96')
copyFileSync(path.join(logo, 'icon.svg'), path.join(icons, `favicon.${VERSION}.svg`))

// As the loader is drawn, which replaces it: above the bar, the logo stands 13 px over the middle.
const PAGE = '#0a0c0e'
const LOGO_PX = 48
const RAISED_PX = 13
mkdirSync(new URL('../public/startup/', import.meta.url), { recursive: true })
for (const { width, height, ratio, path: file } of STARTUP_IMAGES) {
  const size = LOGO_PX * ratio
  const image = sharp({ create: { width, height, channels: 3, background: PAGE } }).composite([
    {
      input: await sharp(tile, { density: (72 * size) / 64 })
        .resize(size, size)
        .png()
        .toBuffer(),
      left: Math.round((width - size) / 2),
      top: Math.round((height - size) / 2) - RAISED_PX * ratio,
    },
  ])
  const target = fileURLToPath(new URL(`../public/${file}`, import.meta.url))
  await image.png({ palette: true, colours: 16, compressionLevel: 9, effort: 10 }).toFile(target)
}
