import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from '#src/api/http.ts'
import { watchRefusals } from '#src/api/watch-refusals.ts'
import { currentUser, leaveSession } from '#src/state/session.ts'
import { factorCalls } from '#src/wire/factors.ts'
import { INVALID_CHALLENGE, secondFactorCalls } from '#src/wire/second-factors.ts'
import { SCREEN_USER, signInHere } from '#tests/support/screens/screen-user.ts'
import { until } from '#tests/support/server/until.ts'
import { ApiError } from './api-error.ts'
import { stepUpState } from './step-up-state.ts'
import { cancelStepUp, confirmStepUp, noteDialog, NOT_CONFIRMED, sendConfirmed } from './step-up.ts'
import type { Reply } from './transport.ts'

beforeEach(signInHere)
afterEach(() => {
  cancelStepUp()
  leaveSession(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const REPLY: Reply = { status: 204, headers: new Headers(), body: '' }
const PROOF = { challenge: 'c1', kind: 'password', password: 'secret' } as const
const answer = (code: number, message: string) => Response.json({ code, message }, { status: code })
const refusal = (challenge: string) =>
  new ApiError({
    kind: 'answer',
    code: 403,
    status: 403,
    message: 'Confirm it is you',
    stepUp: { challenge, factors: ['password'] },
  })

/** A refused call whose next attempt ends as the test wants. */
function refuse() {
  const ends: { resolve: (reply: Reply) => void; reject: (error: unknown) => void }[] = []
  const ending = new AbortController()
  const result = vi.fn<(value: unknown) => void>()
  const attempt = () =>
    new Promise<Reply>((resolve, reject) => {
      ends.push({ resolve, reject })
    })
  const request = { call: factorCalls.deleteFactor, input: {}, options: {} }
  const { signal } = ending
  const settled = sendConfirmed({ request, attempt, signal }, refusal('c1')).then(result, result)
  return { ends, ending, result, settled }
}

/** The person confirms too late, so that the first call is sent again for a new challenge. */
async function confirmTooLate({ ends }: ReturnType<typeof refuse>) {
  vi.stubGlobal('fetch', async () => answer(400, INVALID_CHALLENGE))
  const isConfirmed = confirmStepUp(() => send(secondFactorCalls.stepUp, { body: PROOF }))
  await until(() => expect(ends).toHaveLength(1))
  return { isConfirmed }
}

test('a call that is cancelled while it is sent for a new challenge was applied if the server says so', async () => {
  const refused = refuse()
  const { isConfirmed } = await confirmTooLate(refused)
  expect(stepUpState.open).not.toBeNull()
  cancelStepUp()
  expect(stepUpState.open).toBeNull()
  refused.ends[0]?.resolve(REPLY)
  expect(await isConfirmed).toBe(false)
  await refused.settled
  expect(refused.result.mock.calls).toEqual([[REPLY]])
})

test('a call that is cancelled while it is sent for a new challenge stays refused', async () => {
  const refused = refuse()
  const { isConfirmed } = await confirmTooLate(refused)
  cancelStepUp()
  expect(refused.result).not.toHaveBeenCalled()
  refused.ends[0]?.reject(refusal('c2'))
  expect(await isConfirmed).toBe(false)
  await refused.settled
  expect(refused.result.mock.calls).toMatchObject([[{ message: NOT_CONFIRMED, status: 403 }]])
  // No dialog for a call that nobody waits for.
  expect(stepUpState.open).toBeNull()
})

test('a call that is cancelled while it is sent has an unknown outcome without a response', async () => {
  const refused = refuse()
  const { isConfirmed } = await confirmTooLate(refused)
  cancelStepUp()
  refused.ends[0]?.reject(new ApiError({ kind: 'network' }))
  await isConfirmed
  await refused.settled
  expect(refused.result.mock.calls).toMatchObject([[{ kind: 'network', isUnsent: false }]])
})

test('a session that ends while a call is sent for a new challenge leaves the result to the call', async () => {
  const refused = refuse()
  const { isConfirmed } = await confirmTooLate(refused)
  refused.ending.abort()
  refused.ends[0]?.reject(new ApiError({ kind: 'aborted' }))
  await isConfirmed
  await refused.settled
  expect(refused.result.mock.calls).toMatchObject([[{ kind: 'aborted', isUnsent: false }]])
  expect(stepUpState.open).toBeNull()
})

test('a call with a new challenge keeps its place', async () => {
  const first = refuse()
  const { isConfirmed } = await confirmTooLate(first)
  refuse()
  first.ends[0]?.reject(refusal('c2'))
  await isConfirmed
  expect(stepUpState.open?.challenge).toBe('c2')
})

test('a call leaves nothing at its signal once it is settled', async () => {
  const refused = refuse()
  const { signal } = refused.ending
  const removed = vi.spyOn(signal, 'removeEventListener')
  cancelStepUp()
  await refused.settled
  expect(removed).toHaveBeenCalledWith('abort', expect.any(Function))
})

// Last of the step-ups: from its end on, the dialog counts as loaded.
test('each call waits for the code of the dialog as long as the first one did', async () => {
  vi.useFakeTimers()
  const first = refuse()
  await vi.advanceTimersByTimeAsync(15_000)
  const second = refuse()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(second.result).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5000)
  for (const { result } of [first, second])
    expect(result.mock.calls).toMatchObject([[{ message: NOT_CONFIRMED }]])
  expect(stepUpState.isNeeded).toBe(false)
  const third = refuse()
  noteDialog()
  expect(vi.getTimerCount()).toBe(0)
  expect(third.result).not.toHaveBeenCalled()
})

test('who is refused because they only look may make no changes from then on', async () => {
  watchRefusals()
  vi.stubGlobal('fetch', async () => answer(403, 'You can look, but not change'))
  expect(currentUser()?.may_write).toBeUndefined()
  await send(factorCalls.listFactors, {}).catch(() => null)
  expect(currentUser()?.may_write).toBe(0)
})

test('after a refusal that no confirmation lifts, the app learns what the person may do', async () => {
  watchRefusals()
  vi.useFakeTimers({ toFake: ['Date'] })
  const paths: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url)
    return url.endsWith('/users/1')
      ? Response.json({ ...SCREEN_USER, requires_second_factor: 1 })
      : answer(403, 'Forbidden')
  })
  const read = () => send(factorCalls.listFactors, {}).catch((error: unknown) => error)
  expect(await read()).toMatchObject({ status: 403, message: 'Forbidden' })
  await until(() => expect(currentUser()?.requires_second_factor).toBe(1))
  await read()
  expect(paths.filter((path) => path.endsWith('/users/1'))).toHaveLength(1)
  vi.setSystemTime(Date.now() + 60_000)
  await read()
  await until(() => expect(paths.filter((path) => path.endsWith('/users/1'))).toHaveLength(2))
})
