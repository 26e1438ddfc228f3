import { expect, test } from 'vitest'
import { dayAt, lineEnds, MARGIN, plotOf } from './launch-geometry.ts'
import type { LaunchLine } from './launch-lines.ts'

const line = (project: string, values: number[]): LaunchLine => ({
  project,
  launchedAt: 0,
  age: values.length,
  values,
})
const SIZE = { width: 48 + 84 + 970, height: 360 }
const LONG = line(
  'AURA',
  Array.from({ length: 98 }, (_unused, index) => index * 1000),
)

test('the launch is at the left edge and the last day of the oldest project at the right one', () => {
  const plot = plotOf([LONG, line('HELIX', [5])], SIZE, false)
  expect([plot.x(1), plot.x(98)]).toEqual([MARGIN.left, SIZE.width - 84])
  expect([plot.y(0), plot.y(100_000)]).toEqual([plot.bottom, MARGIN.top])
  expect([...plot.ticks].slice(0, 3)).toEqual([
    [1, 'Launch'],
    [14, 'Day 14'],
    [28, 'Day 28'],
  ])
})

test('a place between two days belongs to the nearer one, and none beside the plot', () => {
  const plot = plotOf([LONG], SIZE, false)
  expect(dayAt(plot, MARGIN.left)).toBe(1)
  expect(dayAt(plot, MARGIN.left + 14)).toBe(2)
  expect(dayAt(plot, MARGIN.left + 16)).toBe(3)
  expect(dayAt(plot, plot.right + 4)).toBe(98)
  expect(dayAt(plot, plot.right + 40)).toBeNull()
  expect(dayAt(plot, 10)).toBeNull()
  expect(dayAt(plotOf([], SIZE, false), 100)).toBeNull()
})

test('a project that launched today is a point', () => {
  const today = line('AURA', [5])
  const plot = plotOf([today], SIZE, true)
  expect(plot.x(1)).toBe(MARGIN.left)
  expect(dayAt(plot, MARGIN.left)).toBe(1)
  expect([...plot.ticks]).toEqual([[1, 'Launch']])
})

test('names of lines that end together move apart and stay in the plot', () => {
  const lines = ['A', 'B', 'C', 'D', 'E'].map((name, index) =>
    line(name, [0, index === 0 ? 100 : 1]),
  )
  const plot = plotOf(lines, SIZE, true)
  const ends = lineEnds(lines, plot)
  const places = ends.map(({ nameY }) => nameY)
  expect(Math.max(...places)).toBeLessThanOrEqual(plot.bottom)
  places.slice(1).forEach((place, index) => {
    expect(place - (places[index] ?? 0)).toBeGreaterThanOrEqual(14)
  })
  // Those with room stay at the ends of their lines.
  expect(ends[0]).toMatchObject({ project: 'A', nameY: plot.y(100) })
})
