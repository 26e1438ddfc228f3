import { expect, test } from 'vitest'
import type { IngestKey } from '#src/wire/ingest-keys.ts'
import { arrivalsOf } from './arrivals.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')

const key = (last_used_at: string | null, taken_today = 0, refused_today = 0): IngestKey => ({
  id: '1',
  name: 'site',
  last4: 'x9Tf',
  created_at: '2026-11-01T09:00:00.000Z',
  last_used_at,
  last_refused_at: null,
  taken_today,
  refused_today,
})

test.each([
  ['no key', [], null, false],
  ['an unused key', [key(null)], null, false],
  ['a request in the last day', [key('2026-11-19T12:00:00.001Z')], 1, true],
  ['a request a day ago', [key('2026-11-19T12:00:00.000Z')], 0, false],
])('with %s', (_what, keys, last, isArriving) => {
  const lastAt = last === null ? null : `2026-11-19T12:00:00.00${last}Z`
  expect(arrivalsOf(keys, NOW)).toEqual({ lastAt, taken: 0, refused: 0, isArriving })
})

test('several keys add up, and the latest request counts', () => {
  const keys = [
    key('2026-11-20T10:00:00.000Z', 2, 1),
    key('2026-11-20T11:00:00.000Z', 40),
    key(null),
  ]
  expect(arrivalsOf(keys, NOW)).toEqual({
    lastAt: '2026-11-20T11:00:00.000Z',
    taken: 42,
    refused: 1,
    isArriving: true,
  })
})
