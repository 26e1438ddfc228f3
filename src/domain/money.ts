/** How figures read. USD come as numbers rounded to cents; amounts of single records as decimal text. */

const usdFormats = new Map<number, Intl.NumberFormat>()
const countFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** "$1,204.50". Half a cent rounds away from zero; a negative amount is "-$1.00". */
export function formatUsd(amount: number, decimals = 2): string {
  let format = usdFormats.get(decimals)
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    usdFormats.set(decimals, format)
  }
  return format.format(amount === 0 ? 0 : amount)
}

/** "21,480". */
export function formatCount(count: number): string {
  return countFormat.format(count === 0 ? 0 : count)
}

const SUFFIXES = ['', 'K', 'M', 'B', 'T', 'Q']

/**
 * "950", "7.5K", "4.28M": from 1e3 with K, M, B, T, Q (1e15), at most two decimals.
 * Rounds, and moves to the next suffix when that makes a thousand: 999,999 is "1M".
 */
export function formatCompact(value: number, decimals = 2): string {
  const factor = 10 ** decimals
  let rest = Math.abs(value)
  let step = 0
  while (step < SUFFIXES.length - 1 && Math.round(rest * factor) / factor >= 1000) {
    rest /= 1000
    step += 1
  }
  const rounded = Math.round(rest * factor) / factor
  const text = rounded >= 1000 ? formatCount(rounded) : String(rounded)
  return `${value < 0 && rounded !== 0 ? '-' : ''}${text}${SUFFIXES[step] ?? ''}`
}

/** "$4.28M". */
export function formatCompactUsd(value: number, decimals = 2): string {
  const text = formatCompact(value, decimals)
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}

/**
 * Part of the whole in per cent, floored to 2 decimals; 0 when there is no whole.
 * The tolerance undoes what floating point takes away, and no more: 0.29 of 1 is 29, not 28.99, but
 * all but a cent of a billion is 99.99.
 */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0
  const hundredths = (part * 10_000) / whole
  const nearest = Math.round(hundredths)
  const isDust = Math.abs(hundredths - nearest) <= Math.abs(nearest) * 4 * Number.EPSILON
  const floored = isDust ? nearest : Math.floor(hundredths)
  return floored / 100
}

/** A share as shown: "14.22%"; "<0.01%" for one that is there but would floor to nothing. */
export function formatShare(part: number, whole: number): string {
  const percent = percentOf(part, whole)
  return percent === 0 && part > 0 && whole > 0 ? '<0.01%' : formatPercent(percent)
}

/** "24.26%": floors what has more than 2 decimals. */
export function formatPercent(percent: number): string {
  return `${percentOf(percent, 100).toFixed(2)}%`
}

/** The change from a previous figure. Null when there was nothing to compare with. */
export function changePercent(current: number, previous: number): number | null {
  if (previous === 0) return null
  const size = percentOf(Math.abs(sumUsd([current, -previous])), Math.abs(previous))
  return current < previous ? -size : size
}

/** "+6.83%", "−3.23%" with a true minus, "0.00%". */
export function formatChange(percent: number): string {
  return `${signOf(percent)}${formatPercent(Math.abs(percent))}`
}

function signOf(value: number): string {
  if (value === 0) return ''
  return value < 0 ? '−' : '+'
}

/** Commas into a decimal text of any length, digits untouched: "1234567.8900" is "1,234,567.8900". */
export function groupDecimal(decimal: string): string {
  const [, sign, whole, fraction] = /^([+-]?)(\d+)(\.\d*)?$/.exec(decimal) ?? []
  if (whole === undefined) return decimal
  return `${sign ?? ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction ?? ''}`
}

/** Up to here every cent has a number of its own. */
const MAX_PLAIN_USD = 2 ** 45
/** A figure's cents as a number while that holds every one of them, else as a bigint. */
function centsOf(amount: number): number | bigint {
  if (Math.abs(amount) < MAX_PLAIN_USD) return Math.round(amount * 100)
  // Written out in full: from 1e21 on a number's own text has an exponent.
  return Math.abs(amount) < 1e21
    ? BigInt(amount.toFixed(2).replace('.', ''))
    : BigInt(amount) * 100n
}

/** The number that is nearest to so many cents. */
function toUsd(cents: bigint): number {
  const size = cents < 0n ? -cents : cents
  const text = `${size / 100n}.${String(size % 100n).padStart(2, '0')}`
  return cents < 0n ? -Number(text) : Number(text)
}

/**
 * Adds figures that are rounded to cents: exact to the cent however many and however large they are,
 * so that only the sum is rounded, to what a number can hold.
 */
export class UsdSum {
  #cents = 0
  /** What no longer fits; null as long as everything does. */
  #more: bigint | null = null

  add(amount: number): this {
    const cents = centsOf(amount)
    const next = typeof cents === 'number' ? this.#cents + cents : Number.NaN
    if (Number.isSafeInteger(next)) this.#cents = next
    else {
      this.#more = (this.#more ?? 0n) + BigInt(this.#cents) + BigInt(cents)
      this.#cents = 0
    }
    return this
  }

  get value(): number {
    return this.#more === null ? this.#cents / 100 : toUsd(this.#more + BigInt(this.#cents))
  }
}

/** The exact sum of figures that are rounded to cents, without floating-point dust. */
export function sumUsd(amounts: Iterable<number>): number {
  const sum = new UsdSum()
  for (const amount of amounts) sum.add(amount)
  return sum.value
}
