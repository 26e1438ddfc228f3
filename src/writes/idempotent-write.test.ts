import { describe, expect, test, vi } from 'vitest'
import type { PendingWrite } from './pending-writes.ts'
import { ApiError } from '#src/api/api-error.ts'
import { isAmbiguous, sendUntilConfirmed, type Post } from './idempotent-write.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

const attempt: PendingWrite<string> = { key: 'k1', sentAt: 0, what: 'a credit' }
const made = { id: '7' }
const answer = (status: number) => new ApiError({ kind: 'answer', status })
const silence = new ApiError({ kind: 'network' })

/** What becomes of a write whose tries meet these, one after the other. */
async function write(outcomes: readonly (ApiError | typeof made)[], isCheck = false) {
  const left = [...outcomes]
  const post = vi.fn<Post<string, typeof made>>(async () => {
    const next = left.shift()
    if (next === undefined || next instanceof ApiError) throw next ?? new Error('Asked too often')
    return next
  })
  const onChecking = vi.fn<() => void>()
  const outcome = await sendUntilConfirmed(attempt, post, { isCheck, onChecking }, async () => {})
  return { outcome, checks: onChecking.mock.calls.length, tries: post.mock.calls }
}

describe('a write that nobody answered for', () => {
  test.each([
    ['no answer', silence],
    ['no answer in time', new ApiError({ kind: 'timeout' })],
    ['half an answer', new ApiError({ kind: 'shape' })],
    ['a gateway', answer(502)],
    ['a proxy that gave up', answer(408)],
  ])('is asked for again with the same key until it is known: %s', async (_what, error) => {
    const { outcome, checks, tries } = await write([error, error, made])
    expect(outcome).toEqual({ made })
    expect(checks).toBe(2)
    expect(tries.map(([sent]) => sent)).toEqual([attempt, attempt, attempt])
  })

  test('stays in question when nobody answers at all', async () => {
    const { outcome, tries } = await write([silence, silence, silence, silence])
    expect(outcome).toEqual({ error: silence, isUnknown: true })
    expect(tries).toHaveLength(4)
  })

  test('that was refused by its key in the end is known not to have happened', async () => {
    const refusal = answer(404)
    expect((await write([silence, refusal])).outcome).toEqual({ error: refusal, isUnknown: false })
  })

  test.each([401, 403, 429, 500])(
    'is no more known after a %d, which says nothing of the first try',
    async (status) => {
      expect((await write([silence, answer(status), made])).outcome).toEqual({ made })
      expect(isAmbiguous(answer(status), true)).toBe(true)
    },
  )

  test('is known not to have happened when its form never went out whole', async () => {
    const cut = new ApiError({ kind: 'aborted', isUnsent: true })
    expect((await write([cut])).outcome).toEqual({ error: cut, isUnknown: false })
    // Of an earlier try that says nothing.
    expect((await write([silence, cut])).outcome).toEqual({ error: cut, isUnknown: true })
  })

  test('is not asked for by a session that has ended', async () => {
    const end = new ApiError({ kind: 'aborted' })
    const { outcome, tries } = await write([end])
    expect(outcome).toEqual({ error: end, isUnknown: true })
    expect(tries).toHaveLength(1)
  })
})

test.each([400, 401, 403, 404, 409, 413, 429, 500])(
  'a first try that is answered with %d is known not to have happened, and not asked for again',
  async (status) => {
    const error = answer(status)
    const { outcome, checks, tries } = await write([error])
    expect(outcome).toEqual({ error, isUnknown: false })
    expect([checks, tries.length]).toEqual([0, 1])
  },
)

test('a write that was refused for its session is known not to have happened, a check of one is not', () => {
  const end = new ApiError({ kind: 'aborted', status: 401 })
  expect([isAmbiguous(end, false), isAmbiguous(end, true)]).toEqual([false, true])
})

test('every write has a key of its own', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
})
