/** How far an image's width/height may lie from the project's ratio (spec 5). */
const RATIO_TOLERANCE = 0.001

// The border itself is allowed; binary fractions would otherwise put it on either side.
const ROUNDING = 1e-9

const RATIO_TEXT = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/

/** Width divided by height of a text `w:h` ("16:5" is 3.2); null if it is no ratio. */
export function parseAspectRatio(text: string): number | null {
  const parts = RATIO_TEXT.exec(text)
  const width = Number(parts?.[1])
  const height = Number(parts?.[2])
  return width > 0 && height > 0 ? width / height : null
}

/**
 * True if an image of this size (in pixels, as it is shown, EXIF turned) has the ratio `w:h`,
 * within 0.001. A ratio that can't be read fits nothing.
 */
export function hasAspectRatio(size: { width: number; height: number }, ratio: string): boolean {
  const wanted = parseAspectRatio(ratio)
  if (wanted === null || !(size.height > 0)) return false
  return Math.abs(size.width / size.height - wanted) <= RATIO_TOLERANCE + ROUNDING
}
