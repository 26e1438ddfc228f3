import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Segmented } from './Segmented.tsx'

const REASON = 'Hour cannot be selected for the current time period'
const UNITS = [
  { value: 'auto', label: 'Auto' },
  { value: 'hour', label: 'Hour', disabledReason: REASON },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
]

function Units(props: { start: string | null; selected: string[] }) {
  const [value, setValue] = useState(props.start)
  return (
    <Segmented
      label="Time unit"
      options={UNITS}
      value={value}
      onChange={(next) => {
        props.selected.push(next)
        setValue(next)
      }}
    />
  )
}

test('arrow keys wrap around the ends and skip disabled options', async () => {
  const user = userEvent.setup()
  const selected: string[] = []
  render(<Units start="auto" selected={selected} />)
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}{Home}{End}')
  expect(selected).toEqual(['day', 'week', 'auto', 'week', 'auto', 'week'])
  expect(screen.getByRole('radio', { name: 'Week' })).toBe(document.activeElement)
})

test('a disabled option is listed, does nothing, and shows its reason', async () => {
  const user = userEvent.setup()
  const selected: string[] = []
  render(<Units start="day" selected={selected} />)
  const hour = screen.getByRole('radio', { name: 'Hour' })
  expect(hour.getAttribute('aria-disabled')).toBe('true')
  await user.hover(hour)
  expect((await screen.findByRole('tooltip')).textContent).toBe(REASON)
  await user.click(hour)
  expect(selected).toEqual([])
})

test('without a selection Tab stops at the first option, and none is checked', async () => {
  const user = userEvent.setup()
  const selected: string[] = []
  render(<Units start={null} selected={selected} />)
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Auto' }))
  await user.keyboard(' ')
  expect(selected).toEqual(['auto'])
})
