import { describe, expect, test } from 'vitest'
import { figureFormat } from '#src/domain/text/mask.ts'
import {
  CANCELLED_EFFECT,
  CODE_EFFECT,
  SCHEDULED_EFFECT,
} from '#tests/support/oracles/code-effects.ts'
import {
  codeWindows,
  codeWindowsCsv,
  COMPARED,
  describeWindows,
  formatWindow,
} from './code-windows.ts'

const NOW = new Date(2026, 10, 20, 14, 32).getTime()
const TIMES = { dataAt: NOW, asOf: NOW }
const local = (month: number, day: number, hour = 0, year = 2026, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).toISOString()

describe('a window is named by its first and its last day', () => {
  test.each([
    ['in one month', local(9, 1), local(9, 22), 'Sep 1 – 21'],
    ['in two months', local(9, 22), local(10, 13), 'Sep 22 – Oct 12'],
    ['to the end of a month', local(8, 11), local(9, 1), 'Aug 11 – 31'],
    ['over New Year', local(12, 20), local(1, 10, 0, 2027), 'Dec 20, 2026 – Jan 9, 2027'],
    ['one day', local(9, 1), local(9, 2), 'Sep 1'],
    ['some hours', local(9, 1, 8), local(9, 1, 12), 'Sep 1, 08:00 – 12:00'],
    ['hours to midnight', local(9, 1, 8), local(9, 2), 'Sep 1, 08:00 – 00:00'],
    ['no time', local(9, 1), local(9, 1), 'Sep 1, 00:00 – 00:00'],
  ])('%s', (_name, from, to, expected) => {
    expect(formatWindow(from, to)).toBe(expected)
  })
})

test('each window of an ended code is compared with the one before', () => {
  const [before, valid, after] = codeWindows(CODE_EFFECT, TIMES)
  expect(before).toMatchObject({ title: 'Before', comparedWith: null, isSoFar: false })
  expect(valid).toMatchObject({ comparedWith: CODE_EFFECT.before?.project })
  expect(after).toMatchObject({ comparedWith: CODE_EFFECT.during.project, isSoFar: false })
  expect(describeWindows(CODE_EFFECT)).toBe(
    'All sales of the project in three windows of 3 days. A comparison, not a cause: other things changed in these weeks too.',
  )
})

test('a window that went on when the data arrived is not compared, however late it is now', () => {
  const [, , after] = codeWindows(CODE_EFFECT, {
    ...TIMES,
    dataAt: Date.parse('2026-09-08T00:00:00.000Z'),
  })
  expect(after).toMatchObject({ comparedWith: null, isSoFar: true })
  expect(after?.figures).not.toBeNull()
})

test('the end of the last window is the first moment at which it is whole', () => {
  const end = Date.parse('2026-09-10T00:00:00.000Z')
  const isSoFar = (dataAt: number) => codeWindows(CODE_EFFECT, { ...TIMES, dataAt })[2]?.isSoFar
  expect(isSoFar(end - 1)).toBe(true)
  expect(isSoFar(end)).toBe(false)
})

test.each([
  ['the last minute of a day', local(11, 30, 23, 2026, 59), 'Begins Dec 1'],
  ['midnight', local(12, 1), 'Begins Dec 1'],
  ['noon', local(12, 1, 12), 'Begins Dec 1'],
  ['a later hour of today', local(11, 20, 18), 'Begins 18:00'],
  ['the next year', local(1, 5, 0, 2027), 'Begins Jan 5, 2027'],
  ['never', null, 'No end date'],
])('what comes after a code that ends at %s', (_name, end_date, expected) => {
  const effect = { ...CODE_EFFECT, code: { ...CODE_EFFECT.code, end_date }, after: null }
  expect(codeWindows(effect, TIMES)[2]).toMatchObject({ dates: expected, figures: null })
  expect(describeWindows(effect)).toContain('in two windows of 3 days')
})

test('a code that has not begun has no figures', () => {
  const start_date = local(12, 1)
  const effect = { ...SCHEDULED_EFFECT, code: { ...SCHEDULED_EFFECT.code, start_date } }
  const windows = codeWindows(effect, TIMES)
  expect(windows.map(({ figures }) => figures)).toEqual([null, null, null])
  expect(windows[1]?.dates).toBe('Begins Dec 1')
  expect(describeWindows(effect)).toBe('There is nothing to compare until the code begins.')
})

test.each([CANCELLED_EFFECT.code.end_date, null])(
  'a code that was disabled before it began never began, whether it would end %s',
  (end_date) => {
    const effect = { ...CANCELLED_EFFECT, code: { ...CANCELLED_EFFECT.code, end_date } }
    expect(codeWindows(effect, TIMES).map(({ dates }) => dates)).toEqual([
      '–',
      'Never began',
      'Never began',
    ])
    expect(describeWindows(effect)).toBe('Never began, so there is nothing to compare.')
  },
)

test('an average needs purchases', () => {
  const average = COMPARED.at(-1)
  const none = { purchases: 0, buyers: 0, new_buyers: 0, amount: 0 }
  expect(average?.read(none)).toBeNull()
  expect(average?.read({ ...none, purchases: 4, amount: 10 })).toBe(2.5)
})

test('a phone has millions in short, other amounts are whole dollars', () => {
  const [usd] = COMPARED
  const format = (isMobile: boolean) => usd?.format(figureFormat(false), isMobile)
  expect([999_999, 1_000_000, 9_287_467].map((amount) => format(true)?.(amount))).toEqual([
    '$999,999',
    '$1M',
    '$9.29M',
  ])
  expect(format(false)?.(9_287_467.5)).toBe('$9,287,468')
  expect(format(true)?.(2.5)).toBe('$3')
})

test('the file has a line per figure and a column per window', () => {
  const csv = codeWindowsCsv([
    { ...codeWindows(CODE_EFFECT, TIMES)[0]!, dates: 'Sep 1 – 3' },
    { ...codeWindows(CODE_EFFECT, TIMES)[1]!, dates: 'Sep 4 – 6' },
    { ...codeWindows(SCHEDULED_EFFECT, TIMES)[2]!, dates: 'Begins Dec 1' },
  ])
  expect(csv.split('\r\n')).toEqual([
    'Figure,"Before, Sep 1 – 3","While valid, Sep 4 – 6","After, Begins Dec 1"',
    'USD,1000,1500,',
    'Purchases,4,6,',
    'Buyers,3,5,',
    'New buyers,2,2,',
    'Average purchase,250,250,',
    '',
  ])
})
