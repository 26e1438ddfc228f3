import { copyFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

// Draws public/icons from docs/brand. Browsers take an icon's address for its content
// for ever: after a change of a drawing, raise VERSION, and the manifest and index.html with it.

const VERSION = 'v1'
const icons = fileURLToPath(new URL('../public/icons/', import.meta.url))
const brand = fileURLToPath(new URL('../docs/brand/', import.meta.url))

/** @param {Buffer} svg @param {number} size @param {string} name */
async function draw(svg, size, name) {
  const file = path.join(icons, `${name}.${VERSION}.png`)
  // Drawn at the size it is for (72 dpi is one unit a pixel of the 64-unit drawing), not scaled up.
  const image = sharp(svg, { density: (72 * size) / 64 }).resize(size, size)
  await image.png({ compressionLevel: 9 }).toFile(file)
}

const tile = readFileSync(path.join(brand, 'icon.svg'))
const bleed = readFileSync(path.join(brand, 'icon-maskable.svg'))
await draw(tile, 192, 'icon-192')
await draw(tile, 512, 'icon-512')
await draw(bleed, 96, 'icon-shortcut-96')
await draw(bleed, 192, 'icon-maskable-192')
await draw(bleed, 512, 'icon-maskable-512')
// Opaque: iOS paints what is transparent black, and rounds the corners itself.
await draw(bleed, 180, 'apple-touch-180')
copyFileSync(path.join(brand, 'icon.svg'), path.join(icons, `favicon.${VERSION}.svg`))
