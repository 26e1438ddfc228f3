import type { Picture } from '#server/media/media.ts'
import type { DemoProject } from './projects.ts'

const MOTIFS = [rings, bars, hills] as const
/** The number of banners of a project. */
export const MOTIF_COUNT = MOTIFS.length

/** Renders a banner in the project's colours, without text, because some machines have no fonts. */
export async function drawPicture(
  { colours }: DemoProject,
  motif: number,
  width: number,
  height: number,
): Promise<Picture> {
  const [dark, bright] = colours
  const shapes = (MOTIFS[motif % MOTIFS.length] ?? rings)(width, height, bright)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="${dark}"/><stop offset="1" stop-color="${bright}" stop-opacity="0.45"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="${dark}"/><rect width="100%" height="100%" fill="url(#sky)"/>
    ${shapes}</svg>`
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(svg)).webp({ quality: 86, effort: 2 }).toBuffer()
  return { bytes, contentType: 'image/webp', width, height }
}

function rings(width: number, height: number, colour: string): string {
  const [x, y] = [width * 0.76, height / 2]
  const circles = [1, 2, 3, 4, 5, 6].map(
    (n) =>
      `<circle cx="${x}" cy="${y}" r="${height * 0.13 * n}" fill="none" stroke="${colour}"
        stroke-width="${height * 0.018}" opacity="${1 - n * 0.13}"/>`,
  )
  return `${circles.join('')}<circle cx="${x}" cy="${y}" r="${height * 0.06}" fill="${colour}"/>`
}

function bars(width: number, height: number, colour: string): string {
  const heights = [0.2, 0.27, 0.24, 0.38, 0.45, 0.41, 0.58, 0.7, 0.66, 0.84]
  const step = (width * 0.55) / heights.length
  return heights
    .map(
      (share, n) =>
        `<rect x="${width * 0.4 + n * step}" y="${height * (0.92 - share)}" width="${step * 0.62}"
          height="${height * share}" rx="${step * 0.1}" fill="${colour}" opacity="${0.35 + n * 0.06}"/>`,
    )
    .join('')
}

function hills(width: number, height: number, colour: string): string {
  const hill = (base: number, lift: number, opacity: number) =>
    `<path d="M0 ${height} L0 ${height * base} C ${width * 0.25} ${height * (base - lift)},
      ${width * 0.4} ${height * (base + lift)}, ${width * 0.62} ${height * (base - lift * 0.6)}
      S ${width * 0.9} ${height * (base - lift)}, ${width} ${height * (base - lift * 0.2)}
      L ${width} ${height} Z" fill="${colour}" opacity="${opacity}"/>`
  const moon = `<circle cx="${width * 0.8}" cy="${height * 0.26}" r="${height * 0.12}" fill="${colour}"/>`
  return `${moon}${hill(0.6, 0.2, 0.25)}${hill(0.74, 0.16, 0.4)}${hill(0.88, 0.1, 0.7)}`
}
