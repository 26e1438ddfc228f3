import { twoDigits } from '#src/domain/date-parts.ts'
import { TIME_MESSAGE, type AlertSettings } from '#src/wire/alerts.ts'

export type QuietHours = NonNullable<AlertSettings['quiet_hours']>
export type Side = keyof QuietHours
export type SideTexts = Partial<Record<Side, string>>

/** "22:00" of a typed time, which may be "7:30", "7.30" or "0730"; null if it is none. */
export function readTime(text: string): string | null {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2})[:.]?([0-5]\d)\s*$/.exec(text) ?? []
  return hour === '' || Number(hour) > 23 ? null : `${twoDigits(Number(hour))}:${minute}`
}

const EQUAL = { from: 'Must differ from the end', to: 'Must differ from the start' }

/**
 * What becomes of the typed times when the field of one side is left: the hours to save, which are the
 * saved ones while the sides are equal, and the errors of the texts that stay to be corrected.
 */
export function settleTimes(
  saved: QuietHours,
  typed: SideTexts,
  left: Side,
): { hours: QuietHours; errors: SideTexts } {
  const read = (side: Side) => (typed[side] === undefined ? saved[side] : readTime(typed[side]))
  const [from, to] = [read('from'), read('to')]
  const hours = { from: from ?? saved.from, to: to ?? saved.to }
  const errors: SideTexts = {}
  if (from === null) errors.from = TIME_MESSAGE
  if (to === null) errors.to = TIME_MESSAGE
  if (hours.from !== hours.to) return { hours, errors }
  // An invalid text keeps its own error: then the other side is the one that is equal.
  const side = errors[left] === undefined ? left : left === 'from' ? 'to' : 'from'
  return { hours: saved, errors: { ...errors, [side]: EQUAL[side] } }
}
