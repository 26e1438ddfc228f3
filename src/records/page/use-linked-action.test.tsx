import { act, renderHook, waitFor } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, expect, test, vi } from 'vitest'
import { useLinkedAction } from './use-linked-action.ts'

const OFFLINE = 'You are offline. Nothing was sent.'
afterEach(() => vi.restoreAllMocks())

function openAt(address: string, refusal?: string) {
  history.replaceState(null, '', address)
  return renderHook((reason: string | undefined) => useLinkedAction('create', reason), {
    initialProps: refusal,
  })
}

test('the end of an action leaves the path of a project with a percent sign as it is', async () => {
  const { result } = openAt('/users/A%2541/0x1?action=create&project=A%2541')
  expect(result.current.isOpen).toBe(true)
  act(() => result.current.end())
  await waitFor(() => expect(result.current.isOpen).toBe(false))
  expect(location.pathname + location.search).toBe('/users/A%2541/0x1?project=A%2541')
  act(() => result.current.start())
  await waitFor(() => expect(result.current.isOpen).toBe(true))
  expect(location.pathname).toBe('/users/A%2541/0x1')
})

test('an action that was opened while offline ends with the reason and does not start later', async () => {
  const error = vi.spyOn(toast, 'error')
  const { result, rerender } = openAt('/leads?action=create&projects=AURA', OFFLINE)
  expect(result.current.isOpen).toBe(false)
  await waitFor(() => expect(location.search).toBe('?projects=AURA'))
  expect(error).toHaveBeenCalledExactlyOnceWith(OFFLINE, { id: OFFLINE })
  rerender(undefined)
  expect(result.current.isOpen).toBe(false)
})

test('an open action stays open when the connection is lost', () => {
  const error = vi.spyOn(toast, 'error')
  const { result, rerender } = openAt('/leads?action=create')
  rerender(OFFLINE)
  expect(result.current.isOpen).toBe(true)
  expect(location.search).toBe('?action=create')
  expect(error).not.toHaveBeenCalled()
})
