import { render, screen } from '@testing-library/react'
import { useState, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { rowRecycler } from './row-recycler.ts'

const names = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_unused, index) => `row ${first + index}`)

function List(props: { rows: readonly string[]; canRecycle: boolean }) {
  const [recycle] = useState(rowRecycler)
  const rows: ReactElement[] = props.rows.map((name) => <article key={name}>{name}</article>)
  return recycle(rows, props.canRecycle)
}

const elements = () => screen.getAllByRole('article')
const texts = () => elements().map((element) => element.textContent)

test('the elements of rows that leave show the rows that enter', () => {
  const { rerender } = render(<List rows={names(0, 4)} canRecycle={false} />)
  const before = elements()
  rerender(<List rows={names(2, 6)} canRecycle />)
  expect(elements()).toEqual(before)
  expect(texts()).toEqual(['row 5', 'row 6', 'row 2', 'row 3', 'row 4'])
})

test('a row that stays keeps its element, in both directions', () => {
  const { rerender } = render(<List rows={names(5, 9)} canRecycle={false} />)
  const seven = screen.getByText('row 7')
  for (const first of [6, 7, 5, 4, 3]) {
    rerender(<List rows={names(first, first + 4)} canRecycle />)
    expect(screen.getByText('row 7')).toBe(seven)
  }
})

test('while it scrolls, a row that has left stays until its element is needed', () => {
  const { rerender } = render(<List rows={names(0, 4)} canRecycle={false} />)
  const zero = screen.getByText('row 0')
  rerender(<List rows={names(1, 4)} canRecycle />)
  expect(screen.getByText('row 0')).toBe(zero)
  rerender(<List rows={names(1, 5)} canRecycle />)
  expect(screen.getByText('row 5')).toBe(zero)
})

test('at rest the elements are in the order of the rows, and only those', () => {
  const { rerender } = render(<List rows={names(0, 5)} canRecycle={false} />)
  rerender(<List rows={names(3, 7)} canRecycle />)
  const seven = screen.getByText('row 7')
  rerender(<List rows={names(3, 7)} canRecycle={false} />)
  expect(texts()).toEqual(names(3, 7))
  expect(screen.getByText('row 7')).toBe(seven)
})

test('without recycling, no element shows another row', () => {
  const { rerender } = render(<List rows={names(0, 4)} canRecycle={false} />)
  const zero = screen.getByText('row 0')
  rerender(<List rows={names(2, 6)} canRecycle={false} />)
  expect(texts()).toEqual(names(2, 6))
  expect(zero.isConnected).toBe(false)
  expect(zero.textContent).toBe('row 0')
})
