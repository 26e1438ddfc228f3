import { ApiError } from '#src/api/http.ts'
import { pause } from '#src/domain/time/waits.ts'
import type { PendingWrite } from './pending-writes.ts'

/** How long the server may take to respond to a retry that only confirms the outcome. */
const CONFIRM_TIMEOUT_MS = 15_000
/** Waits before each retry. */
const RETRY_DELAYS_MS: readonly number[] = [500, 2500, 5000]

/** Statuses that the server sends before it looks at the key: they say nothing about an earlier try. */
const CHECKED_BEFORE_KEY = [401, 403, 429]

/** Sends a write once; `timeoutMs` undefined: the usual time limit of a write. */
export type SendWrite<Body, Result> = (
  write: PendingWrite<Body>,
  timeoutMs: number | undefined,
) => Promise<Result>

export type Outcome<Result> =
  | { is: 'done'; result: Result }
  /** The write was not applied. */
  | { is: 'refused'; error: unknown }
  /** The write may have been applied. */
  | { is: 'unknown'; error: unknown }

/** A random Idempotency-Key, 128 bits in hex. Make one where an intention begins: a dialog opens. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Whether a failed write may have been applied: there was no response, an incomplete one or a
 * gateway's, or, on a retry, a response that does not depend on the key. A session that the server
 * ended has not applied this write, and neither has an upload that was stopped halfway.
 * @param isRetry an earlier try had no response
 */
export function isAmbiguous(error: unknown, isRetry: boolean): boolean {
  if (!(error instanceof ApiError)) return true
  if (error.kind === 'aborted' && error.status === 401) return isRetry
  if (error.isUnsent) return isRetry
  if (error.kind !== 'answer') return true
  if (error.status > 500 || error.status === 408) return true
  return isRetry && (error.status === 500 || CHECKED_BEFORE_KEY.includes(error.status))
}

/**
 * Sends a write. While its outcome is unknown, it is sent again with the same key: the server then
 * responds as it did the first time and applies nothing twice.
 * @param isRetry an earlier try had no response
 * @param onRetry called before each retry
 */
export async function sendUntilConfirmed<Body, Result>(
  write: PendingWrite<Body>,
  send: SendWrite<Body, Result>,
  { isRetry, onRetry }: { isRetry: boolean; onRetry: () => void },
  wait: (ms: number) => Promise<void> = pause,
): Promise<Outcome<Result>> {
  for (let tries = 0; ; tries++) {
    const isCheck = isRetry || tries > 0
    try {
      return { is: 'done', result: await send(write, isCheck ? CONFIRM_TIMEOUT_MS : undefined) }
    } catch (error) {
      if (!isAmbiguous(error, isCheck)) return { is: 'refused', error }
      const ms = RETRY_DELAYS_MS[tries]
      // Aborted: the session has ended, and the next one decides whether to check.
      // With a step-up: the person did not confirm, and would be shown the same dialog again.
      const isOver =
        error instanceof ApiError && (error.kind === 'aborted' || error.stepUp !== undefined)
      if (ms === undefined || isOver) return { is: 'unknown', error }
      onRetry()
      await wait(ms)
    }
  }
}
