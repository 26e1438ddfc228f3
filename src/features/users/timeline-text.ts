import { toDecimal } from '#src/domain/decimals.ts'
import { formatDecimal } from '#src/domain/record-formats.ts'
import { OVERRIDES, type OverrideField } from './override-rules.ts'

/** A referral override with its unit: "7.5%", "150.00 USD", or "Default". */
export function formatOverride(field: OverrideField, value: number | null): string {
  if (value === null) return 'Default'
  return OVERRIDES[field].suffix === '%'
    ? `${toDecimal(value)}%`
    : `${formatDecimal(toDecimal(value), 2)} USD`
}
