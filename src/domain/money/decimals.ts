/**
 * Amounts of single records are decimal strings with up to 18 places. A JavaScript number would turn
 * 1000000000000000000000 into 1e+21 and 9007199254740993 into 9007199254740992.
 */
import { groupDecimal } from './money.ts'

// The range of numeric(38,18): 20 digits before the point and 18 after it.
const DECIMAL = /^(\d{1,20})(?:\.(\d{1,18}))?$/
const GROUPED = /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** Whether the text is a non-negative decimal as on the wire: no sign, exponent or blank. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text)
}

/** Removes thousands commas. A text with a comma anywhere else is returned unchanged. */
export function ungroup(text: string): string {
  return GROUPED.test(text) ? text.replaceAll(',', '') : text
}

/**
 * Parses a typed amount to a wire decimal; null if it is not one. Ignores blanks around it and
 * thousands commas, and completes ".5" and "5.".
 */
export function parseDecimal(typed: string): string | null {
  const full = ungroup(typed.trim())
    .replace(/^\.(?=\d)/, '0.')
    .replace(/(?<=\d)\.$/, '')
  if (!isDecimal(full)) return null
  return trimDecimal(full)
}

/** The shortest form of the same amount: "007.500" is "7.5". Keeps a leading minus. */
export function trimDecimal(decimal: string): string {
  const sign = decimal.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = decimal.replace(/^-/, '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const places = fraction.replace(/0+$/, '')
  const magnitude = places === '' ? digits : `${digits}.${places}`
  return magnitude === '0' ? magnitude : sign + magnitude
}

/**
 * The exact sum of decimal strings, in its shortest form.
 * @throws SyntaxError if a string is not a decimal
 */
export function addDecimals(...decimals: readonly string[]): string {
  const places = Math.max(0, ...decimals.map((decimal) => decimal.split('.')[1]?.length ?? 0))
  let sum = 0n
  for (const decimal of decimals) {
    const [whole = '', fraction = ''] = decimal.split('.')
    sum += BigInt(whole + fraction.padEnd(places, '0'))
  }
  if (places === 0) return String(sum)
  const sign = sum < 0n ? '-' : ''
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  return trimDecimal(`${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`)
}

/** Whether the amount is zero, in any form: "0", "-0.00". */
export function isZeroDecimal(decimal: string): boolean {
  return !/[1-9]/.test(decimal)
}

/** The same amount with the opposite sign; zero stays zero. */
export function negateDecimal(decimal: string): string {
  return trimDecimal(decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`)
}

/**
 * What `from` is more than `amount`, exactly, in its shortest form; negative if it is less.
 * @throws SyntaxError if a string is not a decimal
 */
export function subtractDecimal(from: string, amount: string): string {
  return addDecimals(from, negateDecimal(amount))
}

const PLACES = 18

/**
 * What `amount` is divided by a positive `by`, rounded down to 18 places, in its shortest form. Both are
 * non-negative.
 * @throws SyntaxError if a string is not a decimal, RangeError if `by` is zero
 */
export function divideDecimal(amount: string, by: string): string {
  const scaled = (decimal: string) => {
    const [whole = '', fraction = ''] = decimal.split('.')
    return BigInt(whole + fraction.padEnd(PLACES, '0'))
  }
  const quotient = String((scaled(amount) * 10n ** BigInt(PLACES)) / scaled(by))
  const digits = quotient.padStart(PLACES + 1, '0')
  return trimDecimal(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`)
}

/** Whether `amount` is greater than `limit`. */
export function exceedsDecimal(amount: string, limit: string): boolean {
  return subtractDecimal(limit, amount).startsWith('-')
}

/** A fraction in per cent, exactly: "0.025" is "2.5". */
export function toPercent(fraction: string): string {
  const sign = fraction.startsWith('-') ? '-' : ''
  const [whole = '', places = ''] = fraction.replace(/^-/, '').split('.')
  const padded = places.padEnd(2, '0')
  return trimDecimal(`${sign}${whole}${padded.slice(0, 2)}.${padded.slice(2)}`)
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * A JSON number in digits without an exponent: 1e-7 is "0.0000001". `shift` moves the point to the
 * right without the rounding of a multiplication: 0.29 shifted by 2 is "29".
 */
export function toDecimal(number: number, shift = 0): string {
  const written = String(number)
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = NUMBER.exec(written) ?? []
  if (whole === '') return written
  const places = shift + Number(exponent)
  const digits = '0'.repeat(Math.max(0, -places)) + whole + decimals
  const point = whole.length + Math.max(0, places)
  const padded = digits.padEnd(point, '0')
  return trimDecimal(`${sign}${padded.slice(0, point)}.${padded.slice(point)}`)
}

/** "12.5%": a percentage with all its places, not rounded. */
export function percentText(percentage: number): string {
  return `${groupDecimal(toDecimal(percentage))}%`
}

/**
 * What per cent `part` is of a positive `whole`, rounded down to 2 places: "62.40". Both are non-negative
 * decimals.
 * @throws RangeError if `whole` is zero
 */
export function floorPercent(part: string, whole: string): string {
  const places = Math.max(...[part, whole].map((text) => text.split('.')[1]?.length ?? 0))
  const scaled = (decimal: string) => {
    const [units = '', fraction = ''] = decimal.split('.')
    return BigInt(units + fraction.padEnd(places, '0'))
  }
  const hundredths = String((scaled(part) * 10_000n) / scaled(whole)).padStart(3, '0')
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`
}

/**
 * The median of decimals; of an even number the mean of the two in the middle, rounded down to 18 places.
 * "0" of none.
 */
export function medianDecimal(decimals: readonly string[]): string {
  const sorted = decimals.toSorted((a, b) =>
    exceedsDecimal(a, b) ? 1 : exceedsDecimal(b, a) ? -1 : 0,
  )
  const [low = '0', high = '0'] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return divideDecimal(addDecimals(low, high), '2')
}
