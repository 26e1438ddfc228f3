import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#src/session/api-error.ts'
import {
  isAmbiguous,
  newIdempotencyKey,
  sendUntilConfirmed,
  type SendWrite,
} from './idempotent-write.ts'
import type { PendingWrite } from './pending-writes.ts'

const write: PendingWrite<string> = { key: 'k1', sentAt: 0, what: 'a credit' }
const result = { id: '7' }
const response = (status: number) => new ApiError({ kind: 'answer', status })
const silence = new ApiError({ kind: 'network' })

/** Sends a write whose tries end like this, one after the other. */
async function send(ends: readonly (ApiError | typeof result)[], isRetry = false) {
  const left = [...ends]
  const sendWrite = vi.fn<SendWrite<string, typeof result>>(async () => {
    const next = left.shift()
    if (next === undefined || next instanceof ApiError) throw next ?? new Error('Sent too often')
    return next
  })
  const onRetry = vi.fn<() => void>()
  const outcome = await sendUntilConfirmed(write, sendWrite, { isRetry, onRetry }, async () => {})
  return { outcome, retries: onRetry.mock.calls.length, tries: sendWrite.mock.calls }
}

describe('a write without a response', () => {
  test.each([
    ['no response', silence],
    ['a timeout', new ApiError({ kind: 'timeout' })],
    ['half a response', new ApiError({ kind: 'shape' })],
    ['a gateway error', response(502)],
    ['a proxy timeout', response(408)],
  ])('is sent again with the same key until its outcome is known: %s', async (_what, error) => {
    const { outcome, retries, tries } = await send([error, error, result])
    expect(outcome).toEqual({ is: 'done', result })
    expect(retries).toBe(2)
    expect(tries.map(([sent]) => sent)).toEqual([write, write, write])
  })

  test('has an unknown outcome if no try gets a response', async () => {
    const { outcome, tries } = await send([silence, silence, silence, silence])
    expect(outcome).toEqual({ is: 'unknown', error: silence })
    expect(tries).toHaveLength(4)
  })

  test('was not applied if the server refuses its key in the end', async () => {
    const refusal = response(404)
    expect((await send([silence, refusal])).outcome).toEqual({ is: 'refused', error: refusal })
  })

  test.each([401, 403, 429, 500])(
    'is still unknown after a %d, which says nothing about the first try',
    async (status) => {
      const { outcome } = await send([silence, response(status), result])
      expect(outcome).toEqual({ is: 'done', result })
      expect(isAmbiguous(response(status), true)).toBe(true)
    },
  )

  test('was not applied if its upload was stopped halfway', async () => {
    const cut = new ApiError({ kind: 'aborted', isUnsent: true })
    expect((await send([cut])).outcome).toEqual({ is: 'refused', error: cut })
    // That says nothing about an earlier try.
    expect((await send([silence, cut])).outcome).toEqual({ is: 'unknown', error: cut })
  })

  test('is not sent again by a session that has ended', async () => {
    const end = new ApiError({ kind: 'aborted' })
    const { outcome, tries } = await send([end])
    expect(outcome).toEqual({ is: 'unknown', error: end })
    expect(tries).toHaveLength(1)
  })
})

test.each([400, 401, 403, 404, 409, 413, 429, 500])(
  'a first try with a %d response was not applied, and is not sent again',
  async (status) => {
    const error = response(status)
    const { outcome, retries, tries } = await send([error])
    expect(outcome).toEqual({ is: 'refused', error })
    expect([retries, tries.length]).toEqual([0, 1])
  },
)

test('a write that was refused for its session was not applied; a retry may have been', () => {
  const end = new ApiError({ kind: 'aborted', status: 401 })
  expect([isAmbiguous(end, false), isAmbiguous(end, true)]).toEqual([false, true])
})

test('every write has a key of its own', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
})
