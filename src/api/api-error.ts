/** How a call came to fail. Only `answer` is a word of the server. */
export type FailureKind = 'answer' | 'network' | 'timeout' | 'aborted' | 'shape'

/** Spec 8: an error without a body is this one. */
export const NO_BODY_ERROR = { code: 500, message: 'Internal server error' } as const

type Details = {
  kind: FailureKind
  code?: number
  status?: number
  message?: string
  retryAfterSeconds?: number | undefined
  isUnsent?: boolean
  cause?: unknown
}

/**
 * Any failed call. `code` and `message` are the error body's (500, 'Internal server error' without
 * a body; an empty message where the body has none), `status` the HTTP status or 0 when no answer came.
 */
export class ApiError extends Error {
  readonly kind: FailureKind
  readonly code: number
  readonly status: number
  readonly retryAfterSeconds?: number
  /** Stopped by the person before the body had left whole: the server can have done nothing. */
  readonly isUnsent: boolean

  constructor(details: Details) {
    super(details.message ?? NO_BODY_ERROR.message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = details.kind
    this.code = details.code ?? NO_BODY_ERROR.code
    this.status = details.status ?? 0
    this.isUnsent = details.isUnsent ?? false
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** What a `catch` holds, as an ApiError: anything unforeseen is a network failure with its cause. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ kind: 'network', cause: error })
}
