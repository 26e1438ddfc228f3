import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKey, decrypt, encrypt } from './secret.ts'

const secret = randomBytes(32)

test('sealed text opens with the same secret only, and never looks the same twice', () => {
  const sealed = encrypt(secret, 'xkeysib-ключ')
  expect(decrypt(secret, sealed)).toBe('xkeysib-ключ')
  expect(encrypt(secret, 'xkeysib-ключ')).not.toBe(sealed)
  expect(() => decrypt(randomBytes(32), sealed)).toThrow('unable to authenticate')
})

test('sealed text that was altered does not open', () => {
  const bytes = Buffer.from(encrypt(secret, 'xkeysib'), 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => decrypt(secret, bytes.toString('base64'))).toThrow('unable to authenticate')
})

test('each purpose has a key of its own', () => {
  expect(deriveKey(secret, 'a').equals(deriveKey(secret, 'b'))).toBe(false)
  expect(deriveKey(secret, 'a').equals(deriveKey(secret, 'a'))).toBe(true)
})
