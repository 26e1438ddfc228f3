import { expect, test } from 'vitest'
import { chance } from '#server/demo/random.ts'
import { balanceRange, ceilTo, floorTo, planRange, type PlanLevel } from './plan.ts'

const at = Date.parse
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19)

test('a range consists of the widest buckets that fit', () => {
  const plan = planRange(at('2026-01-30T22:40:00Z'), at('2026-03-02T01:20:00Z'), [
    'm',
    'd',
    'h',
    'q',
  ])
  expect(plan.segments.map(({ level, from, to }) => [level, iso(from), iso(to)])).toEqual([
    ['q', '2026-01-30T22:45:00', '2026-01-30T23:00:00'],
    ['h', '2026-01-30T23:00:00', '2026-01-31T00:00:00'],
    ['d', '2026-01-31T00:00:00', '2026-02-01T00:00:00'],
    ['m', '2026-02-01T00:00:00', '2026-03-01T00:00:00'],
    ['d', '2026-03-01T00:00:00', '2026-03-02T00:00:00'],
    ['h', '2026-03-02T00:00:00', '2026-03-02T01:00:00'],
    ['q', '2026-03-02T01:00:00', '2026-03-02T01:15:00'],
  ])
  expect(plan.raw.map(({ from, to }) => [iso(from), iso(to)])).toEqual([
    ['2026-01-30T22:40:00', '2026-01-30T22:45:00'],
    ['2026-03-02T01:15:00', '2026-03-02T01:20:00'],
  ])
})

test('a range within one bucket is raw, an empty one has no parts', () => {
  const start = at('2026-01-01T00:01:00Z')
  expect(planRange(start, start + 1000, ['m', 'd'])).toEqual({
    segments: [],
    raw: [{ from: start, to: start + 1000 }],
  })
  expect(planRange(start, start, ['m', 'd'])).toEqual({ segments: [], raw: [] })
})

test('pieces have no gaps and no overlaps', () => {
  const random = chance('plan')
  const levels: PlanLevel[] = ['m', 'd', 'h', 'q']
  for (let round = 0; round < 2000; round++) {
    const start = Math.floor(random.next() * 1.8e12)
    const end = start + Math.floor(random.next() ** 4 * 9e10)
    const { segments, raw } = planRange(start, end, levels.slice(random.whole(0, 3)))
    const pieces = [...segments, ...raw].toSorted((a, b) => a.from - b.from)
    expect(pieces[0]?.from ?? end).toBe(start)
    expect(pieces.at(-1)?.to ?? end).toBe(end)
    for (const [i, piece] of pieces.entries()) {
      expect(piece.to).toBeGreaterThan(piece.from)
      expect(pieces[i + 1]?.from ?? end).toBe(piece.to)
    }
    for (const { level, from, to } of segments) {
      expect([floorTo(level, from), ceilTo(level, to - 1)]).toEqual([from, to])
    }
  }
})

test('most of a bucket is the whole bucket minus the rest', () => {
  const { add, subtract } = balanceRange(
    at('2026-10-20T22:00:00Z'),
    at('2026-11-19T13:00:00Z'),
    ['m', 't', 'd'],
    at('2026-11-20T09:00:00Z'),
  )
  const format = ({ segments, raw }: typeof add) => [
    ...segments.map(({ level, from, to }) => [level, iso(from), iso(to)]),
    ...raw.map(({ from, to }) => ['raw', iso(from), iso(to)]),
  ]
  expect(format(add)).toEqual([
    ['m', '2026-11-01T00:00:00', '2026-12-01T00:00:00'],
    ['t', '2026-10-21T00:00:00', '2026-11-01T00:00:00'],
    ['raw', '2026-10-20T22:00:00', '2026-10-21T00:00:00'],
  ])
  expect(format(subtract)).toEqual([
    ['t', '2026-11-21T00:00:00', '2026-12-01T00:00:00'],
    ['d', '2026-11-20T00:00:00', '2026-11-21T00:00:00'],
    ['raw', '2026-11-19T13:00:00', '2026-11-20T00:00:00'],
  ])
})

test('the added minus the subtracted parts cover the range exactly once, up to the last row', () => {
  const random = chance('balance')
  const levels: PlanLevel[] = ['m', 't', 'd']
  for (let round = 0; round < 2000; round++) {
    const start = Math.floor(random.next() * 1.8e12)
    const end = start + Math.floor(random.next() ** 2 * 9e9)
    const last = start + Math.floor(random.next() * 1.2e10)
    const { add, subtract } = balanceRange(start, end, levels.slice(random.whole(0, 2)), last)
    const edges = [add, subtract].flatMap(({ segments, raw }) =>
      [...segments, ...raw].flatMap(({ from, to }) => [from, to]),
    )
    const instants = new Set([...edges, start, end].flatMap((edge) => [edge - 1, edge]))
    const covers = (instant: number) => (piece: { from: number; to: number }) =>
      piece.from <= instant && instant < piece.to
    const times = (plan: typeof add, instant: number) =>
      [...plan.segments, ...plan.raw].filter(covers(instant)).length
    for (const instant of instants) {
      const isWithin = instant >= start && instant < end
      expect(times(add, instant) - times(subtract, instant)).toBe(isWithin ? 1 : 0)
    }
    for (const { level, from, to } of [...add.segments, ...subtract.segments]) {
      expect([floorTo(level, from), ceilTo(level, to - 1)]).toEqual([from, to])
    }
  }
})
