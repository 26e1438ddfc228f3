import { expect, test } from 'vitest'
import { assignLanes, bandOf, pixelOf, type Band } from './band-lanes.ts'

/** Ten days of 10 ms on 1,000 px. */
const AXIS = { edges: Array.from({ length: 11 }, (_unused, index) => index * 10), width: 1000 }

test.each([
  ['within the axis', 10, 30, { left: 102, width: 196, hasStart: true, hasEnd: true }],
  ['from before it', -5, 30, { left: 0, width: 298, hasStart: false, hasEnd: true }],
  ['on its first day', 0, 10, { left: 2, width: 96, hasStart: true, hasEnd: true }],
  ['to its end', 90, 100, { left: 902, width: 96, hasStart: true, hasEnd: true }],
  ['beyond it', 90, 101, { left: 902, width: 98, hasStart: true, hasEnd: false }],
  ['without an end', 50, null, { left: 502, width: 498, hasStart: true, hasEnd: false }],
  ['of a moment', 50, 50.1, { left: 498.5, width: 4, hasStart: true, hasEnd: true }],
  ['of the last moment', 99.9, 100, { left: 996, width: 4, hasStart: true, hasEnd: true }],
])('a window %s has its place', (_name, start, end, expected) => {
  expect(bandOf(start, end, AXIS, 100)).toMatchObject(expected)
})

test.each([
  ['goes on', 10, null, { left: 102, width: 398, hasStart: true, hasEnd: false }],
  ['ends on a later day of the axis', 10, 70, { left: 102, width: 398, hasEnd: false }],
  ['ends after the axis', 10, 120, { left: 102, width: 398, hasEnd: false }],
  ['ends with today', 10, 50, { left: 102, width: 396, hasEnd: true }],
  ['has ended', 10, 30, { left: 102, width: 196, hasEnd: true }],
  ['begins tomorrow', 50, 70, { left: 502, width: 196, hasStart: true, hasEnd: true }],
  ['begins tomorrow and goes on', 50, null, { left: 502, width: 498, hasEnd: false }],
])('today ends in the middle of the axis: a code that %s', (_name, start, end, expected) => {
  expect(bandOf(start, end, AXIS, 50)).toMatchObject(expected)
})

test.each([
  ['ended before it', -20, 0],
  ['begins after it', 100, 120],
  ['begins after it and goes on', 130, null],
])('a window that %s has none', (_name, start, end) => {
  expect(bandOf(start, end, AXIS, 100)).toBeNull()
})

test('a short window can be hit, also at the ends of the axis', () => {
  expect(bandOf(50, 50.2, AXIS, 100)?.target).toEqual({ left: 489, width: 24 })
  expect(bandOf(0, 0.1, AXIS, 100)?.target).toEqual({ left: 0, width: 24 })
  expect(bandOf(99.9, 100, AXIS, 100)?.target).toEqual({ left: 976, width: 24 })
})

test('days of 23 hours keep their place', () => {
  expect(pixelOf(15, { edges: [0, 10, 33], width: 200 })).toBeCloseTo(100 + (5 / 23) * 100)
})

const band = (left: number, right: number): Band => ({
  left,
  width: right - left,
  hasStart: true,
  hasEnd: true,
  target: { left, width: right - left },
})

test('bands that fit fill the lanes from the left', () => {
  const bands = [band(500, 600), band(0, 300), band(100, 400), band(310, 700)]
  expect(assignLanes(bands, 1000)).toEqual([1, 0, 1, 0])
})

test('bands that touch are in two lanes, because their targets would', () => {
  expect(assignLanes([band(0, 100), band(102, 200)], 1000)).toEqual([0, 1])
  expect(assignLanes([band(0, 100), band(104, 200)], 1000)).toEqual([0, 0])
})

test('where not all fit, the first ones choose, and the end of lane 3 is free for the others', () => {
  const bands = [band(0, 1000), band(0, 1000), band(900, 1000), band(0, 900), band(0, 50)]
  expect(assignLanes(bands, 1000)).toEqual([0, 1, null, 2, null])
})

test('forty codes at once take three lanes at most, and none overlaps another', () => {
  const bands = Array.from({ length: 40 }, (_unused, index) =>
    band((index * 137) % 900, ((index * 137) % 900) + 24 + ((index * 31) % 90)),
  )
  const lanes = assignLanes(bands, 1000)
  for (const lane of [0, 1, 2]) {
    const taken = bands
      .filter((_band, index) => lanes[index] === lane)
      .toSorted((a, b) => a.left - b.left)
    expect(taken.length).toBeGreaterThan(0)
    const gaps = taken
      .slice(1)
      .map(({ left }, index) => left - (taken[index]?.left ?? 0) - (taken[index]?.width ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4)
  }
  expect(lanes.includes(null)).toBe(true)
})

test('without codes there are no lanes', () => {
  expect(assignLanes([], 1000)).toEqual([])
})
