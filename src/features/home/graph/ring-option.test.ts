import { expect, test } from 'vitest'
import { ringOption, ringSlices } from './ring-option.ts'
import type { Slice } from './ring-option.ts'

const slicesOf = (values: number[]): Slice[] =>
  values.map((value, index) => ({ name: `P${index + 1}`, value, colour: '#2ebfa5' }))
const drawn = (values: number[]) =>
  ringSlices(slicesOf(values)).map(({ name, value }) => `${name} ${value}`)

test('of more than eight slices those below one percent are drawn as one', () => {
  const large = [200, 200, 200, 100, 100, 100, 80]
  expect(drawn([...large, 10, 5, 4, 1])).toEqual([
    ...large.map((value, index) => `P${index + 1} ${value}`),
    'P8 10',
    '3 others 10',
  ])
})

test.each([
  ['eight slices', [1000, 1, 1, 1, 1, 1, 1, 1]],
  ['one thin slice among nine', [100, 100, 100, 100, 100, 100, 100, 100, 1]],
  ['slices of 0', [0, 0, 0, 0, 0, 0, 0, 0, 0]],
])('%s are drawn unchanged', (_name, values) => {
  expect(drawn(values)).toEqual(slicesOf(values).map(({ name, value }) => `${name} ${value}`))
})

test('a slice with a repeated colour is hatched', () => {
  const slices = slicesOf([1, 2]).map((slice, index) => ({ ...slice, isHatched: index === 1 }))
  const option = ringOption({ slices, size: 148, stroke: 16, gap: 2 })
  expect(option.series).toMatchObject([
    { data: [{ name: 'P1' }, { name: 'P2', itemStyle: { decal: { symbol: 'rect' } } }] },
  ])
})
