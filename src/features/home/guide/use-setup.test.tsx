import { QueryClient } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { SETUP_POLL_MS, useArrived } from './use-setup.ts'

let purchases = 0
let requests = 0

beforeEach(() => {
  purchases = 0
  requests = 0
  signInHere()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const url = typeof request === 'string' ? request : request.url
    if (url.includes('/registrations/summary'))
      return Response.json({ AURA: [{ total_registrations: 2 }] })
    requests += 1
    return Response.json({ AURA: [{ total_transactions: purchases, total_amount: 0 }] })
  })
})
afterEach(() => {
  leaveSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(isOpen: boolean) {
  const client = new QueryClient()
  const wrapper = surroundings({ client })
  return renderHook(() => useArrived(['AURA'], isOpen), { wrapper }).result
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('the open guide asks every three seconds, until the first purchase', async () => {
  const arrived = open(true)
  await pass(1)
  expect(arrived.current).toEqual({ AURA: { registrations: 2, purchases: 0 } })
  await pass(2 * SETUP_POLL_MS)
  expect(requests).toBe(3)
  purchases = 1
  await pass(SETUP_POLL_MS)
  expect(arrived.current?.['AURA']?.purchases).toBe(1)
  await pass(10 * SETUP_POLL_MS)
  expect(requests).toBe(4)
})

it('a hidden guide asks once', async () => {
  open(false)
  await pass(5 * SETUP_POLL_MS)
  expect(requests).toBe(1)
})
