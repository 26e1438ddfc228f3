import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { periodPresets } from '#src/domain/time/period-presets.ts'
import { DateRangePicker } from './DateRangePicker.tsx'

const PRESETS = periodPresets(
  Date.parse('2025-11-20T12:00:00Z'),
  Date.parse('2024-08-14T10:00:00Z'),
  'UTC',
)

type PickerProps = ComponentProps<typeof DateRangePicker>

function Picker(props: Omit<PickerProps, 'isOpen' | 'onOpen'>) {
  const [isOpen, setOpen] = useState(false)
  return <DateRangePicker {...props} isOpen={isOpen} onOpen={setOpen} />
}

/** Opens a picker with the range Oct 22 to Nov 20, 2025, the day of the presets. */
async function openPicker(presets = PRESETS) {
  const onApply = vi.fn<(start: string, end: string) => void>()
  render(
    <Picker
      start="2025-10-22"
      end="2025-11-20"
      min="2024-08-14"
      max="2025-11-20"
      today="2025-11-20"
      presets={presets}
      text="Oct 22 – Nov 20, 2025"
      onApply={onApply}
    />,
  )
  fireEvent.click(screen.getByLabelText('Custom range'))
  const list = within(await screen.findByRole('listbox', { name: 'Presets' }))
  const option = (name: string) => list.getByRole('option', { name })
  const ticked = () =>
    list.queryAllByRole('option', { selected: true }).map(({ textContent }) => textContent)
  return { onApply, list, option, ticked }
}

// By label: a query by role would read every day of two months.
const monthsShown = () =>
  ['September', 'October', 'November'].filter((name) => screen.queryByLabelText(`${name} 2025`))
const inRange = (day: string) =>
  screen.getByLabelText(day, { exact: false }).parentElement?.getAttribute('aria-selected')

test('each opening starts with the current range, also during the closing animation', async () => {
  render(
    <Picker
      start="2025-10-22"
      end="2025-11-20"
      min="2024-08-14"
      max="2025-11-20"
      today="2025-11-20"
      presets={PRESETS}
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

test('a preset fills the range, ticks itself and shows its months; only Apply sends it', async () => {
  const { onApply, list, option, ticked } = await openPicker()
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    'This week',
    'Last week',
    'This month',
    'Last month',
    'Since launch',
  ])
  expect(ticked()).toEqual([])
  fireEvent.click(option('Last week'))
  expect(ticked()).toEqual(['Last week'])
  expect(screen.getByText('Nov 10 – Nov 16, 2025')).toBeDefined()
  expect(screen.getByText('7 days, Monday to Sunday')).toBeDefined()
  expect(inRange('November 10, 2025')).toBe('true')
  expect(inRange('November 17, 2025')).toBe('false')
  fireEvent.click(option('Last month'))
  expect(ticked()).toEqual(['Last month'])
  expect(monthsShown()).toEqual(['September', 'October'])
  expect(screen.getByText('31 days')).toBeDefined()
  expect(onApply).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Apply'))
  expect(onApply.mock.calls).toEqual([['2025-10-01', '2025-10-31']])
})

test('days chosen in the calendar tick the preset that they equal', async () => {
  const { ticked } = await openPicker()
  fireEvent.click(screen.getByLabelText('November 17, 2025', { exact: false }))
  expect(ticked()).toEqual([])
  fireEvent.click(screen.getByLabelText('November 20, 2025', { exact: false }))
  expect(ticked()).toEqual(['This week'])
})

test('of presets with the same days the chosen one is ticked', async () => {
  const monday = periodPresets(Date.parse('2025-11-17T12:00:00Z'), null, 'UTC')
  const { option, ticked } = await openPicker(monday)
  fireEvent.click(option('This week'))
  expect(ticked()).toEqual(['This week'])
  fireEvent.click(option('Today'))
  expect(ticked()).toEqual(['Today'])
})

test('keys move in the presets without choosing, and Enter and Space choose', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const { option, ticked } = await openPicker()
  expect(option('Today').tabIndex).toBe(0)
  option('Today').focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(option('Last week'))
  expect(ticked()).toEqual([])
  await user.keyboard('{Enter}')
  expect(ticked()).toEqual(['Last week'])
  expect(option('Last week').tabIndex).toBe(0)
  await user.keyboard('{End}{ArrowDown}')
  expect(document.activeElement).toBe(option('Today'))
  await user.keyboard('{ArrowUp} ')
  expect(ticked()).toEqual(['Since launch'])
  expect(document.activeElement).toBe(option('Since launch'))
})

test('a preset before the launch can be reached but not chosen', async () => {
  const launched = periodPresets(
    Date.parse('2025-11-20T12:00:00Z'),
    Date.parse('2025-11-19T10:00:00Z'),
    'UTC',
  )
  const { option, ticked } = await openPicker(launched)
  expect(option('Last week').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(option('Last week'))
  expect(ticked()).toEqual([])
  expect(screen.getByText('30 days')).toBeDefined()
})
