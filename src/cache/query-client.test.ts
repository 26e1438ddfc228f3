import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { shouldRetry } from './query-client.ts'

afterEach(() => {
  connection.isOnline = true
})

it.each([
  ['the network failed', { kind: 'network' as const }, [true, true, false]],
  ['the server failed', { kind: 'answer' as const, status: 500 }, [true, true, false]],
  ['the server is overloaded', { kind: 'answer' as const, status: 503 }, [true, true, false]],
  ['the server refused', { kind: 'answer' as const, status: 499 }, [false, false, false]],
  ['the request timed out', { kind: 'timeout' as const }, [true, false, false]],
  ['the response is invalid', { kind: 'shape' as const, status: 500 }, [false, false, false]],
  ['the session has ended', { kind: 'aborted' as const }, [false, false, false]],
])('a read is retried at most twice: %s', (_why, details, again) => {
  const error = new ApiError(details)
  expect([0, 1, 2].map((failures) => shouldRetry(failures, error))).toEqual(again)
})

it('an error of the app itself is not retried', () => {
  expect(shouldRetry(0, new TypeError('x is undefined'))).toBe(false)
})

it('a call right after the connection was lost finds the app offline', () => {
  expect(onlineManager.isOnline()).toBe(true)
  connection.isOnline = false
  expect(onlineManager.isOnline()).toBe(false)
  connection.isOnline = true
  expect(onlineManager.isOnline()).toBe(true)
})
