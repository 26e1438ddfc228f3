import { toDecimal } from '#src/domain/decimals.ts'
import { formatDecimal, formatType } from '#src/domain/record-formats.ts'
import { OVERRIDES, type OverrideField } from './override-rules.ts'

/** A referral override with its unit: "7.5%", "150.00 USD", or "Default". */
export function formatOverride(field: OverrideField, value: number | null): string {
  if (value === null) return 'Default'
  return OVERRIDES[field].suffix === '%'
    ? `${toDecimal(value)}%`
    : `${formatDecimal(toDecimal(value), 2)} USD`
}

const ACTIONS: Record<string, string> = {
  'manual_transaction.create': 'Tokens added',
  'wallet.update': 'Referral override changed',
}

/** An entry of the audit log: "Tokens added", or its action in words. */
export function actionTitle(action: string): string {
  return ACTIONS[action] ?? formatType(action.replaceAll('.', ' '))
}

/** The text as a sentence with its full stop. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
