import { percentOf } from '#src/domain/money.ts'
import type { ConversionItem } from './sources.ts'

/** All projects together: registrations, and how many of them made a purchase. */
export function conversionSums(items: readonly ConversionItem[]) {
  const total = items.reduce((sum, item) => sum + item.registrations, 0)
  const converted = items.reduce((sum, item) => sum + item.converted, 0)
  return { total, converted, unconverted: total - converted, rate: percentOf(converted, total) }
}
