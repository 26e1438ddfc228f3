import * as z from 'zod/mini'
import { toDecimal } from '#src/domain/money/decimals.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { walletKey, type WalletName } from '#src/records/wallet-queries.ts'
import type { WalletOverride } from '#src/wire/wallets.ts'
import { draftsOf } from '#src/writes/drafts.ts'
import type { FormDraft } from '#src/writes/use-draft-form.ts'

/** The referral rules that a wallet can override; null means the project's default. */
export type OverrideField = WalletOverride

interface OverrideRule {
  label: string
  suffix: 'USD' | '%'
  /** Upper bound, enforced while typing; null for none. */
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
 * The text of the field after a keystroke: percentages are clamped to 0..100. Text that is
 * not a number stays as typed and is validated on save.
 */
export function clampOverride(field: OverrideField, typed: string): string {
  const { max } = OVERRIDES[field]
  if (max === null || !SIGNED.test(typed.trim())) return typed
  const value = Number(typed)
  if (value > max) return String(max)
  return value < 0 || Object.is(value, -0) ? '0' : typed
}

/** The value to send (null clears the override), or the validation message. */
export function readOverride(
  field: OverrideField,
  typed: string,
): { value: number | null } | { error: string } {
  const text = typed.trim()
  if (text === '') return { value: null }
  const { max } = OVERRIDES[field]
  if (!SIGNED.test(text)) return { error: 'Invalid number' }
  const value = Number(text)
  if (!Number.isFinite(value)) return { error: 'Invalid number' }
  if (value < 0) return { error: 'Must be greater than or equal to 0' }
  if (max !== null && value > max) return { error: `Must be less than or equal to ${max}` }
  // "-0" passes as a number, but the API accepts unsigned decimals only.
  return DIGITS_AND_ONE_POINT.test(text) ? { value } : { error: 'Invalid number' }
}

/** The form of one override; an empty text restores the project's default. */
export interface OverrideForm {
  value: string
}

export const overrideFormSchema = (field: OverrideField) =>
  z.object({
    value: z.string().check((check) => {
      const read = readOverride(field, check.value)
      if ('error' in read)
        check.issues.push({ code: 'custom', input: check.value, message: read.error })
    }),
  })

/** Typed values that are not saved, by wallet and field: rows unmount while the list scrolls. */
export const overrideDrafts = draftsOf<FormDraft<Partial<OverrideForm>>>()

export const overrideDraftId = (wallet: WalletName, field: OverrideField) =>
  `${walletKey(wallet)} ${field}`

/** The keys of the wallets with typed values. */
export function editedWallets(): string[] {
  return overrideDrafts.ids().map((id) => id.slice(0, id.lastIndexOf(' ')))
}

/** A referral override with its unit: "7.5%", "150.00 USD", or "Default". */
export function formatOverride(field: OverrideField, value: number | null): string {
  if (value === null) return 'Default'
  return OVERRIDES[field].suffix === '%'
    ? `${toDecimal(value)}%`
    : `${formatDecimal(toDecimal(value), 2)} USD`
}
