import { proxy, subscribe } from 'valtio'
import { type Unit, UNITS } from '#src/domain/calendar.ts'
import { customDays, rangeOf } from '#src/domain/time-range.ts'
import { allowedUnits, PERIODS, unitAfterChange } from '#src/domain/time-units.ts'
import type { Period, UnitChoice } from '#src/domain/time-units.ts'
import { deviceZone } from '#src/domain/zone.ts'
import { clock, serverNow } from './clock.ts'
import { keepFilters, keptFilters } from './filters-record.ts'
import { onLeave } from './session.ts'

export type Filters = {
  privacy: boolean
  excludeUnknown: boolean
  /** 'all' stays 'all', so that a new project joins. */
  selectedProjects: 'all' | string[]
  period: Period
  unit: UnitChoice
  /** Local calendar days 'YYYY-MM-DD', both included; null unless the period is custom. */
  customStart: string | null
  customEnd: string | null
  /** Counts the Refresh button; lists start over when it changes. Never part of a query key. */
  refreshCount: number
  /** The one "now" of all cards in epoch ms, by the server's clock; set anew by a refresh or a filter change. */
  asOf: number
}

/** The filters that a link carries; privacy is the onlooker's own business. */
type LinkedFilters = Pick<
  Filters,
  'excludeUnknown' | 'selectedProjects' | 'period' | 'unit' | 'customStart' | 'customEnd'
>

const URL_KEYS = ['projects', 'period', 'from', 'to', 'unit', 'exclude-unknown'] as const
/** A tab that was away longer than this takes a new "now" when it comes back. */
const MOMENT_KEPT_MS = 60_000

const DEFAULTS: LinkedFilters = {
  excludeUnknown: false,
  selectedProjects: 'all',
  period: 'all',
  unit: 'auto',
  customStart: null,
  customEnd: null,
}

const isPeriod = (value: unknown): value is Period => PERIODS.some((period) => period === value)
const isUnit = (value: unknown): value is UnitChoice =>
  value === 'auto' || UNITS.some((unit) => unit === value)

/** A day that the calendar has: '2026-02-30' is none. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const instant = Date.parse(value)
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(value)
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** What a stored or linked value says, field by field; a field that makes no sense is left out. */
function readLinked(values: Record<string, unknown>): Partial<LinkedFilters> {
  const { excludeUnknown, selectedProjects, period, unit, customStart, customEnd } = values
  const isRange = isDay(customStart) && isDay(customEnd) && customStart <= customEnd
  const isWhole = isPeriod(period) && (period !== 'custom' || isRange)
  return {
    ...(typeof excludeUnknown === 'boolean' ? { excludeUnknown } : {}),
    ...(selectedProjects === 'all' ? { selectedProjects } : {}),
    ...(isTextList(selectedProjects) && selectedProjects.length > 0 ? { selectedProjects } : {}),
    ...(isUnit(unit) ? { unit } : {}),
    ...(isWhole ? { period, customStart: null, customEnd: null } : {}),
    ...(isWhole && period === 'custom' && isRange ? { customStart, customEnd } : {}),
  }
}

/** The filters that a URL's search names; nothing for those that it doesn't. */
export function filtersFromSearch(search: string): Partial<LinkedFilters> {
  const params = new URLSearchParams(search)
  const projects = params.getAll('projects').filter((name) => name !== '')
  const unknown = params.get('exclude-unknown')
  return readLinked({
    period: params.get('period'),
    unit: params.get('unit'),
    customStart: params.get('from'),
    customEnd: params.get('to'),
    selectedProjects: projects.length === 1 && projects[0] === 'all' ? 'all' : projects,
    excludeUnknown: unknown === null ? undefined : unknown === '1',
  })
}

/** The search of a link to the filters, keeping params that are not theirs. Defaults stay out. */
export function searchWithFilters(
  search: string,
  now: Readonly<Omit<LinkedFilters, 'selectedProjects'>> & {
    readonly selectedProjects: 'all' | readonly string[]
  },
): string {
  const params = new URLSearchParams(search)
  for (const key of URL_KEYS) params.delete(key)
  if (now.selectedProjects !== 'all') {
    for (const project of now.selectedProjects) params.append('projects', project)
  }
  if (now.period !== DEFAULTS.period) params.set('period', now.period)
  if (now.period === 'custom' && now.customStart !== null && now.customEnd !== null) {
    params.set('from', now.customStart)
    params.set('to', now.customEnd)
  }
  if (now.unit !== DEFAULTS.unit) params.set('unit', now.unit)
  if (now.excludeUnknown) params.set('exclude-unknown', '1')
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function load(): Filters {
  const values = keptFilters()
  return {
    ...DEFAULTS,
    ...readLinked(values),
    privacy: values['privacy'] === true,
    refreshCount: 0,
    asOf: serverNow(),
  }
}

/** The global filters: the one source of what every screen asks for. */
export const filters = proxy<Filters>(load())

function keep(): void {
  const { refreshCount: _count, asOf: _asOf, ...kept } = filters
  keepFilters(kept)
}

subscribe(filters, keep, true)

/** Earliest `created_at` among the selected projects (epoch ms); caps how fine "all" may be drawn. */
let minDate: number | null = null

/** The units that can be chosen now, in the order hour to year. Auto always can. */
export function unitsNow(
  of: Readonly<Omit<Filters, 'selectedProjects'>>,
  from: number | null,
): Unit[] {
  const zone = deviceZone()
  return allowedUnits(of.period, customDays(of), rangeOf(of, of.asOf, from, zone), zone)
}

/** Puts the filters into the address, so that a copy of it shows the same to others. */
export function toUrl(): void {
  const { location, history } = globalThis
  if (location === undefined || history === undefined) return
  const search = searchWithFilters(location.search, filters)
  if (search === location.search) return
  // The whole address: of `https://host//` the path alone would name another host.
  const address = new URL(location.href)
  address.search = search
  history.replaceState(history.state, '', address)
}

/** A unit that can't be chosen now gives way to one that can, in the link too. */
function settleUnit(): void {
  const unit = unitAfterChange(filters.unit, unitsNow(filters, minDate))
  if (unit === filters.unit) return
  filters.unit = unit
  toUrl()
}

function changed(): void {
  filters.asOf = serverNow()
  settleUnit()
  toUrl()
}

export function setPrivacy(isOn: boolean): void {
  filters.privacy = isOn
}

export function setExcludeUnknown(isOn: boolean): void {
  filters.excludeUnknown = isOn
  toUrl()
}

/** At least one project stays ticked: an empty choice changes nothing. */
export function selectProjects(choice: 'all' | readonly string[]): void {
  if (choice !== 'all' && choice.length === 0) return
  filters.selectedProjects = choice === 'all' ? 'all' : [...choice]
  changed()
}

/** One of the rolling periods; 'custom' is set by its range. */
export function setPeriod(period: Exclude<Period, 'custom'>): void {
  Object.assign(filters, { period, customStart: null, customEnd: null })
  changed()
}

/** Local days 'YYYY-MM-DD', both included, in either order. Selects the custom period. */
export function setCustomRange(start: string, end: string): void {
  const [customStart, customEnd] = start <= end ? [start, end] : [end, start]
  Object.assign(filters, { period: 'custom', customStart, customEnd })
  changed()
}

/** A unit that can't be chosen now is not taken. */
export function setUnit(unit: UnitChoice): void {
  if (unit !== 'auto' && !unitsNow(filters, minDate).includes(unit)) return
  filters.unit = unit
  // The moment stays: only the cards that send a unit fetch again, and must agree with the others.
  toUrl()
}

/** Told once the projects are known, and again when the selection moves it. */
export function setMinDate(from: number | null): void {
  minDate = from
  settleUnit()
}

/** The Refresh button: a new "now", and lists start over. */
export function refresh(): void {
  filters.asOf = serverNow()
  filters.refreshCount += 1
}

/** A new "now" for a tab that has been away; a moment that is fresh enough stays. */
export function renewAsOf(): void {
  if (Math.abs(serverNow() - filters.asOf) > MOMENT_KEPT_MS) filters.asOf = serverNow()
}

// What the cards show until then ends at the wrong moment.
subscribe(clock, renewAsOf, true)

/** Takes the filters of the URL; a URL that names none leaves them alone. */
export function applyUrl(): void {
  const linked = filtersFromSearch(globalThis.location.search)
  if (Object.keys(linked).length === 0) return
  // A link leaves out what it has at its default: what it doesn't name is that, not what was before.
  Object.assign(filters, { ...DEFAULTS, ...linked, asOf: serverNow() })
  settleUnit()
}

/** Takes the filters of the URL on Back and Forward. */
export function followUrl(): () => void {
  globalThis.addEventListener('popstate', applyUrl)
  return () => globalThis.removeEventListener('popstate', applyUrl)
}

// What one user filtered by is no other user's business. Privacy stays: it shows nothing of theirs.
onLeave(() => Object.assign(filters, { ...DEFAULTS, asOf: serverNow() }))
