import { toApiError } from './api-error.ts'
import { formatErrorMessage } from './error-message.ts'

/** One sentence for a failed fetch: the server's message, or the reason why there was no response. */
export function describeError(error: unknown): string {
  const { kind, status, message, retryAfterSeconds } = toApiError(error)
  switch (kind) {
    case 'network':
      return 'The server could not be reached.'
    case 'timeout':
      return 'The server took too long to answer.'
    case 'shape':
      return 'The answer could not be read.'
    case 'aborted':
      return 'The request was cancelled.'
    case 'answer':
      if (status === 429 && retryAfterSeconds !== undefined) {
        return `Too many requests. Try again in ${retryAfterSeconds} s.`
      }
      return formatErrorMessage(message)
  }
}
