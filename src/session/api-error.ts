/** How a call failed. Only `answer` is an error response of the server. */
export type FailureKind = 'answer' | 'network' | 'timeout' | 'aborted' | 'shape'

/** The error for a response without a body. */
export const NO_BODY_ERROR = { code: 500, message: 'Internal server error' } as const

type Details = {
  kind: FailureKind
  code?: number
  status?: number
  message?: string
  retryAfterSeconds?: number | undefined
  isUnsent?: boolean
  stepUp?: unknown
  check?: unknown
  cause?: unknown
}

/**
 * A failed call. `code` and `message` come from the error body (500 and 'Internal server error' without
 * a body, an empty message if the body has none). `status` is the HTTP status, 0 without a response.
 */
export class ApiError extends Error {
  readonly kind: FailureKind
  readonly code: number
  readonly status: number
  readonly retryAfterSeconds?: number
  /** Aborted by the user before the whole body was sent, so the server cannot have acted on it. */
  readonly isUnsent: boolean
  /** The `step_up` of a 403, not validated yet: the person has to confirm who they are. */
  readonly stepUp: unknown
  /** The `check` of a 400, not validated yet: the steps in which a node of a blockchain was checked. */
  readonly check: unknown

  constructor(details: Details) {
    super(details.message ?? NO_BODY_ERROR.message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = details.kind
    this.code = details.code ?? NO_BODY_ERROR.code
    this.status = details.status ?? 0
    this.isUnsent = details.isUnsent ?? false
    this.stepUp = details.stepUp
    this.check = details.check
    if (details.retryAfterSeconds !== undefined) this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** Converts a caught value to an ApiError. Anything unexpected becomes a network error with its cause. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ kind: 'network', cause: error })
}
