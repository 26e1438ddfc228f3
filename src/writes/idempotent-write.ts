import type { PendingWrite } from './pending-writes.ts'
import { ApiError } from '#src/api/http.ts'

/** How long the server may take to answer a check. */
const CHECK_LIMIT_MS = 15_000
/** Waits before each check whether an unanswered write went through. */
const CHECK_WAITS_MS: readonly number[] = [500, 2500, 5000]

/** One try at a keyed write; `timeoutMs` absent: the usual limit of a write. */
export type Post<What, Result> = (
  attempt: PendingWrite<What>,
  timeoutMs: number | undefined,
) => Promise<Result>

/** Refusals that are spoken before the server looks at the key: of an earlier try they say nothing. */
const SAYS_NOTHING_OF_EARLIER = [401, 403, 429]

/**
 * Whether a write may have been done although it failed: no answer, half an answer, a gateway's, or,
 * once an earlier try had no answer, a refusal that doesn't rest on its key. A session that ended by
 * the server's refusal has left this write undone, and so has a form that never went out whole.
 */
export function isAmbiguous(error: unknown, isCheck: boolean): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.kind === 'aborted' && error.status === 401) return isCheck
  if (error.isUnsent) return isCheck
  if (error.kind !== 'answer') return true
  if (error.status > 500 || error.status === 408) return true
  return isCheck && (error.status === 500 || SAYS_NOTHING_OF_EARLIER.includes(error.status))
}

/**
 * Sends a keyed write. While nobody can say whether it went through, it asks again with the same
 * key: the server then answers as it did the first time, and does nothing twice.
 * @param isCheck an earlier try had no answer
 * @throws the last failure, and whether the write may yet have been done
 */
export async function sendUntilConfirmed<What, Result>(
  attempt: PendingWrite<What>,
  post: Post<What, Result>,
  told: { isCheck: boolean; onChecking: () => void },
  wait: (ms: number) => Promise<void> = pause,
): Promise<{ made: Result } | { error: unknown; isUnknown: boolean }> {
  let { isCheck } = told
  for (let tries = 0; ; tries++) {
    try {
      return { made: await post(attempt, isCheck ? CHECK_LIMIT_MS : undefined) }
    } catch (error) {
      const isUnknown = isAmbiguous(error, isCheck)
      const ms = CHECK_WAITS_MS[tries]
      // Aborted: the session has ended, and who comes next decides whether to ask.
      const isOver = error instanceof ApiError && error.kind === 'aborted'
      if (ms === undefined || !isUnknown || isOver) return { error, isUnknown }
      isCheck = true
      told.onChecking()
      await wait(ms)
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
