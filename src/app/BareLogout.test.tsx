import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setUnsaved } from '#src/state/unsaved.ts'
import { until } from '#tests/support/until.ts'
import { BareLogout } from './BareLogout.tsx'

// The question comes in a chunk of its own, slowly on a busy machine.
const { logout } = vi.hoisted(() => ({ logout: vi.fn<() => void>() }))
vi.mock('#src/api/auth.ts', () => ({ logout }))

afterEach(() => {
  setUnsaved('a form', false)
  logout.mockClear()
})

test('it asks first where what was typed would be lost', async () => {
  setUnsaved('a form', true)
  render(<BareLogout />)
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('Log out without saving?')).toBeDefined()
  expect(logout).not.toHaveBeenCalled()
})

test('it leaves at once where nothing is', async () => {
  render(<BareLogout />)
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await until(() => expect(logout).toHaveBeenCalledOnce())
})
