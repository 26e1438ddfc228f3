/** The three referral rules that a wallet can have of its own; null stands for the project's. */
export type OverrideField =
  | 'min_referral_spend'
  | 'referral_payout_percentage'
  | 'referral_token_bonus_percentage'

interface OverrideRule {
  label: string
  suffix: 'USD' | '%'
  /** Upper bound, reached by clamping while the person types; null for none. */
  max: number | null
}

export const OVERRIDES: Record<OverrideField, OverrideRule> = {
  min_referral_spend: { label: 'Minimum referral spend', suffix: 'USD', max: null },
  referral_payout_percentage: { label: 'Referral payout percentage', suffix: '%', max: 100 },
  referral_token_bonus_percentage: {
    label: 'Referral token bonus percentage',
    suffix: '%',
    max: 100,
  },
}

const DIGITS_AND_ONE_POINT = /^(?:\d+\.?\d*|\.\d+)$/
const SIGNED = /^-?(?:\d+\.?\d*|\.\d+)$/

/**
 * What the box shows after a keystroke: percentages are clamped to 0..100 while typing (spec 5),
 * anything that is no number yet stays as typed and is judged when it is saved.
 */
export function clampOverride(field: OverrideField, typed: string): string {
  const { max } = OVERRIDES[field]
  if (max === null || !SIGNED.test(typed.trim())) return typed
  const value = Number(typed)
  if (value > max) return String(max)
  return value < 0 || Object.is(value, -0) ? '0' : typed
}

/** The value to send (null clears the override), or the message under the box (spec 5). */
export function readOverride(
  field: OverrideField,
  typed: string,
): { value: number | null } | { fault: string } {
  const text = typed.trim()
  if (text === '') return { value: null }
  const { max } = OVERRIDES[field]
  if (!SIGNED.test(text)) return { fault: 'Invalid number' }
  const value = Number(text)
  if (!Number.isFinite(value)) return { fault: 'Invalid number' }
  if (value < 0) return { fault: 'Must be greater than or equal to 0' }
  if (max !== null && value > max) return { fault: `Must be less than or equal to ${max}` }
  // "-0" is a number, but no digits with a point.
  return DIGITS_AND_ONE_POINT.test(text) ? { value } : { fault: 'Invalid number' }
}
