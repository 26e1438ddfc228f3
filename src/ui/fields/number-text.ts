export type NumberBounds = {
  min: number
  max?: number | undefined
  isInteger?: boolean | undefined
  /** Else an empty input falls back to the minimum (spec 5). */
  isEmptyAllowed?: boolean | undefined
}

/** The number that a text says, or null when it says none. "1,200.5" and " 5 " are understood. */
export function readNumber(text: string): number | null {
  const plain = text.replaceAll(/[\s,]/gu, '')
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/u.test(plain)) return null
  return Number(plain)
}

/** A number within its bounds; an integer is rounded towards zero first. */
export function clampNumber(value: number, bounds: NumberBounds): number {
  const whole = bounds.isInteger ? Math.trunc(value) : value
  return Math.max(bounds.min, Math.min(bounds.max ?? Number.POSITIVE_INFINITY, whole))
}

/**
 * What a number input holds once it is left (spec 5): clamped to its bounds; an empty or unreadable
 * text becomes the minimum, or null where an empty value is allowed.
 */
export function settleNumber(text: string, bounds: NumberBounds): number | null {
  const value = readNumber(text)
  if (value !== null) return clampNumber(value, bounds)
  return bounds.isEmptyAllowed && text.trim() === '' ? null : bounds.min
}
