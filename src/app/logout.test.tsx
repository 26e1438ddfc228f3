import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { setUnsaved } from '#src/writes/unsaved-changes.ts'
import { until } from '#tests/support/until.ts'
import { AuthLogout } from './logout.tsx'

const { logout } = vi.hoisted(() => ({ logout: vi.fn<() => void>() }))
vi.mock('#src/api/logout.ts', () => ({ logout }))

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setUnsaved('a form', false)
  logout.mockClear()
})

test('Logout asks for confirmation if input would be lost', async () => {
  setUnsaved('a form', true)
  render(<AuthLogout />)
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('Log out without saving?')).toBeDefined()
  expect(logout).not.toHaveBeenCalled()
})

test('Logout leaves at once if nothing would be lost', async () => {
  render(<AuthLogout />)
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await until(() => expect(logout).toHaveBeenCalledOnce())
})

test('Logout waits for IndexedDB for 300 ms at most', async () => {
  render(<AuthLogout />)
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await until(() => expect(logout).toHaveBeenCalledOnce())
  logout.mockClear()
  const silent = { objectStore: () => ({ getAllKeys: () => new EventTarget() }) }
  // The only part of a transaction that the store uses.
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(silent as never)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await act(() => vi.advanceTimersByTimeAsync(300))
  expect(logout).toHaveBeenCalledOnce()
})
