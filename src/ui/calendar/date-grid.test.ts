import { describe, expect, test } from 'vitest'
import {
  clampMonth,
  compactYears,
  isMonthWithin,
  isYearWithin,
  monthWeeks,
  moveDay,
  stepMonth,
  yearPage,
} from './date-grid.ts'

const OPEN = { min: null, max: null }
const BOUNDS = { min: '2024-08-14', max: '2025-11-20' }

describe('the grid of a month', () => {
  test.each([
    ['2027-02', 35, 0, 28], // 28 days from a Monday would fit 28 cells
    ['2026-02', 35, 6, 28],
    ['2025-11', 35, 5, 30],
    ['2025-10', 35, 2, 31],
    ['2026-03', 42, 6, 31],
    ['2026-08', 42, 5, 31],
    ['2024-02', 35, 3, 29],
    ['2023-01', 42, 6, 31],
    ['2023-10', 42, 6, 31],
  ])('%s has %i cells, %i of them before the first day', (month, cells, lead, days) => {
    const weeks = monthWeeks(month)
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    const flat = weeks.flat()
    expect(flat).toHaveLength(cells)
    expect(flat.findIndex((cell) => cell !== null)).toBe(lead)
    expect(flat.filter((cell) => cell !== null)).toHaveLength(days)
    expect(flat[lead]).toBe(`${month}-01`)
  })
})

describe('months and years outside the bounds are disabled', () => {
  test.each([
    ['2024-07', false],
    ['2024-08', true],
    ['2025-11', true],
    ['2025-12', false],
  ])('%s: %s', (month, expected) => {
    expect(isMonthWithin(month, BOUNDS)).toBe(expected)
  })
  test.each([
    [2023, false],
    [2024, true],
    [2025, true],
    [2026, false],
  ])('%i: %s', (year, expected) => {
    expect(isYearWithin(year, BOUNDS)).toBe(expected)
  })
  test('without bounds all are enabled', () => {
    expect(isMonthWithin('1900-01', OPEN)).toBe(true)
    expect(isYearWithin(2200, OPEN)).toBe(true)
  })
  test('a month outside the bounds is clamped to the nearest one inside', () => {
    expect(clampMonth('2026-03', BOUNDS)).toBe('2025-11')
    expect(clampMonth('2020-03', BOUNDS)).toBe('2024-08')
    expect(clampMonth('2025-03', BOUNDS)).toBe('2025-03')
  })
  test('months step across the end of a year', () => {
    expect(stepMonth('2025-12', 1)).toBe('2026-01')
    expect(stepMonth('2025-01', -1)).toBe('2024-12')
  })
})

describe('lists of years', () => {
  test('the year list has pages of 20 years without overlap', () => {
    expect(yearPage(2025)).toHaveLength(20)
    expect(yearPage(2025)[0]).toBe(2008)
    expect(yearPage(2027)[0]).toBe(2008)
    expect(yearPage(2028)[0]).toBe(2028)
    expect(yearPage(2007).at(-1)).toBe(2007)
  })
  test('the compact list spans from 51 years ago to 20 years ahead', () => {
    const years = compactYears(2025)
    expect([years[0], years.at(-1), years.length]).toEqual([1974, 2045, 72])
  })
})

describe('keys in the grid', () => {
  test.each<[string, boolean, string]>([
    ['ArrowLeft', false, '2025-10-31'],
    ['ArrowRight', false, '2025-11-02'],
    ['ArrowUp', false, '2025-10-25'],
    ['ArrowDown', false, '2025-11-08'],
    ['Home', false, '2025-10-27'],
    ['End', false, '2025-11-02'],
    ['PageUp', false, '2025-10-01'],
    ['PageDown', false, '2025-11-20'],
    ['PageUp', true, '2024-11-01'],
    ['PageDown', true, '2025-11-20'],
  ])('%s (shift %s) goes from Saturday, November 1 to %s', (key, hasShift, expected) => {
    expect(moveDay('2025-11-01', key, hasShift, BOUNDS)).toBe(expected)
  })
  test('Page keys on the last day of a long month move to the last day of a short one', () => {
    expect(moveDay('2025-03-31', 'PageUp', false, OPEN)).toBe('2025-02-28')
  })
  test('other keys do not move', () => {
    expect(moveDay('2025-11-01', 'a', false, OPEN)).toBeNull()
  })
})
