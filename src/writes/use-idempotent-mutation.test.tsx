import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { leaveSession } from '#src/state/session.ts'
import { signInHere } from '#tests/support/screens/screen-user.ts'
import { surroundings } from '#tests/support/screens/show-page.tsx'
import { until } from '#tests/support/server/until.ts'
import type { SendWrite } from './idempotent-write.ts'
import { pendingWritesOf } from './pending-writes.ts'
import { useIdempotentMutation } from './use-idempotent-mutation.ts'

const pendingWrites = pendingWritesOf('credit', z.object({ tokens: z.string() }))
const checked = { key: 'k0', sentAt: Date.now(), what: { tokens: '900' } }
const onApplied = vi.fn<() => void>()
const onDone = vi.fn<() => void>()
const send = vi.fn<SendWrite<{ tokens: string }, string>>()

function open(options: { checked?: typeof checked; describeOutcome?: () => string } = { checked }) {
  return renderHook(
    () =>
      useIdempotentMutation({
        pendingWrites,
        target: 'AURA 0x1',
        ...options,
        send,
        onApplied,
        onDone,
        meta: { success: 'Added', failure: 'Not added' },
      }),
    {
      wrapper: surroundings(),
    },
  ).result
}

beforeEach(() => signInHere())
afterEach(() => {
  vi.resetAllMocks()
  vi.unstubAllGlobals()
  connection.isOnline = true
  leaveSession(true)
})

test('an earlier write that was refused is not sent again when the next one is refused', async () => {
  send.mockRejectedValue(new ApiError({ kind: 'answer', status: 400 }))
  const dialog = open()
  expect(dialog.current.unconfirmed).toEqual(checked)
  await until(() => expect(dialog.current.isLocked).toBe(false))
  await act(() => dialog.current.send({ tokens: '500' }))
  await until(() => expect(dialog.current.isLocked).toBe(false))
  await act(async () => undefined)
  expect(send.mock.calls.map(([{ what }]) => what.tokens)).toEqual(['900', '500'])
})

test('an earlier write waits for the connection, and is then confirmed once', async () => {
  connection.isOnline = false
  send.mockResolvedValue('applied')
  const dialog = open()
  await act(async () => undefined)
  expect(dialog.current).toMatchObject({ unconfirmed: checked, isLocked: true, isBusy: false })
  expect(send).not.toHaveBeenCalled()
  act(() => {
    connection.isOnline = true
  })
  await until(() => expect(dialog.current.unconfirmed).toBeUndefined())
  expect(send).toHaveBeenCalledOnce()
})

test('a write that was applied is done, even if the screen fails to show it', async () => {
  const reportError = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reportError)
  send.mockResolvedValue('applied')
  const error = new Error('no row')
  onApplied.mockImplementation(() => {
    throw error
  })
  open()
  await until(() => expect(onDone).toHaveBeenCalledOnce())
  expect(reportError).toHaveBeenCalledExactlyOnceWith(error)
})

test('a write of another tab has the outcome that the server gave it', async () => {
  send.mockResolvedValue('requested')
  await pendingWrites.save('AURA 0x1', checked)
  // Another tab has sent it.
  sessionStorage.clear()
  const dialog = open({ describeOutcome: () => 'waits for approval' })
  await until(() =>
    expect(dialog.current.other).toMatchObject({
      is: 'done',
      refusal: null,
      outcome: 'waits for approval',
    }),
  )
  expect(onDone).not.toHaveBeenCalled()
})
