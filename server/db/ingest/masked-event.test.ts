import { expect, test } from 'vitest'
import { describeRefused } from './masked-event.ts'

const KEY = `ingest_${'k'.repeat(43)}`
const describe = (event: unknown, more: { id?: string | null; field?: string } = {}) =>
  describeRefused(event, { id: null, reason: 'Unknown field', ...more })
const stored = (event: unknown) => JSON.parse(describe(event).event) as unknown

test.each([
  ['nadia.k@saleroom.example', 'n••••@saleroom.example'],
  ['Nadia <n.k+1@a.example>, b@b.example', 'Nadia <n••••@a.example>, b••••@b.example'],
  ['mailto:nadia@a.example', 'mailto:n••••@a.example'],
  ['a line\nnadia@a.example', 'a line\nn••••@a.example'],
  ['ünal@a.example', 'ü••••@a.example'],
  ['no address, @ alone', 'no address, @ alone'],
  [`Bearer ${KEY}`, 'Bearer [redacted]'],
])('the text %j is stored as %j, wherever it stands', (text, masked) => {
  expect(stored({ email: text })).toEqual({ email: masked })
  expect(stored([[text]])).toEqual([[masked]])
  expect(stored({ [text]: 1 })).toEqual({ [masked]: 1 })
  expect(stored(text)).toBe(masked)
  const { event_id, field } = describe(1, { id: text, field: text })
  expect([event_id, field]).toEqual([masked, masked])
})

test.each([[null], [1.5], [true], [{ a: null, b: [1, 'x'] }]])(
  '%j is stored unchanged',
  (value) => {
    expect(stored(value)).toEqual(value)
  },
)

test('an event is cut after 4 KB, between two characters', () => {
  const short = 'x'.repeat(4096 - 8)
  expect(stored({ a: short })).toEqual({ a: short })
  const { event } = describe({ a: `${'x'.repeat(4096 - 7)}ü` })
  expect([Buffer.byteLength(event), event.endsWith('x')]).toEqual([4095, true])
  expect(describe({ a: 'x'.repeat(5000) }).event).toHaveLength(4096)
})

test('nested levels beyond those of a batch are left out', () => {
  expect(stored({ events: [{ at: { deep: 1 } }] })).toEqual({ events: [{ at: { deep: 1 } }] })
  expect(stored([[[[[1]]]]])).toEqual([[[['…']]]])
})

test('megabytes without an address are read once', () => {
  expect(describe({ a: 'a'.repeat(2_000_000) }).event).toHaveLength(4096)
  expect(describe({ a: '@'.repeat(2_000_000) }).event).toHaveLength(4096)
})
