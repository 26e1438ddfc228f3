import { beforeEach, describe, expect, it } from 'vitest'
import {
  filters,
  filtersFromSearch,
  refresh,
  searchWithFilters,
  selectProjects,
  setCustomRange,
  setPeriod,
  setUnit,
} from './filters.ts'
import { leaveSession } from './session.ts'

beforeEach(leaveSession)

describe('the link to the filters', () => {
  it.each([
    ['nothing', '', {}],
    [
      'a period and a unit',
      '?period=week&unit=day',
      { period: 'week', unit: 'day', customStart: null, customEnd: null },
    ],
    [
      'a custom range',
      '?period=custom&from=2026-01-01&to=2026-02-01',
      { period: 'custom', customStart: '2026-01-01', customEnd: '2026-02-01' },
    ],
    ['projects', '?projects=AURA&projects=a%20b', { selectedProjects: ['AURA', 'a b'] }],
    ['all projects', '?projects=all', { selectedProjects: 'all' }],
    ['exclude unknown', '?exclude-unknown=1', { excludeUnknown: true }],
    ['unknown words', '?period=decade&unit=minute&other=1', {}],
    ['a custom period without its days', '?period=custom', {}],
    ['a day that the calendar has not', '?period=custom&from=2026-02-30&to=2026-03-01', {}],
    ['a range the wrong way round', '?period=custom&from=2026-03-01&to=2026-02-01', {}],
  ])('%s', (_what, search, expected) => {
    expect(filtersFromSearch(search)).toEqual(expected)
  })

  it('names the filters that are not at their default, and keeps other params', () => {
    const defaults = { ...filters, selectedProjects: 'all' as const }
    expect(searchWithFilters('?q=0x1', defaults)).toBe('?q=0x1')
    expect(searchWithFilters('?period=day', defaults)).toBe('')
    const search = searchWithFilters('?q=0x1&unit=year', {
      ...defaults,
      period: 'custom',
      customStart: '2026-01-01',
      customEnd: '2026-02-01',
      unit: 'week',
      selectedProjects: ['B', 'A'],
      excludeUnknown: true,
    })
    expect(filtersFromSearch(search)).toEqual({
      period: 'custom',
      customStart: '2026-01-01',
      customEnd: '2026-02-01',
      unit: 'week',
      selectedProjects: ['B', 'A'],
      excludeUnknown: true,
    })
    expect(search).toContain('q=0x1')
  })
})

describe('the time unit', () => {
  it('changes to the first one that the new period allows', () => {
    setPeriod('all')
    setUnit('year')
    expect(filters.unit).toBe('year')
    setPeriod('week')
    expect(filters.unit).toBe('hour')
    setPeriod('month')
    expect(filters.unit).toBe('day')
  })

  it('is ignored when the period does not allow it', () => {
    setPeriod('day')
    setUnit('auto')
    setUnit('month')
    expect(filters.unit).toBe('auto')
  })

  it('changes when a custom range becomes long', () => {
    setCustomRange('2026-01-01', '2026-01-10')
    setUnit('day')
    setCustomRange('2024-01-01', '2026-01-10')
    expect(filters.unit).toBe('week')
  })
})

describe('the other filters', () => {
  it('order the days of a range, and a rolling period clears them', () => {
    setCustomRange('2026-02-01', '2026-01-01')
    expect(filters).toMatchObject({ period: 'custom', customStart: '2026-01-01' })
    setPeriod('month')
    expect(filters).toMatchObject({ period: 'month', customStart: null, customEnd: null })
  })

  it('keep at least one project selected', () => {
    selectProjects(['A'])
    selectProjects([])
    expect(filters.selectedProjects).toEqual(['A'])
  })

  it('renew asOf with each refresh and each change', () => {
    filters.asOf = 5
    refresh()
    expect(filters.asOf).toBeGreaterThan(5)
    filters.asOf = 5
    setPeriod('week')
    expect(filters.asOf).toBeGreaterThan(5)
  })

  it('are reset before the next user', () => {
    selectProjects(['SECRET'])
    setPeriod('day')
    leaveSession()
    expect(filters).toMatchObject({ selectedProjects: 'all', period: 'all', unit: 'auto' })
  })
})
