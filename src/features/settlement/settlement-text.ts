import { isZeroDecimal, toPercent } from '#src/domain/money/decimals.ts'
import { formatDecimal } from '#src/domain/sale/record-formats.ts'
import { mask } from '#src/domain/text/mask.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { formatRange } from '#src/domain/time/buckets.ts'
import { isoWithOffset, localDate, type TimeRange } from '#src/domain/time/calendar.ts'
import { formatDateRange } from '#src/domain/time/format-time.ts'
import { formatOffset, offsetMinutes } from '#src/domain/time/zone.ts'
import type { Settlement } from '#src/wire/settlement.ts'
import type { DatedFigures } from './settlement-query.ts'

/** Why nothing is printed in privacy mode. */
export const PRINT_REFUSAL = 'Privacy mode is on: turn it off to print amounts.'

const TODAYS_TERMS = "today's terms"

/** "$1,204.50", "−$0.01" with a true minus; masked in privacy mode. The amount is in dollars. */
export function formatExactUsd(amount: string, isMasked: boolean, plus: '' | '+' = ''): string {
  if (isMasked) return mask('amount')
  const isNegative = amount.startsWith('-')
  const text = formatDecimal(isNegative ? amount.slice(1) : amount, 2, 2)
  return `${isZeroDecimal(text) ? '' : isNegative ? '−' : plus}$${text}`
}

/** "Nov 20, 2025" in that zone. */
export function dayIn(instant: number, zone: string): string {
  const day = localDate(instant, zone)
  return formatDateRange(day, day)
}

/** "Nov 20, 2025 14:32:05" in that zone. */
export function secondIn(instant: number, zone: string): string {
  return `${dayIn(instant, zone)} ${isoWithOffset(instant, zone).slice(11, 19)}`
}

/** "Europe/Berlin (UTC+01:00)", with the offset at that instant. */
export function zoneText(zone: string, instant: number): string {
  if (zone === 'UTC') return zone
  const offset = `UTC${formatOffset(offsetMinutes(instant, zone))}`
  return /^[+-]/.test(zone) ? offset : `${zone} (${offset})`
}

/** "Oct 22 – Nov 20, 2025, Europe/Berlin (UTC+01:00)" */
export function periodText(range: TimeRange, zone: string): string {
  return `${formatRange(range, zone)}, ${zoneText(zone, range.end)}`
}

/** What a share of each purchase was: one percentage, none, or several. */
function shareText(shares: readonly string[], of: string, off: string): string {
  const [first = '0', ...others] = new Set(shares)
  if (others.length > 0) return 'at the terms of each purchase'
  return isZeroDecimal(first) ? off : `${toPercent(first)}% ${of}`
}

/** "2.5% of completed purchases" */
export const feeText = (figures: Settlement) =>
  shareText(
    figures.applied_terms.map(({ fee }) => fee),
    'of completed purchases',
    'no fee in this period',
  )

/** "20% after fees" */
export const liquidityText = (figures: Settlement) =>
  shareText(
    figures.applied_terms.map(({ liquidity }) => liquidity),
    'after fees',
    'none in this period',
  )

/** Since when the terms of each purchase are known, and what counts before. */
export function termsNote({ figures, resolvedQuery, presentTerms }: DatedFigures): string {
  const { terms_since } = figures
  const { range, zone } = resolvedQuery
  const present = presentTerms ?? TODAYS_TERMS
  if (terms_since === null) return `At ${present}`
  const since = Date.parse(terms_since)
  const day = dayIn(since, zone)
  const before = `Purchases before ${day} at ${present}`
  if (since >= range.end) return before
  const known = `Terms as they were at each purchase, known since ${day}`
  return since > range.start ? `${known}. ${before}` : known
}

/** "Terms known since Aug 14, 2025: fee 2.5%, liquidity 20%; from Nov 3, 2025 fee 3%, liquidity 20%" */
export function termsLine({ figures, resolvedQuery, presentTerms }: DatedFigures): string {
  const { terms_since } = figures
  const { zone } = resolvedQuery
  const parts = figures.applied_terms.map(({ from, fee, liquidity }, index) => {
    const shares = `fee ${toPercent(fee)}%, liquidity ${toPercent(liquidity)}%`
    return index === 0 ? shares : `from ${dayIn(Date.parse(from), zone)} ${shares}`
  })
  const known =
    terms_since === null
      ? capitalize(presentTerms ?? TODAYS_TERMS)
      : `Terms known since ${dayIn(Date.parse(terms_since), zone)}`
  return parts.length === 0 ? known : `${known}: ${parts.join('; ')}`
}
