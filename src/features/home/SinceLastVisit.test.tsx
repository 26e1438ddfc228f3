import { QueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryOf } from '#src/api/http.ts'
import { projectQueries } from '#src/api/projects.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import type { HomeView } from '#src/features/home/cards/home-view.ts'
import { resultQuery } from '#src/features/home/cards/queries.ts'
import { countries, transactionSummary } from '#src/features/home/cards/sources.ts'
import { proofQuery } from '#src/figures/proof-figures.ts'
import { stagesQuery } from '#src/figures/stage-figures.ts'
import { filters } from '#src/state/filters.ts'
import type { ChainSummary } from '#src/wire/chain-payments.ts'
import { featureCalls } from '#src/wire/features.ts'
import { projectOverviewListSchema } from '#src/wire/projects.ts'
import { chainSummaryOf } from '#tests/support/calls/proofs.ts'
import { PROJECT } from '#tests/support/screens/screen-rows.ts'
import { renderInApp } from '#tests/support/screens/show-page.tsx'
import { stageSummary } from '#tests/support/screens/stage-summary.ts'
import { until } from '#tests/support/server/until.ts'
import { ProofLine } from './ProofLine.tsx'
import { SinceLastVisit } from './SinceLastVisit.tsx'
import { StageLine } from './StageLine.tsx'

const MORNING = new Date(2026, 10, 20, 9, 12).getTime()
const NOON = new Date(2026, 10, 20, 12, 0).getTime()

const view = (privacy: boolean): HomeView => ({
  selection: {
    period: 'all',
    customStart: null,
    customEnd: null,
    unit: 'auto',
    projects: ['AURA'],
    minDate: 0,
    zone: 'UTC',
  },
  colours: new Map(),
  excludeUnknown: false,
  privacy,
  figures: figureFormat(privacy),
  isCompared: false,
  asOf: NOON,
  linked: filters,
  emptyHint: '',
})

const setAppBadge = vi.fn<(count?: number) => Promise<void>>(async () => undefined)
const clearAppBadge = vi.fn<() => Promise<void>>(async () => undefined)
let client: QueryClient

/** Puts a response into the cache. */
function arrive(asOf: number, amount: number, places: readonly string[]) {
  const resolvedQuery = {
    range: { start: 0, end: asOf },
    unit: 'month' as const,
    zone: 'UTC',
    projects: ['AURA'],
    asOf,
  }
  const { selection } = view(false)
  const sums = { project: 'AURA', amount, count: places.length }
  const rows = places.map((label) => ({ project: 'AURA', label, amount: 1, count: 1 }))
  const options = { updatedAt: asOf }
  client.setQueryData(
    resultQuery(transactionSummary, selection).queryKey,
    { resolvedQuery, items: [sums] },
    options,
  )
  client.setQueryData(
    resultQuery(countries, selection).queryKey,
    { resolvedQuery, items: rows },
    options,
  )
}

const page = (privacy = false) => <SinceLastVisit view={view(privacy)} />

beforeEach(() => {
  vi.setSystemTime(NOON)
  Object.assign(navigator, { setAppBadge, clearAppBadge })
  client = new QueryClient()
  arrive(MORNING, 1000, ['DE', 'FR'])
})

afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

it('Home shows the amount, purchases and new countries since the last visit; the app badge shows the purchases', async () => {
  const { rerender, unmount } = renderInApp(page(), { client })
  expect(screen.getByRole('status').textContent).toBe('')
  expect(setAppBadge).not.toHaveBeenCalled()

  act(() => arrive(NOON, 19_240, ['DE', 'FR', 'Germany', 'PE', 'TD']))
  await screen.findByText(/2.*new countries/)
  expect(screen.getByRole('status').textContent).toBe(
    '+$18,240 from 3 purchases, 2 new countries since you last looked, 09:12',
  )
  expect(setAppBadge).toHaveBeenLastCalledWith(3)

  clearAppBadge.mockClear()
  rerender(page(true))
  expect(screen.getByRole('status').textContent).not.toMatch(/18,240|\b[123]\b/)
  expect(clearAppBadge).toHaveBeenCalled()
  unmount()
})

it('one purchase is singular, unless figures are hidden', async () => {
  const { rerender } = renderInApp(page(), { client })
  act(() => arrive(NOON, 1120, ['DE', 'FR', 'DE']))
  const text = () => screen.getByRole('status').textContent
  await until(() => expect(text()).toBe('+$120 from 1 purchase since you last looked, 09:12'))
  rerender(page(true))
  expect(text()).toContain('purchases')
})

/** The line of what the chains say of the purchases of two projects. */
function showProofs(
  AURA: Partial<ChainSummary>,
  NOVA: Partial<ChainSummary> = { is_connected: false, proven: 0, waiting: 0, differs: 0 },
  privacy = false,
) {
  const { selection } = view(privacy)
  const range = { start: 0, end: NOON }
  client = new QueryClient()
  client.setQueryData(proofQuery(selection).queryKey, {
    resolvedQuery: { range, unit: 'month', zone: 'UTC', projects: ['AURA'], asOf: NOON },
    summaries: { AURA: chainSummaryOf(AURA), NOVA: chainSummaryOf(NOVA) },
  })
  renderInApp(<ProofLine view={view(privacy)} space={null} />, { client })
  return screen.queryByRole('link')
}
const proofIn = (link: HTMLElement | null) =>
  new URL(link?.getAttribute('href') ?? '', location.origin).searchParams.get('proof')

it('says what share is proven on chain, rounded down, and how many purchases differ', () => {
  const link = showProofs({ proven: 9259, waiting: 61, differs: 7 })
  expect(screen.getByRole('link', { name: '99.27% proven on chain, 7 differ' })).toBe(link)
  expect(proofIn(link)).toBe('differs')
})

it('leads to the proven purchases where none differs, and adds up projects', () => {
  const link = showProofs(
    { proven: 2, waiting: 0, differs: 0 },
    { proven: 0, waiting: 1, differs: 0 },
  )
  expect(link?.textContent.trim()).toBe('66.66% proven on chain')
  expect(proofIn(link)).toBe('proven')
})

it('says nothing without a connected chain, or without purchases that one can check', () => {
  expect(showProofs({ is_connected: false })).toBeNull()
  expect(showProofs({ proven: 0, waiting: 0, differs: 0 })).toBeNull()
})

it('hides the figures of the proofs in privacy mode, and a singular', () => {
  const link = showProofs({ proven: 9, waiting: 0, differs: 1 }, undefined, true)
  expect(link?.textContent).not.toMatch(/\d/)
  expect(link?.textContent).toContain('differ')
  expect(link?.textContent).not.toContain('differs')
})

/** The line of the stage that sells out first, of AURA and NOVA. */
function showStages(hasStages: 0 | 1, privacy = false) {
  client = new QueryClient()
  const all = ['AURA', 'NOVA']
  client.setQueryData(queryOf(featureCalls.listFeatures, {}).queryKey, { features: ['stages'] })
  client.setQueryData(projectQueries.names().queryKey, all)
  client.setQueryData(
    projectQueries.overview(all).queryKey,
    projectOverviewListSchema.parse(all.map((id) => ({ ...PROJECT, id, has_stages: hasStages }))),
  )
  client.setQueryData(stagesQuery(all, 7).queryKey, { AURA: stageSummary(), NOVA: stageSummary() })
  const { selection, ...rest } = view(privacy)
  const asOf = Date.parse('2025-11-20T12:00:00Z')
  const home = { ...rest, asOf, selection: { ...selection, projects: all } }
  renderInApp(<StageLine space={null} view={home} />, { client })
  return screen.queryByRole('link')
}

it('names the stage that sells out first, with its day, and counts the others', () => {
  const link = showStages(1)
  const name = 'AURA, Stage 5: 62.40% sold, sold out about Dec 2, and 1 more'
  expect(screen.getByRole('link', { name })).toBe(link)
  expect(link?.getAttribute('href')).toBe('/stages?project=AURA')
  expect(link?.textContent).toContain('Sold out about Dec 2 · 1 more stage')
})

it('hides share and day of the stage in privacy mode', () => {
  const link = showStages(1, true)
  expect(link?.getAttribute('aria-label')).toBe(
    'AURA, Stage 5: Hidden sold, sold out about Hidden, and 1 more',
  )
  expect(link?.outerHTML).not.toMatch(/62\.4|Dec 2/)
})

it('says nothing of stages without a plan', () => {
  expect(showStages(0)).toBeNull()
})
