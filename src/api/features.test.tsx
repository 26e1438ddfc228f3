import { QueryClient } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { enterSession, leaveSession, setAccessToken } from '#src/state/session.ts'
import { SCREEN_USER } from '#tests/support/screens/screen-user.ts'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import { useAdministration } from './features.ts'

afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

/** Renders the hook for a role, against a server with this response. */
function open(role: string, response: () => Response) {
  const fetched = vi.fn<() => Promise<Response>>(async () => response())
  vi.stubGlobal('fetch', fetched)
  enterSession({ ...SCREEN_USER, role })
  setAccessToken('token')
  const client = new QueryClient()
  const wrapper = surroundings({ client })
  return { result: renderHook(() => useAdministration(), { wrapper }).result, client, fetched }
}

it('an admin of a server with administration has it', async () => {
  const { result } = open('admin', () => Response.json({ features: ['administration', 'later'] }))
  await until(() => expect(result.current).toBe(true))
})

it('a server from before the call has no features, which is no error', async () => {
  const { result, client } = open('admin', () =>
    Response.json({ code: 404, message: 'Not found' }, { status: 404 }),
  )
  await until(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe('success'))
  expect(result.current).toBe(false)
})

it('nobody else asks for it', () => {
  const { result, fetched } = open('user', () => Response.json({ features: ['administration'] }))
  expect([result.current, fetched.mock.calls.length]).toEqual([false, 0])
})
