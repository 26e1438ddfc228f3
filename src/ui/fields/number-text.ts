import { ungroup } from '#src/domain/decimals.ts'

export type NumberBounds = {
  min: number
  max?: number | undefined
  isInteger?: boolean | undefined
}

/** Parses a number; accepts "1,200.5" and " 5 ". Null for an empty text, NaN for an invalid one. */
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
 * The value of a number input after blur: clamped to its bounds, the minimum for an empty
 * text. NaN for an invalid text.
 */
export function settleNumber(text: string, bounds: NumberBounds): number {
  return clampNumber(readNumber(text) ?? bounds.min, bounds)
}
