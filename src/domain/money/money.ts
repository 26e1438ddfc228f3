/** Formats of figures. USD are numbers rounded to cents; amounts of single records are decimal strings. */

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
 * Rounds, and moves to the next suffix if the result is 1000: 999,999 is "1M".
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
 * Part of the whole in per cent, floored to 2 decimals; 0 if the whole is 0. A tolerance corrects only
 * floating-point errors: 0.29 of 1 is 29, not 28.99, but a billion minus a cent is 99.99.
 */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0
  const hundredths = (part * 10_000) / whole
  const nearest = Math.round(hundredths)
  const isExact = Math.abs(hundredths - nearest) <= Math.abs(nearest) * 4 * Number.EPSILON
  const floored = isExact ? nearest : Math.floor(hundredths)
  return floored / 100
}

/** A share: "14.22%", or "<0.01%" if a positive share would floor to 0. */
export function formatShare(part: number, whole: number): string {
  const percent = percentOf(part, whole)
  return percent === 0 && part > 0 && whole > 0 ? '<0.01%' : formatPercent(percent)
}

/** "24.26%", floored to 2 decimals. */
export function formatPercent(percent: number): string {
  return `${percentOf(percent, 100).toFixed(2)}%`
}

/** The change from a previous figure in per cent, or null if that was 0. */
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

/** Adds thousands commas to a decimal string of any length: "1234567.8900" is "1,234,567.8900". */
export function groupDecimal(decimal: string): string {
  const [, sign, whole, fraction] = /^([+-]?)(\d+)(\.\d*)?$/.exec(decimal) ?? []
  if (whole === undefined) return decimal
  return `${sign ?? ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction ?? ''}`
}

/** Below this, a number represents every cent. */
const MAX_PLAIN_USD = 2 ** 45
/** The cents of an amount: a number if it is exact, else a bigint. */
function centsOf(amount: number): number | bigint {
  if (Math.abs(amount) < MAX_PLAIN_USD) return Math.round(amount * 100)
  // From 1e21 on, the text of a number has an exponent.
  return Math.abs(amount) < 1e21
    ? BigInt(amount.toFixed(2).replace('.', ''))
    : BigInt(amount) * 100n
}

/** The number that is nearest to the cents. */
function toUsd(cents: bigint): number {
  const size = cents < 0n ? -cents : cents
  const text = `${size / 100n}.${String(size % 100n).padStart(2, '0')}`
  return cents < 0n ? -Number(text) : Number(text)
}

/**
 * Adds amounts that are rounded to cents, exactly, for any number and size of amounts. Only the
 * result is rounded to a JavaScript number.
 */
export class UsdSum {
  #cents = 0
  /** The part beyond safe integers, or null. */
  #overflow: bigint | null = null

  add(amount: number): this {
    const cents = centsOf(amount)
    const next = typeof cents === 'number' ? this.#cents + cents : Number.NaN
    if (Number.isSafeInteger(next)) this.#cents = next
    else {
      this.#overflow = (this.#overflow ?? 0n) + BigInt(this.#cents) + BigInt(cents)
      this.#cents = 0
    }
    return this
  }

  get value(): number {
    return this.#overflow === null ? this.#cents / 100 : toUsd(this.#overflow + BigInt(this.#cents))
  }
}

/** The exact sum of amounts that are rounded to cents, without floating-point errors. */
export function sumUsd(amounts: Iterable<number>): number {
  const sum = new UsdSum()
  for (const amount of amounts) sum.add(amount)
  return sum.value
}

/** The same for counts that may be large: '21,480 purchases'. */
export function pluralizeCount(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
