import { expect, test } from 'vitest'
import type { PeriodChoice } from '#src/domain/time/time-range.ts'
import { toActivityQuery, toActivitySearch } from './activity-query.ts'

const NOW = Date.parse('2026-11-20T12:34:56.000Z')
const ALL: PeriodChoice = { period: 'all', customStart: null, customEnd: null }
const NONE = { q: null, actor: null, action: [], object: null, objectId: null, period: ALL }

test('without filters nothing narrows the request', () => {
  expect(toActivityQuery(toActivitySearch(NONE), NOW)).toEqual({ action: [] })
})

test('the filters of the page become those of the call', () => {
  const search = toActivitySearch({
    ...NONE,
    q: '0xfeed',
    actor: '5',
    action: ['project.', 'telegram_media.'],
    object: 'wallet',
    objectId: '0x1',
  })
  expect(toActivityQuery(search, NOW)).toEqual({
    q: '0xfeed',
    actor: '5',
    action: ['project.', 'telegram_media.'],
    object: 'wallet',
    object_id: '0x1',
  })
})

test('a rolling period is resolved at each request and stays open at its end', () => {
  const search = toActivitySearch({ ...NONE, period: { ...ALL, period: 'week' } })
  // The key of the list is the same on another day, so the device finds its list again.
  expect(JSON.stringify(search)).not.toContain('2026')
  const { from, to } = toActivityQuery(search, NOW)
  expect(Date.parse(from ?? '')).toBeLessThan(NOW - 6 * 86_400_000)
  expect(to).toBeUndefined()
  const later = toActivityQuery(search, NOW + 3 * 86_400_000)
  expect(Date.parse(later.from ?? '') - Date.parse(from ?? '')).toBe(3 * 86_400_000)
})

test('a custom period has both ends, its last day included', () => {
  const period: PeriodChoice = {
    period: 'custom',
    customStart: '2026-11-01',
    customEnd: '2026-11-03',
  }
  const { from, to } = toActivityQuery(toActivitySearch({ ...NONE, period }), NOW)
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(3 * 86_400_000)
})
