import type { AlertKind } from '#src/wire/alerts.ts'
import { canSeeFinance, isAdmin } from './roles.ts'

/** Who may have an alert of each kind: the roles of the page that shows what it is about. */
const READERS: Record<AlertKind, 'any' | 'finance' | 'admin'> = {
  purchase_over: 'finance',
  milestone: 'finance',
  quiet: 'finance',
  failing: 'finance',
  code_ending: 'finance',
  // Only admins see Connections, with the events that were refused.
  ingest_refused: 'admin',
  price_unusual: 'finance',
  credit_over: 'finance',
  new_device: 'any',
  purchase_unproven: 'finance',
  payment_unmatched: 'finance',
  stage_sold: 'finance',
  stage_oversold: 'finance',
  cap_reached: 'finance',
  stage_ends: 'finance',
  mention: 'finance',
  // The keys are in Connections.
  reading_key_new_address: 'admin',
}

/** Whether a person of this role may have alerts of this kind. */
export function mayHaveAlert(role: string, kind: AlertKind): boolean {
  const readers = READERS[kind]
  if (readers === 'finance') return canSeeFinance(role)
  return readers === 'any' || isAdmin(role)
}

/** Whether a person of this role, with these projects, may see an alert: about a project, or about none. */
export function canSeeAlert(
  { role, projects }: { role: string; projects: readonly string[] },
  { kind, project_id: project }: { kind: AlertKind; project_id: string | null },
): boolean {
  return mayHaveAlert(role, kind) && (project === null || projects.includes(project))
}

/** What `threshold` of a kind counts; null if the kind has none. */
export const THRESHOLD_UNITS: Readonly<
  Record<AlertKind, 'usd' | 'percent' | 'events' | 'tokens' | 'minutes' | null>
> = {
  purchase_over: 'usd',
  milestone: 'usd',
  quiet: null,
  failing: 'percent',
  code_ending: 'percent',
  ingest_refused: 'events',
  price_unusual: null,
  credit_over: 'tokens',
  new_device: null,
  purchase_unproven: null,
  payment_unmatched: 'minutes',
  stage_sold: 'percent',
  stage_oversold: null,
  cap_reached: null,
  stage_ends: null,
  mention: null,
  reading_key_new_address: null,
}

/** Whether alerts of a kind count hours. */
export const hasHours = (kind: AlertKind) => kind === 'quiet' || kind === 'stage_ends'

/** Whether alerts of a kind are about a project: a rule can be limited to one. */
export const hasProject = (kind: AlertKind) =>
  kind !== 'new_device' && kind !== 'reading_key_new_address'

/** The least step of a milestone: smaller ones would fire all the time. */
export const MIN_MILESTONE_USD = 1000

/** A payment is without a purchase for at most a week before somebody hears of it. */
export const MAX_MINUTES = 7 * 24 * 60
