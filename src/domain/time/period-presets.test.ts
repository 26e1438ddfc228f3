import { expect, test } from 'vitest'
import { formatShortDays, isWholeWeeks, periodPresets, presetOf } from './period-presets.ts'

const at = (iso: string) => Date.parse(iso)
const LAUNCH = at('2024-08-14T10:00:00Z')

/** The presets as "first to last", by name. */
function daysAt(now: string, zone: string, launch: number | null = LAUNCH) {
  return Object.fromEntries(
    periodPresets(at(now), launch, zone).map(({ name, days }) => [
      name,
      days && `${days.start} to ${days.end}`,
    ]),
  )
}

test('the presets of a Thursday', () => {
  expect(daysAt('2025-11-20T14:32:07.500Z', 'UTC')).toEqual({
    Today: '2025-11-20 to 2025-11-20',
    Yesterday: '2025-11-19 to 2025-11-19',
    'This week': '2025-11-17 to 2025-11-20',
    'Last week': '2025-11-10 to 2025-11-16',
    'This month': '2025-11-01 to 2025-11-20',
    'Last month': '2025-10-01 to 2025-10-31',
    'Since launch': '2024-08-14 to 2025-11-20',
  })
})

const WEEKS: [string, string, string, string][] = [
  ['on a Monday', '2025-11-17T12:00:00Z', '2025-11-17 to 2025-11-17', '2025-11-10 to 2025-11-16'],
  ['on a Sunday', '2025-11-16T12:00:00Z', '2025-11-10 to 2025-11-16', '2025-11-03 to 2025-11-09'],
  ['at a new year', '2026-01-01T00:00:00Z', '2025-12-29 to 2026-01-01', '2025-12-22 to 2025-12-28'],
  ['after it', '2026-01-06T12:00:00Z', '2026-01-05 to 2026-01-06', '2025-12-29 to 2026-01-04'],
  [
    'in a leap year',
    '2024-03-02T12:00:00Z',
    '2024-02-26 to 2024-03-02',
    '2024-02-19 to 2024-02-25',
  ],
]
test.each(WEEKS)('weeks begin on Monday, %s', (_when, now, present, last) => {
  const days = daysAt(now, 'UTC', null)
  expect([days['This week'], days['Last week']]).toEqual([present, last])
})

const MONTHS: [string, string, string, string][] = [
  [
    'on its first day',
    '2025-03-01T00:00:00Z',
    '2025-03-01 to 2025-03-01',
    '2025-02-01 to 2025-02-28',
  ],
  [
    'on its last day',
    '2025-03-31T23:59:59.999Z',
    '2025-03-01 to 2025-03-31',
    '2025-02-01 to 2025-02-28',
  ],
  [
    'in a leap year',
    '2024-03-31T12:00:00Z',
    '2024-03-01 to 2024-03-31',
    '2024-02-01 to 2024-02-29',
  ],
  ['in January', '2026-01-31T12:00:00Z', '2026-01-01 to 2026-01-31', '2025-12-01 to 2025-12-31'],
  ['in December', '2025-12-31T12:00:00Z', '2025-12-01 to 2025-12-31', '2025-11-01 to 2025-11-30'],
]
test.each(MONTHS)('a month ends with its last day, %s', (_when, now, present, last) => {
  const days = daysAt(now, 'UTC', null)
  expect([days['This month'], days['Last month']]).toEqual([present, last])
})

const ZONES: [string, string, string, string, string][] = [
  // The zone, an instant, and its today, this week and this month.
  ['Asia/Kolkata', '2025-11-30T18:29:59Z', '2025-11-30', '2025-11-24', '2025-11-01'],
  ['Asia/Kolkata', '2025-11-30T18:30:00Z', '2025-12-01', '2025-12-01', '2025-12-01'],
  ['America/New_York', '2026-01-01T04:59:59Z', '2025-12-31', '2025-12-29', '2025-12-01'],
  ['America/New_York', '2026-01-01T05:00:00Z', '2026-01-01', '2025-12-29', '2026-01-01'],
  ['Pacific/Kiritimati', '2025-11-16T10:00:00Z', '2025-11-17', '2025-11-17', '2025-11-01'],
]
test.each(ZONES)('in %s %s is the day %s', (zone, now, today, week, month) => {
  expect(daysAt(now, zone)).toMatchObject({
    Today: `${today} to ${today}`,
    'This week': `${week} to ${today}`,
    'This month': `${month} to ${today}`,
  })
})

const CHANGES: [string, string, string, string][] = [
  // Berlin's day of 23 and of 25 hours, just after it and at its end.
  ['Europe/Berlin', '2026-03-29T22:30:00Z', '2026-03-30', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T21:30:00Z', '2026-03-29', '2026-03-28'],
  ['Europe/Berlin', '2026-10-25T22:30:00Z', '2026-10-25', '2026-10-24'],
  ['Europe/Berlin', '2026-10-25T23:30:00Z', '2026-10-26', '2026-10-25'],
  // Midnight is skipped in Santiago and occurs twice in Havana.
  ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06', '2026-09-05'],
  ['America/Havana', '2026-11-01T05:30:00Z', '2026-11-01', '2026-10-31'],
]
test.each(CHANGES)('a change of the clock in %s moves no day at %s', (zone, now, today, before) => {
  expect(daysAt(now, zone)).toMatchObject({
    Today: `${today} to ${today}`,
    Yesterday: `${before} to ${before}`,
  })
})

test('the week and the month of a change of the clock are whole', () => {
  expect(daysAt('2026-11-02T12:00:00Z', 'Europe/Berlin')).toMatchObject({
    'Last week': '2026-10-26 to 2026-11-01',
    'Last month': '2026-10-01 to 2026-10-31',
  })
})

test('since launch begins on the local day of the launch', () => {
  const launch = at('2025-11-01T03:00:00Z')
  const now = '2025-11-20T12:00:00Z'
  expect(daysAt(now, 'America/New_York', launch)['Since launch']).toBe('2025-10-31 to 2025-11-20')
  expect(daysAt(now, 'Asia/Kolkata', launch)['Since launch']).toBe('2025-11-01 to 2025-11-20')
  expect(daysAt(now, 'UTC', null)['Since launch']).toBeNull()
})

test('a preset that ends before the launch has no days, and one across it keeps its own', () => {
  expect(daysAt('2025-11-20T12:00:00Z', 'UTC', at('2025-11-19T08:00:00Z'))).toEqual({
    Today: '2025-11-20 to 2025-11-20',
    Yesterday: '2025-11-19 to 2025-11-19',
    'This week': '2025-11-17 to 2025-11-20',
    'Last week': null,
    'This month': '2025-11-01 to 2025-11-20',
    'Last month': null,
    'Since launch': '2025-11-19 to 2025-11-20',
  })
})

test('a launch that lies ahead, by a wrong clock, counts as today', () => {
  const days = daysAt('2025-11-20T12:00:00Z', 'UTC', at('2025-11-22T00:00:00Z'))
  expect(days['Since launch']).toBe('2025-11-20 to 2025-11-20')
  expect(days['Today']).toBe('2025-11-20 to 2025-11-20')
})

test('days have the name of the preset with the same days', () => {
  const presets = periodPresets(at('2025-11-20T12:00:00Z'), LAUNCH, 'UTC')
  for (const preset of presets) {
    expect(presetOf(presets, preset.days?.start ?? '', preset.days?.end ?? '')).toBe(preset)
  }
  expect(presetOf(presets, '2025-11-10', '2025-11-15')).toBeUndefined()
  expect(presetOf(presets, '2025-11-20', null)).toBeUndefined()
  expect(presetOf(periodPresets(0, null, 'UTC'), null, null)).toBeUndefined()
})

test('of presets with the same days the chosen one counts, else the first', () => {
  const presets = periodPresets(at('2025-12-01T12:00:00Z'), LAUNCH, 'UTC')
  const nameOf = (chosen?: string) => presetOf(presets, '2025-12-01', '2025-12-01', chosen)?.name
  expect(nameOf()).toBe('Today')
  expect(nameOf('This month')).toBe('This month')
  expect(nameOf('Last week')).toBe('Today')
})

test.each([
  ['2025-11-10', '2025-11-16', true],
  ['2025-12-29', '2026-01-11', true],
  ['2025-11-10', '2025-11-15', false],
  ['2025-11-09', '2025-11-15', false],
  ['2025-11-10', '2025-11-10', false],
])('whether %s to %s is whole weeks: %s', (start, end, expected) => {
  expect(isWholeWeeks({ start, end })).toBe(expected)
})

test.each([
  ['2025-11-20', '2025-11-20', 'Nov 20'],
  ['2025-11-10', '2025-11-16', 'Nov 10 – 16'],
  ['2025-11-01', '2025-11-09', 'Nov 1 – 9'],
  ['2025-10-22', '2025-11-20', 'Oct 22 – Nov 20'],
  ['2024-11-20', '2024-11-20', 'Nov 20, 2024'],
  ['2024-11-10', '2024-11-16', 'Nov 10 – 16, 2024'],
  ['2024-11-20', '2025-11-20', 'Nov 20 ’24 – Nov 20 ’25'],
])('%s to %s is short %s', (start, end, text) => {
  expect(formatShortDays({ start, end }, '2025-11-20')).toBe(text)
})
