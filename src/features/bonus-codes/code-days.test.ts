import { expect, test } from 'vitest'
import { figureFormat } from '#src/domain/text/mask.ts'
import { CHART_COLOURS } from '#src/ui/charts/chart-colours.ts'
import { CODE_EFFECT, SCHEDULED_EFFECT } from '#tests/support/oracles/code-effects.ts'
import { codeDayBars, codeDaysCsv, codeDaysTable, toCodeDays } from './code-days.ts'

const LATER = Date.parse('2026-11-20T14:32:00.000Z')
const days = toCodeDays(CODE_EFFECT, LATER, 'UTC')

test('days without sales are zero, and other sales are those without the code', () => {
  expect(days.starts).toHaveLength(9)
  expect(days.totals).toEqual([0, 1000, 0, 800, 0, 700, 0, 900, 0])
  expect(days.withCode).toEqual([0, 0, 0, 500.5, 0, 250, 0, 0, 0])
  expect(days.others).toEqual([0, 1000, 0, 299.5, 0, 450, 0, 900, 0])
  expect(days.valid).toEqual({ from: 3, to: 6 })
})

test('days that have not come are left out', () => {
  const now = Date.parse('2026-09-08T10:00:00.000Z')
  expect(toCodeDays(CODE_EFFECT, now, 'UTC').starts).toHaveLength(8)
})

test('the last day of the data is shown though the clock is behind, and lies in no other day', () => {
  const now = Date.parse('2026-09-07T23:59:00.000Z')
  const shown = toCodeDays(CODE_EFFECT, now, 'UTC')
  expect(shown.starts).toHaveLength(8)
  expect(shown.totals).toEqual([0, 1000, 0, 800, 0, 700, 0, 900])
})

test('sales after the last window are in no day', () => {
  const late = { date: '2026-09-10T00:00:00.000Z', purchases: 1, amount: 7, project_amount: 7 }
  const effect = { ...CODE_EFFECT, by_day: [...CODE_EFFECT.by_day, late] }
  expect(toCodeDays(effect, LATER, 'UTC').totals).toEqual(days.totals)
})

test('a code without an end is shown to its last day, and the window to its hour', () => {
  const to = '2026-09-06T12:00:00.000Z'
  const open = { ...CODE_EFFECT, during: { ...CODE_EFFECT.during, to }, after: null }
  const shown = toCodeDays(open, LATER, 'UTC')
  expect(shown.starts).toHaveLength(6)
  expect(shown.valid).toEqual({ from: 3, to: 5.5 })
})

test.each(['America/New_York', 'Asia/Kathmandu'])('days are those of %s', (zone) => {
  const start = toCodeDays(CODE_EFFECT, LATER, zone).starts[0] ?? 0
  const time = new Date(start).toLocaleTimeString('en-GB', { timeZone: zone })
  expect(time).toBe('00:00:00')
})

test('a code that has not begun has no days', () => {
  expect(toCodeDays(SCHEDULED_EFFECT, LATER, 'UTC')).toMatchObject({ starts: [], valid: null })
})

test('the table and the file have a line per day', () => {
  const table = codeDaysTable(days, 'AURA', figureFormat(false))
  expect(table.columns).toEqual(['Date', 'With the code', 'Other sales of AURA'])
  expect(table.makeRows()[3]).toEqual(['Sep 4, 2026', '$500.50', '$299.50'])
  expect(codeDaysTable(days, 'AURA', figureFormat(true)).makeRows()[3]?.[1]).not.toContain('500')
  const lines = codeDaysCsv(days, 'AURA').split('\r\n')
  expect(lines[0]).toBe('Date,With the code,Purchases with the code,Other sales of AURA,Total')
  expect(lines[4]).toBe('2026-09-04,500.5,2,299.5,800')
})

test('the stack has the code in the colour of its project below the others in grey', () => {
  expect(codeDayBars(days, '#2bc0a4').stacks).toEqual([
    { name: 'with', colour: '#2bc0a4', values: days.withCode },
    { name: 'others', colour: CHART_COLOURS.rest, values: days.others },
  ])
})
