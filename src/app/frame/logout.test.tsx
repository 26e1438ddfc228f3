import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { creditDrafts } from '#src/credits/credit-form.ts'
import { leaveSession } from '#src/state/session.ts'
import { setUnsaved } from '#src/writes/unsaved-changes.ts'
import { WALLET } from '#tests/support/screens/screen-rows.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { until } from '#tests/support/server/until.ts'
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

test('the question leads to a credit whose page is closed', async () => {
  signInHere()
  const draft = { wallet: WALLET, values: { tokens: '5', reason: '' } }
  creditDrafts.change('a purchase', { ...draft, transactionId: '48197' })
  creditDrafts.change('a wallet', { ...draft, transactionId: undefined })
  render(<AuthLogout />)
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  const wallet = await screen.findByRole('link', {
    name: `Add Tokens for ${WALLET.wallet_address} in AURA`,
  })
  expect(wallet.getAttribute('href')).toBe(`/users/AURA/${WALLET.wallet_address}?action=add-tokens`)
  await userEvent.click(
    screen.getByRole('link', { name: 'Add Tokens for transaction 48,197 in AURA' }),
  )
  expect(location.pathname + location.search).toBe('/transactions/AURA/48197?action=credit')
  await until(() => expect(screen.queryByText('Log out without saving?')).toBeNull())
  expect(logout).not.toHaveBeenCalled()
  leaveSession(true)
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
