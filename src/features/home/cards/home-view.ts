import { useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { useProjects } from '#src/api/projects.ts'
import type { Projects } from '#src/api/projects.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import type { FigureFormat } from '#src/domain/text/mask.ts'
import { siteName } from '#src/domain/text/text.ts'
import { rangeOf } from '#src/domain/time/time-range.ts'
import type { PeriodSelection } from '#src/figures/period-request.ts'
import { usePeriodSelection } from '#src/figures/use-period-selection.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useLinkedFilters, type LinkedFilters } from '#src/state/use-linked-filters.ts'

/**
 * For a card without figures: what to try, or what fills it if a longer period and more projects have
 * none either.
 * @param sites the names of the selected projects' sites
 */
export function emptyHint(facts: {
  canLengthen: boolean
  canAddProjects: boolean
  sites: readonly string[]
}): string {
  const { canLengthen, canAddProjects, sites } = facts
  const options = [
    ...(canLengthen ? ['a longer period'] : []),
    ...(canAddProjects ? ['more projects'] : []),
  ]
  if (options.length > 0) return `Try ${options.join(' or ')}.`
  const [site] = sites
  return sites.length === 1
    ? `They appear here once ${site} sends them.`
    : 'They appear here once the sites send them.'
}

/** The state that all cards of the page render, but for how they write figures. */
export interface PageView {
  selection: PeriodSelection
  colours: ReadonlyMap<string, string>
  excludeUnknown: boolean
  /** Whether the previous period is shown. */
  isCompared: boolean
  /** The page's frozen now, in milliseconds. */
  asOf: number
  /** What the links of figures carry. */
  linked: LinkedFilters
  /** For cards without figures. */
  emptyHint: string
}

/** What one card renders. */
export interface HomeView extends PageView {
  privacy: boolean
  figures: FigureFormat
}

/** The page's view for a card, which masks its figures in its turn. */
export function useCardView(page: PageView): HomeView {
  const privacy = usePrivacy()
  return useMemo(() => ({ ...page, privacy, figures: figureFormat(privacy) }), [page, privacy])
}

/** One switch for all cards. It stays on while other screens are open. */
const comparison = proxy({ isOn: false })

export function setCompared(isOn: boolean): void {
  comparison.isOn = isOn
}

/** The X key. "All" has no previous period. */
export function toggleCompared(): void {
  if (filters.period === 'all') return
  comparison.isOn = !comparison.isOn
}

/** The filters and the selected projects. */
export function useHomeView(): PageView & Pick<Projects, 'failure'> & { isEmpty: boolean } {
  const { excludeUnknown, asOf } = useSnapshot(filters)
  const { isOn } = useSnapshot(comparison)
  const linked = useLinkedFilters()
  const selection = usePeriodSelection()
  const { period, minDate, zone } = selection
  const { selected, colours, names, projects, isLoading, failure } = useProjects()
  const hasProjects = names.length > 0
  const start = period === 'all' ? undefined : rangeOf(selection, asOf, minDate, zone)?.start
  const hint = emptyHint({
    canLengthen: start !== undefined && (minDate === null || start > minDate),
    canAddProjects: selected.length < names.length,
    sites: projects.filter(({ id }) => selected.includes(id)).map(siteName),
  })
  return useMemo(
    () => ({
      selection,
      colours,
      excludeUnknown,
      // "All" has no previous period.
      isCompared: isOn && period !== 'all',
      asOf,
      linked,
      emptyHint: hint,
      // Only "all" needs the dates of the projects.
      failure: hasProjects && period !== 'all' ? null : failure,
      isEmpty: !isLoading && !hasProjects,
    }),
    [
      selection,
      colours,
      excludeUnknown,
      isOn,
      period,
      asOf,
      linked,
      isLoading,
      failure,
      hasProjects,
      hint,
    ],
  )
}
