import { Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newTotpKey, stepOfCode, totpUri } from './totp.ts'

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
const KEY = Secret.fromLatin1('12345678901234567890').base32
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
const at = (seconds: number) => new Date(seconds * 1000)

test.each(VECTORS)('at %i s the code is that of RFC 6238', (seconds, code) => {
  expect(stepOfCode(KEY, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

describe('a code', () => {
  test('of the step before or after counts as that step, and of no other', () => {
    const step = Math.floor(1_111_111_109 / 30)
    const found = [-2, -1, 0, 1, 2].map((steps) =>
      stepOfCode(KEY, '081804', at(1_111_111_109 + steps * 30)),
    )
    expect(found).toEqual([null, step, step, step, null])
  })

  test('may have blanks, and six digits only', () => {
    const now = at(59)
    expect(stepOfCode(KEY, ' 287 082 ', now)).toBe(1)
    for (const wrong of ['287083', '28708', '2870820', '']) {
      expect([wrong, stepOfCode(KEY, wrong, now)]).toEqual([wrong, null])
    }
  })
})

test('a key has 160 random bits, and its URI names the product and the account', () => {
  const key = newTotpKey()
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpKey()).not.toBe(key)
  const uri = new URL(totpUri(key, 'anna+1@staff.example'))
  expect(decodeURIComponent(uri.pathname)).toBe('/Saleroom:anna+1@staff.example')
  expect(uri.hostname).toBe('totp')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Saleroom',
    secret: key,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
