import { randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { PASSWORD_COST } from '#server/auth/passwords.ts'
import { RECOVERY_CODES } from '#src/wire/factors.ts'

/** Crockford's: O is read as 0, I and L as 1, and none of them is written. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12
const SALT_BYTES = 16

export interface RecoveryCodes {
  /** As people see them: XXXX-XXXX-XXXX, 60 random bits. */
  codes: string[]
  hashes: Buffer[]
  salt: Buffer
}

/** The hashing takes as long as that of ten passwords. */
export async function makeRecoveryCodes(): Promise<RecoveryCodes> {
  const salt = randomBytes(SALT_BYTES)
  const plain = Array.from({ length: RECOVERY_CODES }, randomCode)
  const hashes: Buffer[] = []
  // One after the other, so that other requests get a thread for their hashes.
  for (const code of plain) hashes.push(await hashRecoveryCode(code, salt))
  return { codes: plain.map((code) => (code.match(/.{4}/g) ?? []).join('-')), hashes, salt }
}

/** Argon2id, 32 bytes, of a code in any case, with or without hyphens. */
export function hashRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  return hashRaw(normalize(code), { ...PASSWORD_COST, salt })
}

const dummySalt = randomBytes(SALT_BYTES)

/** Takes as long as `hashRecoveryCode`, for an account without codes. */
export async function hashAgainstDummy(code: string): Promise<void> {
  await hashRecoveryCode(code, dummySalt)
}

function randomCode(): string {
  // 256 is a multiple of 32, so every letter is as likely.
  return [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

function normalize(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
