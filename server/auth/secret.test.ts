import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKey, decrypt, encrypt } from './secret.ts'

const secret = randomBytes(32)

test('text decrypts only with the same secret, and encrypts differently each time', () => {
  const encrypted = encrypt(secret, 'xkeysib-ключ')
  expect(decrypt({ secret }, encrypted)).toBe('xkeysib-ключ')
  expect(encrypt(secret, 'xkeysib-ключ')).not.toBe(encrypted)
  expect(() => decrypt({ secret: randomBytes(32) }, encrypted)).toThrow('unable to authenticate')
})

test('altered text does not decrypt', () => {
  const bytes = Buffer.from(encrypt(secret, 'xkeysib'), 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => decrypt({ secret }, bytes.toString('base64'))).toThrow('unable to authenticate')
})

test('each purpose has its own key', () => {
  expect(deriveKey(secret, 'a').equals(deriveKey(secret, 'b'))).toBe(false)
  expect(deriveKey(secret, 'a').equals(deriveKey(secret, 'a'))).toBe(true)
})
