/** The allowed difference between an image's width/height and the project's ratio. */
const RATIO_TOLERANCE = 0.001

// The limit itself is allowed; without this, binary fractions can exceed it.
const ROUNDING = 1e-9

const RATIO_TEXT = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/

/** Width divided by height of a text "w:h" ("16:5" is 3.2); null if it is not a ratio. */
export function parseAspectRatio(text: string): number | null {
  const parts = RATIO_TEXT.exec(text)
  const width = Number(parts?.[1])
  const height = Number(parts?.[2])
  return width > 0 && height > 0 ? width / height : null
}

/**
 * Whether an image has the ratio "w:h" within 0.001. The size is in pixels after the EXIF rotation. An
 * invalid ratio matches no image.
 */
export function hasAspectRatio(size: { width: number; height: number }, ratio: string): boolean {
  const expected = parseAspectRatio(ratio)
  if (expected === null || !(size.height > 0)) return false
  return Math.abs(size.width / size.height - expected) <= RATIO_TOLERANCE + ROUNDING
}
