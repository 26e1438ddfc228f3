import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DateRangePicker } from './DateRangePicker.tsx'

test('each opening starts with the current range, also during the closing animation', async () => {
  render(
    <DateRangePicker
      start="2025-10-22"
      end="2025-11-20"
      min="2024-08-14"
      max="2025-11-20"
      today="2025-11-20"
      presets={[]}
      text="Oct 22 – Nov 20, 2025"
      onApply={() => {}}
    />,
  )
  const button = screen.getByLabelText('Custom range')
  fireEvent.click(button)
  fireEvent.click(await screen.findByLabelText('November 4, 2025', { exact: false }))
  expect(screen.getByText('Nov 4, 2025 – …')).toBeDefined()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  // During the closing animation of the panel.
  fireEvent.click(button)
  expect(await screen.findByText('30 days')).toBeDefined()
  expect(screen.queryByText('Nov 4, 2025 – …')).toBeNull()
})
