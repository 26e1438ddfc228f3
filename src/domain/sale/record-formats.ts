import { groupDecimal } from '#src/domain/money/money.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { monthName, twoDigits } from '#src/domain/time/date-parts.ts'
/** Formats of fields in lists: addresses, amounts, dates. */
import { formatTime } from '#src/domain/time/format-time.ts'

/** The ten groups of four digits after "0x", for a visual comparison. */
export function addressGroups(address: string): string[] {
  return address.slice(2).match(/.{1,4}/g) ?? []
}

/**
 * A decimal string with thousands commas and `least` to `most` places, rounded half away from zero.
 * Without `most`, all digits stay. A text that is not a decimal is returned unchanged.
 */
export function formatDecimal(decimal: string, least: number, most = Infinity): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? []
  if (sign === undefined || whole === undefined) return decimal
  const exact = fraction.replace(/0+$/, '')
  if (exact.length <= most) return groupDecimal(join(sign, whole, exact.padEnd(least, '0')))
  const digits = BigInt(whole + exact.slice(0, most))
  const rounded = String(exact.charAt(most) >= '5' ? digits + 1n : digits).padStart(most + 1, '0')
  const places = rounded.slice(rounded.length - most).replace(/0+$/, '')
  return groupDecimal(
    join(sign, rounded.slice(0, rounded.length - most), places.padEnd(least, '0')),
  )
}

function join(sign: string, whole: string, places: string): string {
  return sign + whole + (places === '' ? '' : `.${places}`)
}

/**
 * An amount with thousands commas and exactly two places, rounded down (towards zero): what is shown is
 * never more than what there is. A text that is not a decimal is returned unchanged.
 */
export function formatFloor(decimal: string): string {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(decimal) ?? []
  if (sign === undefined || whole === undefined) return decimal
  return groupDecimal(join(sign, whole, fraction.slice(0, 2).padEnd(2, '0')))
}

const COIN_PLACES = 4

/**
 * A paid amount in its currency: 2 places for dollar coins, else 4 places, or the first two digits of
 * a smaller amount (0.0000123 is 0.000012).
 */
export function formatPaid(amount: string, symbol: string | null): string {
  if (/usd|^dai$/i.test(symbol ?? '')) return formatAmount(amount, 2)
  return formatDecimal(amount, COIN_PLACES, Math.max(COIN_PLACES, zerosOf(amount) + 2))
}

/** The number of zeros between the point and the first digit of an amount below 1. */
function zerosOf(amount: string): number {
  return /^-?0+\.(0*)[1-9]/.exec(amount)?.[1]?.length ?? 0
}

/** An amount with `places` decimals, or its first two digits if these would all be 0. */
export function formatAmount(amount: string, places: number): string {
  const text = formatDecimal(amount, places, places)
  return /[1-9]/.test(text)
    ? text
    : formatDecimal(amount, places, Math.max(places, zerosOf(amount) + 2))
}

/** "Nov 20, 2025", in local time. */
export function formatDay(instant: string): string {
  const date = new Date(instant)
  return `${monthAndDay(date)}, ${date.getFullYear()}`
}

/** "Nov 20, 2025 14:06", in local time. */
export function formatInstant(instant: string): string {
  return `${formatDay(instant)} ${formatTime(Date.parse(instant))}`
}

/** "Nov 20, 2025 14:06:58", in local time. */
export function formatToSecond(instant: string): string {
  return `${formatInstant(instant)}:${twoDigits(new Date(instant).getSeconds())}`
}

/** "Nov 20, 14:06" in the year of `now`, else only the day: "Nov 20, 2024". Local time. */
export function formatRecent(instant: string, now: Date): string {
  const date = new Date(instant)
  if (date.getFullYear() !== now.getFullYear()) return formatDay(instant)
  return `${monthAndDay(date)}, ${formatTime(date.getTime())}`
}

/** "14:06:58" on the day of `now`, else as `formatRecent`. Local time. */
export function formatLatest(instant: string, now: Date): string {
  const date = new Date(instant)
  return date.toDateString() === now.toDateString()
    ? `${formatTime(date.getTime())}:${twoDigits(date.getSeconds())}`
    : formatRecent(instant, now)
}

/** "14:06" on the day of `now`, else "Nov 20", with the year if it is another one. Local time. */
export function formatLastUse(instant: string, now: Date): string {
  const date = new Date(instant)
  if (date.toDateString() === now.toDateString()) return formatTime(date.getTime())
  return date.getFullYear() === now.getFullYear() ? monthAndDay(date) : formatDay(instant)
}

/** "Nov 1 – Nov 30, 2025", with the year of the start if it differs. Local time. */
export function formatDays(start: string, end: string): string {
  const from = new Date(start)
  const sameYear = from.getFullYear() === new Date(end).getFullYear()
  return `${sameYear ? monthAndDay(from) : formatDay(start)} – ${formatDay(end)}`
}

function monthAndDay(date: Date): string {
  return `${monthName(date.getMonth() + 1)} ${date.getDate()}`
}

/** Formats a type for display: "bonus_code" reads "Bonus code". */
export function formatType(type: string): string {
  return capitalize(type.replaceAll('_', ' '))
}

/** An id of digits with thousands commas: "48,219". Any other id is unchanged. */
export function formatId(id: string): string {
  return groupDecimal(id)
}
