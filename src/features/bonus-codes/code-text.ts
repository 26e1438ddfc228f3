import { formatDay, formatDays } from '#src/domain/sale/record-formats.ts'
import type { BonusCode } from '#src/wire/bonus-codes.ts'

/** When a code can be used: "Nov 1 – Nov 30, 2025", "Until …", "From …", "No end date". Local time. */
export function validText({ start_date: start, end_date: end }: BonusCode): string {
  if (start && end) return formatDays(start, end)
  if (end) return `Until ${formatDay(end)}`
  return start ? `From ${formatDay(start)}` : 'No end date'
}
