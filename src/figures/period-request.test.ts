import { describe, expect, test } from 'vitest'
import { toPeriodRequest } from './period-request.ts'
import type { PeriodSelection } from './period-request.ts'

const NOW = Date.parse('2026-11-20T14:32:00Z')
const selection = (changes: Partial<PeriodSelection> = {}): PeriodSelection => ({
  period: 'month',
  customStart: null,
  customEnd: null,
  unit: 'auto',
  projects: ['AURA', 'HELIX'],
  minDate: Date.parse('2025-05-01T10:00:00Z'),
  zone: 'UTC',
  ...changes,
})

test('a month with the auto unit sends range, projects, offset and zone, and no unit', () => {
  expect(toPeriodRequest(selection({ zone: 'Europe/Berlin' }), NOW)?.query).toEqual({
    start_date: '2026-10-19T22:00:00.000Z',
    end_date: '2026-11-20T14:32:00.000Z',
    projects: ['AURA', 'HELIX'],
    timezone: '+01:00',
    tz: 'Europe/Berlin',
  })
})

test('a selected unit is sent and resolved', () => {
  const request = toPeriodRequest(selection({ unit: 'week' }), NOW)
  expect(request?.query.unit).toBe('week')
  expect(request?.resolvedQuery.unit).toBe('week')
})

const OFFSETS: [string, string][] = [
  ['UTC', '+00:00'],
  ['Asia/Kolkata', '+05:30'],
  ['Asia/Kathmandu', '+05:45'],
  ['America/St_Johns', '-03:30'],
]
test.each(OFFSETS)('in %s the offset of the range end is %s', (zone, offset) => {
  expect(toPeriodRequest(selection({ zone }), NOW)?.query.timezone).toBe(offset)
})

describe('the auto unit', () => {
  test.each([
    [selection({ period: 'day' }), 'hour'],
    [selection({ period: 'week' }), 'day'],
    [selection({ period: 'month' }), 'day'],
    [selection({ period: 'year' }), 'month'],
    [selection({ period: 'all' }), 'month'],
    [selection({ period: 'all', minDate: Date.parse('2020-01-01T00:00:00Z') }), 'year'],
    [selection({ period: 'custom', customStart: '2026-10-25', customEnd: '2026-10-25' }), 'hour'],
    [selection({ period: 'custom', customStart: '2026-06-01', customEnd: '2026-09-01' }), 'week'],
  ])('case %#', (chosen, unit) => {
    expect(toPeriodRequest(chosen, NOW)?.resolvedQuery.unit).toBe(unit)
  })
})

test('there is no request without a project, a known start or a complete custom range', () => {
  expect(toPeriodRequest(selection({ projects: [] }), NOW)).toBeNull()
  expect(toPeriodRequest(selection({ period: 'all', minDate: null }), NOW)).toBeNull()
  expect(
    toPeriodRequest(selection({ period: 'custom', customStart: '2026-01-01' }), NOW),
  ).toBeNull()
})

test('a comparison requests the unit on screen', () => {
  const request = toPeriodRequest(selection({ period: 'year' }), NOW, true)
  expect(request?.query).toMatchObject({
    start_date: '2024-11-20T00:00:00.000Z',
    end_date: '2025-11-20T14:32:00.000Z',
    unit: 'month',
  })
  expect(toPeriodRequest(selection({ period: 'all' }), NOW, true)).toBeNull()
})
