import { conflict, forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import { formatCount } from '#src/domain/money/money.ts'
import {
  hasHours,
  hasProject,
  mayHaveAlert,
  MAX_MINUTES,
  MIN_MILESTONE_USD,
  THRESHOLD_UNITS,
} from '#src/domain/people/alert-access.ts'
import { canonicalZone } from '#src/domain/time/zone.ts'
import type { AlertSettings, Rule, RuleDraft } from '#src/wire/alerts.ts'

// What the schemas of the wire can't express: which fields a kind has, and what the caller may see.

/** Whose rules they are. */
interface Owner {
  role: string
  /** The projects that the caller may see and that are not archived. */
  projects: readonly string[]
}

/**
 * @throws HttpError 400 that names the first wrong field, 403 for a kind that the role may not have, 404
 *   for a project that the caller may not see
 */
export function requireRule(rule: RuleDraft, path: string, { role, projects }: Owner): void {
  const { kind, project_id: project, threshold, hours, cap, channels } = rule
  const wrong = (field: keyof RuleDraft, message: string) =>
    invalidInput(`${path}.${field}`, message)
  if (!mayHaveAlert(role, kind)) throw forbidden()
  const unit = THRESHOLD_UNITS[kind]
  if (unit === null && threshold !== undefined)
    throw wrong('threshold', 'Must be absent for this kind')
  if (unit !== null && threshold === undefined) throw wrong('threshold', 'Is required')
  if (kind === 'stage_sold' && !(Number(threshold) >= 1 && Number(threshold) <= 100))
    throw wrong('threshold', 'Must be from 1 to 100')
  if (unit === 'percent' && kind !== 'stage_sold' && Number(threshold) >= 100)
    throw wrong('threshold', 'Must be less than 100')
  if (unit === 'minutes' && !(Number(threshold) <= MAX_MINUTES && /^\d+$/.test(threshold ?? '')))
    throw wrong('threshold', `Must be a whole number of at most ${formatCount(MAX_MINUTES)}`)
  if (kind === 'milestone' && Number(threshold) < MIN_MILESTONE_USD)
    throw wrong('threshold', `Must be at least ${formatCount(MIN_MILESTONE_USD)}`)
  if (hasHours(kind) && hours === undefined) throw wrong('hours', 'Is required')
  if (!hasHours(kind) && hours !== undefined) throw wrong('hours', 'Must be absent for this kind')
  if (kind === 'cap_reached' && cap === undefined) throw wrong('cap', 'Is required')
  if (kind !== 'cap_reached' && cap !== undefined)
    throw wrong('cap', 'Must be absent for this kind')
  if (new Set(channels).size < channels.length) throw wrong('channels', 'Must be different')
  if (project === null) return
  if (!hasProject(kind)) throw wrong('project_id', 'Must be null for this kind')
  if (!projects.includes(project)) throw notFound()
}

/** @throws HttpError as `requireRule`, and 400 for two rules with one id */
export function requireRules(rules: readonly Rule[], owner: Owner): void {
  const ids = new Set<string>()
  for (const [at, rule] of rules.entries()) {
    const id = rule.id.toLowerCase()
    if (ids.has(id)) throw invalidInput(`body.rules.${at}.id`, 'Must be unique')
    ids.add(id)
    requireRule(rule, `body.rules.${at}`, owner)
  }
}

/**
 * @returns the settings to store, with the usual name of the time zone
 * @throws HttpError 400 that names the first wrong field
 */
export function requireAlertSettings(settings: AlertSettings): AlertSettings {
  const { tz, quiet_hours: quiet, digest } = settings
  const wrong = (field: string, message: string) => invalidInput(`body.settings.${field}`, message)
  const zone = canonicalZone(tz)
  if (zone === null || /^[+-]/.test(tz)) throw wrong('tz', 'Must be a time zone')
  if (quiet && quiet.from === quiet.to) throw wrong('quiet_hours.to', 'Must differ from the start')
  if (digest?.every === 'week' && digest.weekday === undefined)
    throw wrong('digest.weekday', 'Is required')
  if (digest?.every === 'day' && digest.weekday !== undefined)
    throw wrong('digest.weekday', 'Must be absent for a daily digest')
  return { ...settings, tz: zone }
}

/** The answer to a change of a version that is not the newest. */
export const staleAlerts = () => conflict('Your alerts were changed elsewhere: load them again')
