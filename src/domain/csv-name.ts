import { localDate, type TimeRange } from './calendar.ts'

/** "transactions-amount-2026-10-22-2026-11-20.csv": content, first and last local day. */
export function csvName(what: string, { start, end }: TimeRange, zone: string): string {
  return `${what}-${localDate(start, zone)}-${localDate(Math.max(start, end - 1), zone)}.csv`
}
