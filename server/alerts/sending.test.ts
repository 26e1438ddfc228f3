import { expect, test } from 'vitest'
import { endOfQuiet } from './sending.ts'

const end = (from: string, to: string, now: string, zone = 'Europe/Berlin') => {
  const at = endOfQuiet({ from, to }, zone, Date.parse(now))
  return at === null ? null : new Date(at).toISOString()
}

test.each([
  // Berlin is one hour ahead.
  ['22:00', '07:30', '2026-11-20T20:59:59Z', null],
  ['22:00', '07:30', '2026-11-20T21:00:00Z', '2026-11-21T06:30:00.000Z'],
  ['22:00', '07:30', '2026-11-21T06:29:59Z', '2026-11-21T06:30:00.000Z'],
  ['22:00', '07:30', '2026-11-21T06:30:00Z', null],
  ['13:00', '14:00', '2026-11-21T12:30:00Z', '2026-11-21T13:00:00.000Z'],
  ['13:00', '14:00', '2026-11-21T11:59:59Z', null],
  ['00:00', '23:59', '2026-11-21T12:00:00Z', '2026-11-21T22:59:00.000Z'],
])('from %s to %s at %s they end at %s', (from, to, now, expected) => {
  expect(end(from, to, now)).toBe(expected)
})

test('they follow the clock of the zone when it changes', () => {
  // The night has 8.5 hours instead of 9.5, and 10.5 in autumn.
  expect(end('22:00', '07:30', '2026-03-28T22:00:00Z')).toBe('2026-03-29T05:30:00.000Z')
  expect(end('22:00', '07:30', '2026-10-24T21:00:00Z')).toBe('2026-10-25T06:30:00.000Z')
})
