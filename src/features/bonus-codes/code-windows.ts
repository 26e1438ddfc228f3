import { formatLastUse } from '#src/domain/sale/record-formats.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { monthName } from '#src/domain/time/date-parts.ts'
import { formatDuration, formatTime } from '#src/domain/time/format-time.ts'
import { MINUTE_MS } from '#src/domain/time/zone.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'

/** What the page measures against; both epoch ms, by the server's clock. */
export interface PageTimes {
  /** When the data arrived. Saved data may be weeks old, and says nothing of what came later. */
  dataAt: number
  /** The page's now. */
  asOf: number
}

/** One of the compared windows. */
export interface CodeWindow {
  title: 'Before' | 'While valid' | 'After'
  /** "Sep 1 – 21", or when it begins. */
  dates: string
  /** Of all sales of the project; null until it begins. */
  figures: CodeEffect['during']['project'] | null
  /** The figures that it is compared with; null if it can't be. */
  comparedWith: CodeEffect['during']['project'] | null
  isSoFar: boolean
}

/** "Aug 11 – 31", "Sep 22 – Oct 12", "Sep 1", "Sep 1, 08:00 – 12:00": a window without its end, local time. */
export function formatWindow(from: string, to: string): string {
  const start = new Date(from)
  const end = new Date(Math.max(start.getTime(), Date.parse(to) - 1))
  const day = (date: Date) => `${monthName(date.getMonth() + 1)} ${date.getDate()}`
  if (start.toDateString() === end.toDateString()) {
    const next = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
    const isWhole = start.getHours() + start.getMinutes() === 0 && Date.parse(to) >= next.getTime()
    const times = `${formatTime(start.getTime())} – ${formatTime(Date.parse(to))}`
    return isWhole ? day(start) : `${day(start)}, ${times}`
  }
  if (start.getFullYear() !== end.getFullYear()) {
    return `${day(start)}, ${start.getFullYear()} – ${day(end)}, ${end.getFullYear()}`
  }
  const isOneMonth = start.getMonth() === end.getMonth()
  return `${day(start)} – ${isOneMonth ? end.getDate() : day(end)}`
}

/** Whether a code was disabled before its start. */
function neverBegan({ code, before }: CodeEffect): boolean {
  return before === null && code.disabled === 1
}

/**
 * For a code that has not begun: "Begins Dec 1", or "Never began" if it can't any more. Local time;
 * `asOf` is the page's now, epoch ms.
 */
export function beginning(effect: CodeEffect, asOf: number): string {
  if (neverBegan(effect)) return 'Never began'
  return begins(effect.code.start_date ?? effect.during.from, asOf)
}

/** "Begins Dec 1", or the time of day if that is today; local time. */
function begins(instant: string, asOf: number): string {
  return `Begins ${formatLastUse(instant, new Date(asOf))}`
}

/** When a window ends: one to the last minute of a day ends with the day. */
function endOf(instant: string): string {
  const next = new Date(Date.parse(instant) + MINUTE_MS)
  return next.getHours() + next.getMinutes() === 0 ? next.toISOString() : instant
}

/** When the window after a code begins that has not ended. */
function datesAhead(effect: CodeEffect, asOf: number): string {
  if (neverBegan(effect)) return 'Never began'
  const { end_date: end } = effect.code
  return end ? begins(endOf(end), asOf) : 'No end date'
}

/** The three windows, of equal length. */
export function codeWindows(effect: CodeEffect, { dataAt, asOf }: PageTimes): CodeWindow[] {
  const { before, during, after } = effect
  const hasBegun = before !== null
  const isSoFar = after !== null && Date.parse(after.to) > dataAt
  const first: CodeWindow = {
    title: 'Before',
    dates: hasBegun ? formatWindow(before.from, before.to) : '–',
    figures: before?.project ?? null,
    comparedWith: null,
    isSoFar: false,
  }
  const second: CodeWindow = {
    title: 'While valid',
    dates: hasBegun ? formatWindow(during.from, during.to) : beginning(effect, asOf),
    figures: hasBegun ? during.project : null,
    comparedWith: before?.project ?? null,
    isSoFar: false,
  }
  const third: CodeWindow = {
    title: 'After',
    dates: after ? formatWindow(after.from, after.to) : datesAhead(effect, asOf),
    figures: after?.project ?? null,
    comparedWith: after !== null && !isSoFar ? during.project : null,
    isSoFar,
  }
  return [first, second, third]
}

const COUNTS = ['no windows', 'one window', 'two windows', 'three windows']

/** What is compared, and what that does not show. */
export function describeWindows(effect: CodeEffect): string {
  const { before, during, after } = effect
  if (neverBegan(effect)) return 'Never began, so there is nothing to compare.'
  if (before === null) return 'There is nothing to compare until the code begins.'
  const count = COUNTS[after === null ? 2 : 3]
  const length = formatDuration(Date.parse(during.to) - Date.parse(during.from))
  return `All sales of the project in ${count} of ${length}. A comparison, not a cause: other things changed in these weeks too.`
}

type ProjectFigures = CodeEffect['during']['project']

/** USD of one purchase; null without purchases. */
function average({ amount, purchases }: ProjectFigures): number | null {
  return purchases === 0 ? null : amount / purchases
}

/** The compared figures: their names, and how they are read and formatted. */
export const COMPARED: readonly {
  label: string
  /** On phones. */
  shortLabel?: string
  read: (figures: ProjectFigures) => number | null
  format: (figures: FigureFormat, isMobile: boolean) => (value: number) => string
}[] = [
  { label: 'USD', read: ({ amount }) => amount, format: phoneUsd },
  { label: 'Purchases', read: ({ purchases }) => purchases, format: ({ count }) => count },
  { label: 'Buyers', read: ({ buyers }) => buyers, format: ({ count }) => count },
  { label: 'New buyers', read: (figures) => figures.new_buyers, format: ({ count }) => count },
  {
    label: 'Average purchase',
    shortLabel: 'Average',
    read: average,
    format: phoneUsd,
  },
]

/** "$149,487", rounded to whole dollars. */
export function wholeUsd(figures: FigureFormat): (amount: number) => string {
  return (amount) => figures.usd(amount, 0)
}

const MILLION = 1_000_000

/** The same, and from a million on "$9.28M" on phones, where four columns have no room for more. */
function phoneUsd(figures: FigureFormat, isMobile: boolean): (amount: number) => string {
  const whole = wholeUsd(figures)
  return (amount) => (isMobile && amount >= MILLION ? figures.compactUsd(amount) : whole(amount))
}

/** A line per figure, a column per window; amounts in USD, rounded to cents. */
export function codeWindowsCsv(windows: readonly CodeWindow[]): string {
  return toCsv([
    [
      'Figure',
      ...windows.map(({ title, dates, isSoFar }) => `${title}, ${dates}${soFar(isSoFar)}`),
    ],
    ...COMPARED.map(({ label, read }) => [
      label,
      ...windows.map(({ figures }) => {
        const value = figures && read(figures)
        return value === null ? null : Math.round(value * 100) / 100
      }),
    ]),
  ])
}

/** Follows the dates of a window that goes on. */
export function soFar(isSoFar: boolean): string {
  return isSoFar ? ', so far' : ''
}
