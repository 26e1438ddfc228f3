import { expect, test } from 'vitest'
import { assignColours, PALETTE } from '#src/domain/colours.ts'
import { figureFormat } from '#src/domain/text/mask.ts'
import { projectRows } from './project-rows.ts'

const figures = figureFormat(false)
const names = (count: number) => Array.from({ length: count }, (_, index) => `P${index + 1}`)

function rowsOf(values: number[], hot: string | null = null) {
  const projects = names(values.length)
  const total = values.reduce((sum, value) => sum + value, 0)
  return projectRows({
    values: projects.map((project, index) => ({ project, value: values[index] ?? 0 })),
    sum: total,
    total,
    format: figures.usd,
    figures,
    colours: assignColours(projects),
    hot,
  }).rows
}
const written = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ label, value, share }) => `${label} ${value} ${share}`)

test('projects without a value are left out; the others keep their order', () => {
  expect(written(rowsOf([0, 1, 0, 3]))).toEqual(['P2 $1.00 25.00%', 'P4 $3.00 75.00%'])
  expect(rowsOf([0, 0])).toEqual([])
})

test('the last line is the sum, with its share of the total', () => {
  const { total } = projectRows({
    values: [{ project: 'AURA', value: 3 }],
    sum: 3,
    total: 12,
    format: figures.usd,
    figures,
    colours: assignColours(['AURA']),
  })
  expect(total).toEqual({ value: '$3.00', share: '25.00%' })
})

test('ten projects all have rows; of eleven the ten largest have, with a row for the other', () => {
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  expect(rowsOf(ten).map(({ label }) => label)).toEqual(names(10))
  const rows = rowsOf([...ten, 45])
  expect(rows.map(({ label }) => label)).toEqual([...names(11).slice(1).toReversed(), '1 other'])
  expect(written(rows).at(-1)).toBe('1 other $1.00 1.00%')
})

test('the row of the others is their sum', () => {
  const rows = rowsOf(Array.from({ length: 15 }, (_, index) => index + 1))
  expect(written(rows).slice(-2)).toEqual(['P6 $6.00 5.00%', '5 others $15.00 12.50%'])
})

test('the project under the pointer always has a row', () => {
  const rows = rowsOf(
    Array.from({ length: 15 }, (_, index) => index + 1),
    'P1',
  )
  expect(rows.map(({ label, isHot }) => `${label}${isHot ? ' hot' : ''}`)).toEqual([
    ...names(15).slice(6).toReversed(),
    'P1 hot',
    '5 others',
  ])
})

test('a project with the colour of an earlier one is hatched', () => {
  const values = Array.from({ length: 15 }, (_, index) => (index < 6 ? 0 : 1))
  const rows = rowsOf(values)
  expect(rows.filter(({ isHatched }) => isHatched).map(({ label }) => label)).toEqual(['P15'])
  expect(rows.at(-1)?.colour).toBe(PALETTE[0])
})
