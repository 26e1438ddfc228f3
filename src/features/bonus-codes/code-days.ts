import { sumUsd } from '#src/domain/money/money.ts'
import { toCsv } from '#src/domain/text/csv.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import {
  bucketEdges,
  bucketIndex,
  describeBucket,
  formatBucket,
  bucketPosition,
} from '#src/domain/time/buckets.ts'
import { localDate } from '#src/domain/time/calendar.ts'
import { MAX_BUCKETS } from '#src/domain/time/time-units.ts'
import { CHART_COLOURS } from '#src/ui/charts/chart-colours.ts'
import type { Bars } from '#src/ui/charts/stacked-bars.ts'
import type { CodeEffect } from '#src/wire/code-effects.ts'

export interface CodeDays {
  zone: string
  /** The start of each day, epoch ms. */
  starts: number[]
  /** USD of purchases with the code, and of the project's others, per day. */
  withCode: number[]
  others: number[]
  /** USD of all purchases of the project, per day. */
  totals: number[]
  purchases: number[]
  /** While the code could be used, in days from the start of the graph; null if it has not begun. */
  valid: { from: number; to: number } | null
}

/**
 * The days from the start of the window before the code to the end of the one after it, or to the
 * time of the data while that lies ahead. Days without sales are zero.
 * @param dataAt when the data arrived, epoch ms; its own days may reach further than that clock says
 */
export function toCodeDays(effect: CodeEffect, dataAt: number, zone: string): CodeDays {
  const { before, during, after, by_day } = effect
  const start = Date.parse(before?.from ?? during.from)
  const end = Math.min(Date.parse(after?.to ?? during.to), Math.max(dataAt, ...lastMoments(effect)))
  const edges = before === null ? [start] : bucketEdges({ start, end }, 'day', zone, MAX_BUCKETS)
  const starts = edges.slice(0, -1)
  const byDay = starts.map(() => ({ purchases: 0, amount: 0, project_amount: 0 }))
  for (const day of by_day) {
    // The end of the last day is an edge too, so what lies beyond has no day.
    const index = bucketIndex(edges, Date.parse(day.date))
    if (byDay[index] !== undefined) byDay[index] = day
  }
  return {
    zone,
    starts,
    withCode: byDay.map(({ amount }) => amount),
    others: byDay.map(({ amount, project_amount: all }) => sumUsd([all, -amount])),
    totals: byDay.map(({ project_amount: all }) => all),
    purchases: byDay.map(({ purchases }) => purchases),
    valid:
      before === null
        ? null
        : {
            from: bucketPosition(edges, Date.parse(during.from)),
            to: bucketPosition(edges, Date.parse(during.to)),
          },
  }
}

/** Moments that the data surely reaches, epoch ms: while the code was valid, and its last day. */
function lastMoments({ during, by_day }: CodeEffect): number[] {
  const last = by_day.at(-1)
  return [Date.parse(during.to), ...(last ? [Date.parse(last.date) + 1] : [])]
}

/** The sales with the code in this colour, and on them the other sales of the project. */
export function codeDayBars(days: CodeDays, colour: string): Bars {
  return {
    labels: days.starts.map((start) => formatBucket(start, 'day', days.zone)),
    stacks: [
      { name: 'with', colour, values: days.withCode },
      { name: 'others', colour: CHART_COLOURS.rest, values: days.others },
    ],
    totals: days.totals,
    previous: null,
    unfinished: -1,
    isMoney: true,
  }
}

/** The graph for assistive technology: a row per day. */
export function codeDaysTable(days: CodeDays, project: string, figures: FigureFormat) {
  return {
    columns: ['Date', 'With the code', `Other sales of ${project}`],
    makeRows: () =>
      days.starts.map((start, index) => [
        describeBucket(start, 'day', days.zone),
        figures.usd(days.withCode[index] ?? 0),
        figures.usd(days.others[index] ?? 0),
      ]),
  }
}

/** A line per day, amounts in USD. */
export function codeDaysCsv(days: CodeDays, project: string): string {
  return toCsv([
    ['Date', 'With the code', 'Purchases with the code', `Other sales of ${project}`, 'Total'],
    ...days.starts.map((start, index) => [
      localDate(start, days.zone),
      days.withCode[index] ?? 0,
      days.purchases[index] ?? 0,
      days.others[index] ?? 0,
      days.totals[index] ?? 0,
    ]),
  ])
}
