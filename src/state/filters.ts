import { proxy, subscribe } from 'valtio'
import { type Unit, UNITS } from '#src/domain/time/calendar.ts'
import { customDays, rangeOf } from '#src/domain/time/time-range.ts'
import { allowedUnits, PERIODS, unitAfterChange } from '#src/domain/time/time-units.ts'
import type { Period, RollingPeriod, UnitChoice } from '#src/domain/time/time-units.ts'
import { deviceZone } from '#src/domain/time/zone.ts'
import { clock, serverNow } from './clock.ts'
import { keepFilters, keptFilters } from './filters-record.ts'
import { maskFigures, maskInTurns } from './privacy.ts'
import { onLeave } from './session.ts'
import { STORAGE_KEYS } from './storage.ts'

export type Filters = {
  privacy: boolean
  excludeUnknown: boolean
  /** 'all' is stored as 'all', so that it includes new projects. */
  selectedProjects: 'all' | string[]
  period: Period
  unit: UnitChoice
  /** Local calendar days 'YYYY-MM-DD', both included; null unless the period is custom. */
  customStart: string | null
  customEnd: string | null
  /** The "now" of all cards, epoch ms by the server's clock; a refresh or a filter change renews it. */
  asOf: number
}

/** The filters that a link carries. Privacy is a setting of the device. */
type LinkedFilters = Pick<
  Filters,
  'excludeUnknown' | 'selectedProjects' | 'period' | 'unit' | 'customStart' | 'customEnd'
>

const URL_KEYS = ['projects', 'period', 'from', 'to', 'unit', 'exclude-unknown'] as const
/** A tab that was hidden for longer than this renews `asOf` when it is visible again. */
const AS_OF_MAX_AGE_MS = 60_000

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

/** Whether it is a day of the calendar: '2026-02-30' is not. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const instant = Date.parse(value)
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(value)
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** The filters in stored or linked values; invalid fields are left out. */
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

/** The filters in a URL's query string; absent ones are left out. */
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

/** The query string with these filters, other params unchanged. Default values are left out. */
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
    asOf: serverNow(),
  }
}

/** The global filters of all screens. */
export const filters = proxy<Filters>(load())

function keep(): void {
  const { asOf: _asOf, ...kept } = filters
  keepFilters(kept)
}

subscribe(filters, keep, true)
// Every change, also one that Find or another tab makes.
subscribe(filters, () => maskFigures(filters.privacy), true)
maskFigures(filters.privacy)

// A tab beside this one shows the same figures to the same people.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key === STORAGE_KEYS.filters) filters.privacy = keptFilters()['privacy'] === true
})

/**
 * The available units, in the order hour to year. Auto is always available.
 * @param minDate earliest `created_at` of the selected projects (epoch ms), which limits the units of
 *   "all"; null while unknown
 */
export function unitsNow(
  of: Readonly<Omit<Filters, 'selectedProjects'>>,
  minDate: number | null,
): Unit[] {
  const zone = deviceZone()
  return allowedUnits(of.period, customDays(of), rangeOf(of, of.asOf, minDate, zone), zone)
}

/** Writes the filters to the URL, so that a copied link shows the same. */
export function toUrl(): void {
  const { location, history } = globalThis
  if (location === undefined || history === undefined) return
  const search = searchWithFilters(location.search, filters)
  if (search === location.search) return
  // The whole URL: the path of `https://host//` alone would name another host.
  const address = new URL(location.href)
  address.search = search
  history.replaceState(history.state, '', address)
}

/** Replaces a unit that the period no longer allows, in the URL too. */
function replaceUnit(): void {
  const unit = unitAfterChange(filters.unit, unitsNow(filters, null))
  if (unit === filters.unit) return
  filters.unit = unit
  toUrl()
}

function changed(): void {
  filters.asOf = serverNow()
  replaceUnit()
  toUrl()
}

export function setPrivacy(isOn: boolean): void {
  filters.privacy = isOn
}

/** For a control, which answers before all figures are drawn. */
export function switchPrivacy(isOn: boolean): void {
  maskInTurns(isOn)
  filters.privacy = isOn
}

export function setExcludeUnknown(isOn: boolean): void {
  filters.excludeUnknown = isOn
  toUrl()
}

/** At least one project stays selected: an empty selection changes nothing. */
export function selectProjects(selection: 'all' | readonly string[]): void {
  if (selection !== 'all' && selection.length === 0) return
  filters.selectedProjects = selection === 'all' ? 'all' : [...selection]
  changed()
}

/** Selects a rolling period; setCustomRange selects 'custom'. */
export function setPeriod(period: RollingPeriod): void {
  Object.assign(filters, { period, customStart: null, customEnd: null })
  changed()
}

/** Local days 'YYYY-MM-DD', both included, in either order. Selects the custom period. */
export function setCustomRange(start: string, end: string): void {
  const [customStart, customEnd] = start <= end ? [start, end] : [end, start]
  Object.assign(filters, { period: 'custom', customStart, customEnd })
  changed()
}

/** Selects a unit; one that the period does not allow is ignored. */
export function setUnit(unit: UnitChoice): void {
  if (unit !== 'auto' && !unitsNow(filters, null).includes(unit)) return
  filters.unit = unit
  // `asOf` stays: only the cards that send a unit refetch, and they must agree with the others.
  toUrl()
}

/** Moves the page's `asOf` to now, also if it is recent. */
export function refresh(): void {
  filters.asOf = serverNow()
}

/** Renews `asOf` in a tab that was hidden, unless it is recent. */
export function renewAsOf(): void {
  if (Math.abs(serverNow() - filters.asOf) > AS_OF_MAX_AGE_MS) filters.asOf = serverNow()
}

// Until then the cards end at a wrong time.
subscribe(clock, renewAsOf, true)

/** Applies the filters of the URL, if it has any. */
export function applyUrl(): void {
  const linked = filtersFromSearch(globalThis.location.search)
  if (Object.keys(linked).length === 0) return
  // A link leaves out default values: an absent filter has its default, not its present value.
  Object.assign(filters, { ...DEFAULTS, ...linked, asOf: serverNow() })
  replaceUnit()
}

/** Applies the filters of a link. Most links carry the present ones, which then keep their `asOf`. */
function applyLink(): void {
  const linked = { ...DEFAULTS, ...filtersFromSearch(globalThis.location.search) }
  if (searchWithFilters('', linked) !== searchWithFilters('', filters)) applyUrl()
}

/** Applies the filters of the URL on Back and Forward, and those of a link, for which wouter fires the event. */
export function followUrl(): () => void {
  globalThis.addEventListener('popstate', applyUrl)
  globalThis.addEventListener('pushState', applyLink)
  return () => {
    globalThis.removeEventListener('popstate', applyUrl)
    globalThis.removeEventListener('pushState', applyLink)
  }
}

// Another user must not see these filters. Privacy stays on: it reveals nothing.
onLeave(() => Object.assign(filters, { ...DEFAULTS, asOf: serverNow() }))
