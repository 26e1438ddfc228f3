import { withTimeout } from '#src/domain/time/waits.ts'
import { ApiError, toApiError } from './api-error.ts'

/** The limit of a read: to the user both are one wait for figures. */
const CODE_LIMIT_MS = 15_000

/**
 * Loads code that a result needs. A browser waits for a chunk indefinitely: without a limit a card
 * would show its loading state forever.
 * @throws ApiError: `timeout` after 15 s, `network` if the code cannot be loaded
 */
export async function importWithTimeout<T>(coming: Promise<T>): Promise<T> {
  try {
    return await withTimeout(coming, CODE_LIMIT_MS, () => new ApiError({ kind: 'timeout' }))
  } catch (error) {
    throw toApiError(error)
  }
}
