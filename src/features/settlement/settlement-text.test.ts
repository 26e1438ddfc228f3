import { expect, test } from 'vitest'
import type { Settlement } from '#src/wire/settlement.ts'
import { settlementOf } from '#tests/support/calls/settlements.ts'
import {
  feeText,
  formatExactUsd,
  liquidityText,
  periodText,
  secondIn,
  termsLine,
  termsNote,
} from './settlement-text.ts'

const BERLIN = 'Europe/Berlin'
const at = (iso: string) => Date.parse(iso)
const NOVEMBER = { start: at('2026-10-31T23:00:00Z'), end: at('2026-11-30T23:00:00Z') }
const TWO_TERMS = [
  { from: '2026-10-31T23:00:00.000Z', fee: '0.025', liquidity: '0.2' },
  { from: '2026-11-10T11:00:00.000Z', fee: '0.03', liquidity: '0.2' },
]

test.each([
  ['1841206.55', '$1,841,206.55'],
  ['-46030.16', '−$46,030.16'],
  ['0', '$0.00'],
  ['-0.00', '$0.00'],
  ['-0.01', '−$0.01'],
  ['123456789012345678901234.5', '$123,456,789,012,345,678,901,234.50'],
])('the amount %s reads %s', (amount, text) => {
  expect(formatExactUsd(amount, false)).toBe(text)
})

test('a change that is an increase has a plus, and none is zero', () => {
  expect(formatExactUsd('9412', false, '+')).toBe('+$9,412.00')
  expect(formatExactUsd('0', false, '+')).toBe('$0.00')
})

test('in privacy mode every amount reads the same', () => {
  expect(formatExactUsd('1', true)).toBe(formatExactUsd('-123456.78', true))
  expect(formatExactUsd('1', true)).not.toMatch(/\d/)
})

test.each([
  [BERLIN, 'Nov 1 – Nov 30, 2026, Europe/Berlin (UTC+01:00)'],
  ['UTC', 'Oct 31 – Nov 30, 2026, UTC'],
  ['America/St_Johns', 'Oct 31 – Nov 30, 2026, America/St_Johns (UTC-03:30)'],
  ['+05:45', 'Nov 1 – Dec 1, 2026, UTC+05:45'],
])('a period is named with its zone %s', (zone, text) => {
  expect(periodText(NOVEMBER, zone)).toBe(text)
})

test('a time is the one of the zone of the period, to the second', () => {
  expect(secondIn(at('2026-11-20T23:32:05Z'), BERLIN)).toBe('Nov 21, 2026 00:32:05')
})

test('a line names the share that it is, or that there were several', () => {
  const one = settlementOf()
  expect([feeText(one), liquidityText(one)]).toEqual([
    '2.5% of completed purchases',
    '20% after fees',
  ])
  const several = settlementOf({ applied_terms: TWO_TERMS })
  // Only the fee has changed.
  expect([feeText(several), liquidityText(several)]).toEqual([
    'at the terms of each purchase',
    '20% after fees',
  ])
  const none = settlementOf({
    applied_terms: [{ from: TWO_TERMS[0]?.from ?? '', fee: '0', liquidity: '0.0' }],
  })
  expect([feeText(none), liquidityText(none)]).toEqual([
    'no fee in this period',
    'none in this period',
  ])
})

const novemberOf = (over: Partial<Settlement> = {}) => ({
  figures: settlementOf(over),
  resolvedQuery: { range: NOVEMBER, zone: BERLIN },
})

test.each([
  [
    'before the period',
    '2026-08-14T10:00:00Z',
    'Terms as they were at each purchase, known since Aug 14, 2026',
  ],
  [
    'within the period',
    '2026-11-09T23:30:00Z',
    "Terms as they were at each purchase, known since Nov 10, 2026. Purchases before Nov 10, 2026 at today's terms",
  ],
  ['after the period', '2026-12-24T10:00:00Z', "Purchases before Dec 24, 2026 at today's terms"],
  ['never', null, "At today's terms"],
])('terms that are known since %s are described so', (_when, since, text) => {
  expect(termsNote(novemberOf({ terms_since: since }))).toBe(text)
})

test('paper and CSV name every term that applied, and from when', () => {
  expect(termsLine(novemberOf())).toBe('Terms known since Aug 14, 2026: fee 2.5%, liquidity 20%')
  expect(termsLine(novemberOf({ applied_terms: TWO_TERMS }))).toBe(
    'Terms known since Aug 14, 2026: fee 2.5%, liquidity 20%; from Nov 10, 2026 fee 3%, liquidity 20%',
  )
  expect(termsLine(novemberOf({ applied_terms: [], terms_since: null }))).toBe("Today's terms")
})

test('a saved statement does not speak of the terms of today', () => {
  const saved = {
    ...novemberOf({ applied_terms: [], terms_since: null }),
    presentTerms: 'the terms of the day it was saved',
  }
  expect(termsNote(saved)).toBe('At the terms of the day it was saved')
  expect(termsLine(saved)).toBe('The terms of the day it was saved')
})
