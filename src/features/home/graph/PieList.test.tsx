import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { figureFormat } from '#src/domain/text/mask.ts'
import { PieList } from './PieList.tsx'

const figures = figureFormat(false)

function show(values: number[]) {
  render(
    <PieList
      name="Transactions by project"
      slices={values.map((value, index) => ({ name: `P${index + 1}`, value, colour: '#000000' }))}
      total={values.reduce((sum, value) => sum + value, 0)}
      column="Amount"
      rowHeight={36}
      height={256}
      format={figures.usd}
      figures={figures}
    />,
  )
  return screen.getByRole('group', { name: 'Transactions by project' })
}

test('eight projects have a row each, in their order', () => {
  const list = show([1, 2, 3, 4, 5, 6, 7, 8])
  expect(screen.queryByRole('button')).toBeNull()
  expect(list.textContent).toMatch(/P1\$1\.00.*P8\$8\.00.*Total\$36\.00100\.00%$/)
})

test('of nine projects the seven largest have rows, and the row of the others expands', async () => {
  const list = show([1, 2, 3, 4, 5, 6, 7, 8, 64])
  expect(list.textContent).toMatch(
    /^ProjectAmountShareP9\$64\.00.*P3\$3\.00.*2 others\$3\.003\.00%/,
  )
  expect(list.textContent).not.toContain('P2')
  const others = screen.getByRole('button', { name: /^2 others/, expanded: false })
  await userEvent.click(others)
  expect(others.getAttribute('aria-expanded')).toBe('true')
  expect(list.textContent).toMatch(/2 others.*P2\$2\.00.*P1\$1\.00.*Total\$100\.00100\.00%$/)
})

test('the total is outside the scrolling box', () => {
  const list = show([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const box = list.querySelector('[tabindex="0"]')
  expect(box?.textContent).toContain('3 others')
  expect(box?.textContent).not.toContain('Total')
})
