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

function Units(props: { start: string | null; chosen: string[] }) {
  const [value, setValue] = useState(props.start)
  return (
    <Segmented
      label="Time unit"
      options={UNITS}
      value={value}
      onChange={(next) => {
        props.chosen.push(next)
        setValue(next)
      }}
    />
  )
}

test('arrows move the choice round the ends and past what can’t be chosen', async () => {
  const user = userEvent.setup()
  const chosen: string[] = []
  render(<Units start="auto" chosen={chosen} />)
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}{Home}{End}')
  expect(chosen).toEqual(['day', 'week', 'auto', 'week', 'auto', 'week'])
  expect(screen.getByRole('radio', { name: 'Week' })).toBe(document.activeElement)
})

test('a choice that can’t be made is listed, does nothing, and says why', async () => {
  const user = userEvent.setup()
  const chosen: string[] = []
  render(<Units start="day" chosen={chosen} />)
  const hour = screen.getByRole('radio', { name: 'Hour' })
  expect(hour.getAttribute('aria-disabled')).toBe('true')
  await user.hover(hour)
  expect((await screen.findByRole('tooltip')).textContent).toBe(REASON)
  await user.click(hour)
  expect(chosen).toEqual([])
})

test('with nothing chosen Tab stops at the first, and none is checked', async () => {
  const user = userEvent.setup()
  const chosen: string[] = []
  render(<Units start={null} chosen={chosen} />)
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Auto' }))
  await user.keyboard(' ')
  expect(chosen).toEqual(['auto'])
})
