import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { describeError } from './describe-error.ts'

test.each([
  [new ApiError({ kind: 'network' }), 'The server could not be reached.'],
  [new ApiError({ kind: 'timeout' }), 'The server took too long to answer.'],
  [new ApiError({ kind: 'shape' }), 'The answer could not be read.'],
  [new ApiError({ kind: 'aborted' }), 'The request was cancelled.'],
  [new ApiError({ kind: 'answer', code: 500, status: 500 }), 'Internal server error'],
  [new ApiError({ kind: 'answer', status: 403, message: 'Forbidden' }), 'Forbidden'],
  [
    new ApiError({
      kind: 'answer',
      status: 400,
      message: 'Path: query.page, Message: Must be a whole number',
    }),
    'Query.page - Must be a whole number',
  ],
  [
    new ApiError({ kind: 'answer', status: 429, message: 'Slow down', retryAfterSeconds: 12 }),
    'Too many requests. Try again in 12 s.',
  ],
  [new ApiError({ kind: 'answer', status: 429, message: 'Slow down' }), 'Slow down'],
])('describes why a fetch failed (%#)', (error, reason) => {
  expect(describeError(error)).toBe(reason)
})
