import type { CellReading } from '#src/wire/imports.ts'

// Reads the cells of files that people have: exports of explorers, wallets, payment services and
// spreadsheets. A cell is read exactly or refused. One that can mean two things, such as 1,250 or
// 01/03/2025, is read as the column's reading says, and refused without one.

/** The two readings of an ambiguous amount: its decimal sign. */
export const AMOUNT_READINGS = ['point', 'comma'] as const
/** The two readings of an ambiguous date. */
export const DATE_READINGS = ['day-first', 'month-first'] as const

/** A cell's values by reading; a reading under which it is nothing is absent. Or why it is refused. */
export type ReadCell = { values: Values } | { reason: string }
type Values = Partial<Record<CellReading, string>>

const refuse = (reason: string): ReadCell => ({ reason })

/** Every kind of blank that files have, and marks that nobody sees. */
const BLANKS = /[\s\u00A0\u2000-\u200A\u202F\u205F\u3000]+/g
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\u2066-\u2069\uFEFF]/g

/** A cell without blanks around it, without invisible marks, and with plain blanks and signs. */
export function cleanCell(cell: string): string {
  return (
    cell
      .replaceAll(INVISIBLE, '')
      .replaceAll(BLANKS, ' ')
      .trim()
      // Spreadsheets and this app's downloads put an apostrophe before a text that looks like a formula.
      .replace(/^'(?=[=+\-@])/, '')
  )
}

/** A sign, or letters beside digits. */
const OTHER_CURRENCY = /\p{Sc}|\d\s?\p{L}{2,10}$|^\p{L}{2,10}\s?\d/u
const US_DOLLAR = /^(?:US ?\$|USD ?\$?|\$)\s?|\s?(?:US ?\$|USD|\$)$/gi
const GROUPS = "(?:[1-9]\\d{0,2}(?:(?:[ '’_]\\d{3})+|(?:SIGN\\d{2,3})*SIGN\\d{3})|\\d+|(?=MARK\\d))"
const amountPattern = (mark: string, sign: string) =>
  new RegExp(`^${GROUPS}(?:MARK\\d*)?$`.replaceAll('MARK', mark).replaceAll('SIGN', sign))
const AMOUNTS = { point: amountPattern('\\.', ','), comma: amountPattern(',', '\\.') }

/**
 * Reads an amount: exact decimal digits. Takes grouping by blanks, apostrophes, commas or points.
 * @param unit a currency that may stand beside the number; USD also as `$`
 */
export function readAmount(cell: string, unit: string): ReadCell {
  const isUsd = unit.toUpperCase() === 'USD'
  const text = withoutUnit(cleanCell(cell).replaceAll('−', '-'), unit)
  if (/^\(.*\)$|^-|-$/.test(text)) return refuse('Is negative. Amounts are 0 or more.')
  const digits = (isUsd ? text.replaceAll(US_DOLLAR, '') : text).replace(/^\+\s?/, '')
  if (digits.startsWith('-')) return refuse('Is negative. Amounts are 0 or more.')
  if (/^\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(digits))
    return refuse(
      'A spreadsheet has shortened it. Show the column as a number with all its digits, and save the file again.',
    )
  if (isUsd && OTHER_CURRENCY.test(digits))
    return refuse('Is not in US dollars. Write the amount in USD.')
  const values: Values = {}
  for (const reading of AMOUNT_READINGS)
    if (AMOUNTS[reading].test(digits)) values[reading] = toDecimal(digits, reading)
  if (Object.keys(values).length > 0) return { values }
  return refuse('Is not a number. Write digits and a decimal point, such as 1250.50.')
}

function withoutUnit(text: string, unit: string): string {
  if (unit === '') return text
  const [lower, other] = [text.toLowerCase(), unit.toLowerCase()]
  const hasNumber = (rest: string) => (/^[\s\d.,'’_+-]+$/.test(rest) ? rest.trim() : text)
  if (lower.endsWith(other)) return hasNumber(text.slice(0, -unit.length))
  return lower.startsWith(other) ? hasNumber(text.slice(unit.length)) : text
}

function toDecimal(digits: string, reading: 'point' | 'comma'): string {
  const [whole = '', fraction = ''] = digits.split(reading === 'point' ? '.' : ',')
  const places = fraction.length > MAX_PLACES ? fraction.replace(/0+$/, '') : fraction
  const plain = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  return places === '' ? plain : `${plain}.${places}`
}

/** Zeros beyond these places say nothing. */
const MAX_PLACES = 18

const TIME = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?([ap]\.?m\.?)?\s?(.*)$/i
const ZONE = /^\(?(?:\+?(?:z|utc|gmt)|(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?)\)?$/i
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[t ,]+|$)/i
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[t ,]+|$)/i
const DAY_MONTH_NAME = /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})[- ]([a-z]{3,9})\.?,?[- ](\d{4})(?:[ ,]+|$)/i
const MONTH_NAME_DAY = /^(?:[a-z]{3,9}\.?,? )?([a-z]{3,9})\.?[- ](\d{1,2}),?[- ](\d{4})(?:[ ,]+|$)/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Epoch seconds and milliseconds from September 2001 to the year 2286. */
const EPOCH_SECONDS = /^(\d{10})(?:\.\d+)?$/
const EPOCH_MS = /^\d{13}$/

interface Day {
  year: string
  month: string
  day: string
}

/**
 * Reads an instant, as ISO 8601 with an offset. A time without an offset is UTC, and a date is its start.
 */
export function readTime(cell: string): ReadCell {
  const text = cleanCell(cell).replaceAll('−', '-')
  const [, seconds] = EPOCH_SECONDS.exec(text) ?? []
  if (seconds !== undefined) return same(new Date(Number(seconds) * 1000).toISOString())
  if (EPOCH_MS.test(text)) return same(new Date(Number(text)).toISOString())
  if (/^\d{5}(?:[.,]\d+)?$/.test(text))
    return refuse(
      'Is a spreadsheet’s number of a day. Show the column as a date, such as 2025-03-01 10:14, and save the file again.',
    )
  if (/^\d{1,2}[-/.]\d{1,2}[-/.]\d\d(?!\d)/.test(text))
    return refuse('Write the year with four digits.')
  const found = findDays(text)
  if (!found) return refuse('Is not a date. Write it as 2025-03-01 10:14.')
  const clock = readClock(text.slice(found.length))
  if ('reason' in clock) return clock
  const values: Values = {}
  for (const reading of DATE_READINGS) {
    const day = found.days[reading]
    if (isDay(day)) values[reading] = `${day.year}-${two(day.month)}-${two(day.day)}T${clock.text}`
  }
  return Object.keys(values).length > 0 ? { values } : refuse('There is no such day.')
}

const same = (value: string): ReadCell => ({
  values: { 'day-first': value, 'month-first': value },
})

const two = (digits: string) => digits.padStart(2, '0')

/** The day that a text starts with, under each reading, and the length of that start. */
function findDays(
  text: string,
): { length: number; days: Record<(typeof DATE_READINGS)[number], Day> } | null {
  const one = (found: RegExpExecArray, day: Day) => ({
    length: found[0].length,
    days: { 'day-first': day, 'month-first': day },
  })
  const iso = YEAR_FIRST.exec(text)
  if (iso) return one(iso, { year: iso[1] ?? '', month: iso[3] ?? '', day: iso[4] ?? '' })
  const last = YEAR_LAST.exec(text)
  if (last) {
    const [all, a = '', , b = '', year = ''] = last
    const days = {
      'day-first': { year, month: b, day: a },
      'month-first': { year, month: a, day: b },
    }
    return { length: all.length, days }
  }
  const dayName = DAY_MONTH_NAME.exec(text)
  if (dayName)
    return one(dayName, {
      year: dayName[3] ?? '',
      month: numberOf(dayName[2]),
      day: dayName[1] ?? '',
    })
  const nameDay = MONTH_NAME_DAY.exec(text)
  if (!nameDay) return null
  return one(nameDay, {
    year: nameDay[3] ?? '',
    month: numberOf(nameDay[1]),
    day: nameDay[2] ?? '',
  })
}

/** The number of a month's English name; "0", which no day has, for any other word. */
const numberOf = (name = '') => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1)

function isDay({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // The years 0 to 99 are others to Date.UTC.
  date.setUTCFullYear(Number(year))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** "10:14:00.5+02:00" of "10:14:00.5 +0200", and midnight UTC of nothing. */
function readClock(text: string): { text: string } | { reason: string } {
  if (text === '') return { text: '00:00:00Z' }
  const found = TIME.exec(text)
  if (!found) return { reason: 'Has a time that can’t be read. Write it as 2025-03-01 10:14.' }
  const [, hours = '', minutes = '', seconds = '00', fraction, half, rest = ''] = found
  const hour = half === undefined ? Number(hours) : twelveHours(Number(hours), half)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return { reason: 'There is no such time of day.' }
  const zone = readZone(rest)
  if (zone === null)
    return { reason: 'Has an unknown time zone. Write UTC, or an offset such as +02:00.' }
  const parts = `${two(String(hour))}:${minutes}:${seconds}`
  return { text: `${parts}${fraction === undefined ? '' : `.${fraction}`}${zone}` }
}

/** 24 for an hour that the twelve-hour clock does not have. */
function twelveHours(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return 24
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

/** "Z" or "+02:00"; null for what is neither UTC nor an offset. */
function readZone(text: string): string | null {
  // "GMT+0100 (Central European Standard Time)", as browsers write it.
  const zone = text.replace(/(\S) ?\([^)]*\)$/, '$1').trim()
  if (zone === '') return 'Z'
  const found = ZONE.exec(zone)
  if (!found) return null
  const [, sign, hours = '0', minutes = '00'] = found
  if (sign === undefined) return 'Z'
  return Number(hours) > 14 || Number(minutes) > 59 ? null : `${sign}${two(hours)}:${minutes}`
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  complete: 'completed',
  confirmed: 'completed',
  paid: 'completed',
  success: 'completed',
  successful: 'completed',
  succeeded: 'completed',
  fail: 'failed',
  refund: 'refunded',
}

/** A status in small letters; usual words of other services become ours. */
export function readStatus(cell: string): string {
  const word = cleanCell(cell).toLowerCase()
  return STATUS_WORDS[word] ?? word
}

const YES = /^(?:1|y|yes|t|true|on)$/i
const NO = /^(?:0|n|no|f|false|off)$/i

/** 1 or 0; null for a text that is neither yes nor no. */
export function readFlag(cell: string): 0 | 1 | null {
  const word = cleanCell(cell)
  if (YES.test(word)) return 1
  return NO.test(word) ? 0 : null
}

/** An address out of `mailto:` or of "Jane Doe" <jane@sales.example>; any other text stays. */
export function readEmail(cell: string): string {
  const text = cleanCell(cell)
  const [, inside] = /^[^<>]*<([^<>]+)>$/.exec(text) ?? []
  return (inside ?? text)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[.,;]+$/, '')
}

/** What the cells of a column say about its reading. */
export interface ColumnEvidence {
  /** A cell with only one reading, by that reading. */
  clear: Partial<Record<CellReading, string>>
  /** The first cell with two. A point before three digits is taken for a decimal point without it. */
  unclear: string | null
  /** The first cell like "1.250", which only counts where other cells have decimal commas. */
  pointed: string | null
}

export const NO_EVIDENCE: ColumnEvidence = { clear: {}, unclear: null, pointed: null }

/** Adds a cell to what its column says. */
export function addEvidence(before: ColumnEvidence, cell: string, read: ReadCell): ColumnEvidence {
  if ('reason' in read) return before
  const [only, ...others] = readingsIn(read.values)
  if (only !== undefined && others.length === 0)
    return only in before.clear ? before : { ...before, clear: { ...before.clear, [only]: cell } }
  if (!isAmbiguous(read.values)) return before
  return isPointed(read.values)
    ? { ...before, pointed: before.pointed ?? cell }
    : { ...before, unclear: before.unclear ?? cell }
}

// Its type has no other keys.
const readingsIn = (values: Values) => Object.keys(values) as CellReading[]

function isAmbiguous(values: Values): boolean {
  return new Set(Object.values(values)).size > 1
}

/** "1.250": 1.25, or 1250 beside decimal commas. */
const isPointed = ({ point = '' }: Values) => point.includes('.')

/**
 * How a column with ambiguous cells is read when nobody has chosen: as its other cells require, which
 * is null if they require nothing or contradict each other.
 */
export function concludeReading({ clear, unclear, pointed }: ColumnEvidence): {
  reading: CellReading | null
  /** The first ambiguous cell; null if there is none. */
  cell: string | null
} {
  const [only, ...others] = readingsIn(clear)
  const cell = unclear ?? (clear.comma === undefined ? null : pointed)
  return { reading: cell === null || others.length > 0 ? null : (only ?? null), cell }
}

/** The value of a cell in a column with this reading, or why it has none. */
export function valueOf(
  read: ReadCell,
  reading: CellReading | null,
): { value: string } | { reason: string } {
  if ('reason' in read) return read
  const { values } = read
  if (reading !== null) {
    const value = values[reading]
    return value === undefined ? { reason: MISREAD[reading] } : { value }
  }
  if (isAmbiguous(values) && !isPointed(values))
    return { reason: values.point === undefined ? TWO_DAYS : TWO_NUMBERS }
  return { value: values.point ?? Object.values(values)[0] ?? '' }
}

const MISREAD: Readonly<Record<CellReading, string>> = {
  point: 'Does not fit the column, whose decimal sign is the point. Write it as 1250.50.',
  comma: 'Does not fit the column, whose decimal sign is the comma. Write it as 1250,50.',
  'day-first': 'Does not fit the column, where the day comes before the month.',
  'month-first': 'Does not fit the column, where the month comes before the day.',
}
const TWO_NUMBERS = 'Can be two numbers. Write it without grouping, with a decimal point.'
const TWO_DAYS = 'Can be two days. Write it as 2025-03-01.'
