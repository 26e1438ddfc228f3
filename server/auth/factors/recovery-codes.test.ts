import { expect, test } from 'vitest'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'

test('a set has ten different codes of 60 random bits, with one salt of 128', async () => {
  const { codes, hashes, salt } = await makeRecoveryCodes()
  expect(codes).toHaveLength(10)
  expect(new Set(codes).size).toBe(10)
  // Twelve of 32 letters: 12 × 5 bits.
  for (const code of codes)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(salt).toHaveLength(16)
  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(10)
  for (const hash of hashes) expect(hash).toHaveLength(32)

  const other = await makeRecoveryCodes()
  expect(other.salt.equals(salt)).toBe(false)
  expect(codes.filter((code) => other.codes.includes(code))).toEqual([])
})

test('each hash is that of its code, however people type it', async () => {
  const { codes, hashes, salt } = await makeRecoveryCodes()
  const [code = ''] = codes
  const [hash] = hashes
  const hashed = (text: string) => hashRecoveryCode(text, salt)
  for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code} `])
    expect((await hashed(typed)).equals(hash ?? Buffer.alloc(0))).toBe(true)
  expect((await hashed(codes[1] ?? '')).equals(hash ?? Buffer.alloc(0))).toBe(false)

  // Letters that look alike are one.
  expect(await hashed('OIL1-2345-6789')).toEqual(await hashed('0111-2345-6789'))
})
