import { withTimeout } from '#src/domain/with-timeout.ts'
import { ApiError, toApiError } from './api-error.ts'

/** As long as a read: to whoever waits for figures both are one wait. */
const CODE_LIMIT_MS = 15_000

/**
 * What an answer needs of the code that is loaded for it. The browser waits for a chunk as long as
 * the network lets it: a card would say for ever that it loads.
 * @throws ApiError: `timeout` after 15 s, `network` when the code can't be had
 */
export async function importWithTimeout<T>(coming: Promise<T>): Promise<T> {
  try {
    return await withTimeout(coming, CODE_LIMIT_MS, () => new ApiError({ kind: 'timeout' }))
  } catch (error) {
    throw toApiError(error)
  }
}
