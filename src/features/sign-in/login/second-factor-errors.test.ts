import { expect, test } from 'vitest'
import { ApiError } from '#src/api/http.ts'
import { INVALID_CHALLENGE, INVALID_CODE, INVALID_PASSKEY } from '#src/wire/second-factors.ts'
import { refusalOf } from './second-factor-errors.ts'

const refused = (status: number, message: string, retryAfterSeconds?: number) =>
  new ApiError({ kind: 'answer', code: status, status, message, retryAfterSeconds })

test.each([
  ['a wrong code', refused(401, INVALID_CODE), { is: 'code', text: 'Incorrect code' }],
  [
    'a passkey of somebody else',
    refused(401, INVALID_PASSKEY),
    { is: 'passkey', text: 'The passkey was not accepted.' },
  ],
  [
    'a challenge that is too old',
    refused(401, INVALID_CHALLENGE),
    { is: 'expired', text: 'This sign-in has expired. Start again.' },
  ],
  ['a disabled account', refused(403, 'Forbidden'), { is: 'other' }],
  ['no connection', new ApiError({ kind: 'network' }), { is: 'other' }],
  ['no error of a call', new Error('x'), { is: 'other' }],
])('after %s', (_what, error, expected) => {
  expect(refusalOf(error, { kind: 'totp', hasPasskey: true })).toEqual(expected)
})

test.each([
  [3120, true, 'Too many wrong codes. Try again in 52 minutes, or use a passkey.'],
  [3600, false, 'Too many wrong codes. Try again in 1 hour.'],
  [undefined, false, 'Too many wrong codes. Try again later.'],
])('too many codes, %s s to wait, a passkey: %s', (seconds, hasPasskey, text) => {
  const error = refused(429, 'Too many requests', seconds)
  expect(refusalOf(error, { kind: 'totp', hasPasskey })).toEqual({ is: 'code', text })
})

test('too many tries with a passkey are shown at the passkey', () => {
  const error = refused(429, 'Too many requests', 60)
  expect(refusalOf(error, { kind: 'passkey', hasPasskey: true })).toEqual({
    is: 'passkey',
    text: 'Too many tries. Try again in 1 minute.',
  })
})
