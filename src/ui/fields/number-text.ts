import { ungroup } from '#src/domain/decimals.ts'

export type NumberBounds = {
  min: number
  max?: number | undefined
  isInteger?: boolean | undefined
}

/** The number that a text says: "1,200.5" and " 5 " are understood. Null for none, else NaN. */
export function readNumber(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const plain = ungroup(typed)
  return /^-?(?:\d+\.?\d*|\.\d+)$/u.test(plain) ? Number(plain) : Number.NaN
}

/** A number within its bounds; an integer is rounded towards zero first. */
export function clampNumber(value: number, bounds: NumberBounds): number {
  const whole = bounds.isInteger ? Math.trunc(value) : value
  return Math.max(bounds.min, Math.min(bounds.max ?? Number.POSITIVE_INFINITY, whole))
}

/**
 * What a number input holds once it is left (spec 5): clamped to its bounds; an empty one becomes
 * the minimum. An unreadable one stays NaN: no number is made of it.
 */
export function settleNumber(text: string, bounds: NumberBounds): number {
  return clampNumber(readNumber(text) ?? bounds.min, bounds)
}
