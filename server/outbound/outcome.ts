import type { Outcome } from '#server/db/messages/queue.ts'
import type { PushSending } from '#server/dependencies.ts'
import type { Sending } from './sending.ts'

const FIRST_DELAY_MS = 5000
const MAX_DELAY_MS = 15 * 60_000
/** The limits of a delay that a service requests. */
const MIN_RETRY_AFTER_MS = 1000
const MAX_RETRY_AFTER_MS = 24 * 3_600_000
/** A little more than a day with the delays above. */
const MAX_ATTEMPTS = 100

/** What can't be prepared must block no others: it is tried again, and after its last attempt people see it. */
export const UNPREPARED = {
  is: 'unreachable',
  reason: 'The server could not prepare it',
} as const satisfies Sending

/** The delay before the next attempt: 5 s after the first, then doubled, at most 15 minutes. */
export function retryDelay(attempts: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1))
}

/**
 * What becomes of a notice or a message after this attempt to send it.
 * @param attempts with this one
 */
export function outcomeOf(sending: Sending | PushSending, attempts: number, now: Date): Outcome {
  const later = (ms: number) => new Date(now.getTime() + ms)
  switch (sending.is) {
    case 'sent':
      return { state: 'sent', reason: null }
    case 'gone':
      return { state: 'failed', reason: 'The device is no longer registered' }
    case 'refused':
      return { state: 'failed', reason: sending.reason }
    case 'rate-limited':
      return {
        state: 'waiting',
        reason: 'The service asked to wait',
        nextAttemptAt: later(
          Math.min(Math.max(sending.ms, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS),
        ),
        isUncounted: true,
      }
    case 'unreachable':
      return attempts >= MAX_ATTEMPTS
        ? { state: 'failed', reason: sending.reason }
        : {
            state: 'waiting',
            reason: sending.reason,
            nextAttemptAt: later(retryDelay(attempts)),
          }
  }
}
