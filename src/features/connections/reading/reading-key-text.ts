import { formatCount } from '#src/domain/money/money.ts'
import { formatDay, formatRecent } from '#src/domain/sale/record-formats.ts'
import { capitalize } from '#src/domain/text/text.ts'
import { formatDuration, formatTime } from '#src/domain/time/format-time.ts'
import { KEY_SCOPES, type KeyScope } from '#src/wire/call.ts'
import type { ReadingKey } from '#src/wire/reading-keys.ts'

const SOON_MS = 7 * 86_400_000

/** "Figures, lists", in the order of the dialog. */
export function describeScopes(scopes: readonly KeyScope[]): string {
  return capitalize(KEY_SCOPES.filter((scope) => scopes.includes(scope)).join(', '))
}

/** "AURA, HELIX", or "All projects". A key of projects that are all archived reads none. */
export function describeProjects(projects: ReadingKey['projects']): string {
  if (projects === 'all') return 'All projects'
  return projects.join(', ') || 'No project'
}

/** The local day of the end, and how near it is: "in 2 days" within seven days, else null. */
export function describeEnd(end: string, now: Date): { day: string; soon: string | null } {
  const left = Date.parse(end) - now.getTime()
  const day = formatDay(end)
  if (left > SOON_MS) return { day, soon: null }
  return { day, soon: left > 0 ? `in ${formatDuration(left)}` : 'expired' }
}

/** "14:30" on the day of `now`, else as `formatRecent`. Local time. */
export function formatUse(at: string, now: Date): string {
  const isToday = new Date(at).toDateString() === now.toDateString()
  return isToday ? formatTime(Date.parse(at)) : formatRecent(at, now)
}

/** "412 today". The day is a UTC day. */
export const describeUses = (count: number): string => `${formatCount(count)} today`

/** "It was last used at 14:30, 412 times today." */
export function describeLastUse(key: ReadingKey, now: Date): string {
  const { last_used_at: at, used_today: count } = key
  if (at === null) return 'It was never used.'
  const use = formatUse(at, now)
  const when = use.includes(',') ? `on ${use}` : `at ${use}`
  return `It was last used ${when}, ${count === 1 ? 'once' : `${formatCount(count)} times`} today.`
}

/** The part of an email address before its domain: "omar". */
export const localPart = (email: string): string => email.split('@')[0] ?? email
