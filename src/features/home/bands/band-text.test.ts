import { expect, test } from 'vitest'
import { figureFormat } from '#src/domain/text/mask.ts'
import { bandDates, bandFacts, bandName } from './band-text.ts'
import type { CodeMark } from './code-marks.ts'

const AS_OF = new Date(2026, 10, 20, 14).getTime()
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime()

const MARK: CodeMark = {
  is: 'code',
  project: 'AURA',
  id: '7',
  code: 'LAUNCH15',
  percentage: 15,
  start: at(2026, 11, 1),
  end: at(2026, 11, 30),
  isDisabled: false,
  uses: 412,
  maxUses: 1000,
}

test.each([
  [at(2026, 11, 1), at(2026, 11, 30), 'Nov 1 – Nov 30'],
  [at(2026, 11, 1), null, 'from Nov 1'],
  [at(2025, 12, 1), at(2026, 1, 5), 'Dec 1, 2025 – Jan 5'],
])('dates name the year only if it is another one', (start, end, expected) => {
  expect(bandDates({ start, end }, AS_OF)).toBe(expected)
})

test('a mark is named by its code, its project and its dates', () => {
  expect(bandName(MARK, AS_OF)).toBe('LAUNCH15, AURA, Nov 1 – Nov 30')
})

const factsOf = (mark: CodeMark, isMasked = false) =>
  bandFacts(mark, AS_OF, figureFormat(isMasked)).map(
    ({ label, value, after = '' }) => `${label}: ${value}${after}`,
  )

test('its tooltip has the percentage, the dates and the uses', () => {
  expect(factsOf(MARK)).toEqual(['Percentage: 15%', 'Valid: Nov 1 – Nov 30', 'Used: 412 of 1,000'])
  expect(factsOf({ ...MARK, end: null, maxUses: null, isDisabled: true })).toEqual([
    'Percentage: 15%',
    'Valid: From Nov 1',
    'Used: 412',
    'State: Disabled',
  ])
})

test('privacy mode hides the uses', () => {
  expect(factsOf(MARK, true).join()).not.toContain('412')
})
