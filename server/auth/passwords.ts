import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { invalidInput } from '#server/http/errors.ts'
import {
  brokenPasswordRules,
  PASSWORD_LENGTH,
  type PasswordRule,
} from '#src/domain/people/password-rules.ts'
import { MIN_PASSWORD_LENGTH } from '#src/wire/account.ts'

// OWASP's recommendation for Argon2id, the package's default algorithm.
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, PASSWORD_COST)
}

/** A random password for an account whose person must choose another one. */
export function oneTimePassword(): string {
  return randomBytes(12).toString('base64url')
}

export async function isPassword(storedHash: string, password: string): Promise<boolean> {
  try {
    return await verify(storedHash, password)
  } catch {
    return false
  }
}

let dummyHash: Promise<string> | undefined

/** Takes as long as a real check, so that timing does not reveal whether an account exists. */
export async function verifyAgainstDummy(password: string): Promise<void> {
  dummyHash ??= hashPassword('no account has this password')
  await isPassword(await dummyHash, password)
}

const MESSAGES: Record<PasswordRule, string> = {
  length: `Must be ${PASSWORD_LENGTH}`,
  'not-common': 'Must not be a common password',
  'not-email': 'Must not be the email address or the name in it',
  'not-old': 'Must not be the old password',
}

/** The error of a new password, or null. */
export function validatePassword(password: string, oldPassword = '', email = ''): string | null {
  const [broken] = brokenPasswordRules(password, oldPassword, email)
  return broken === undefined ? null : MESSAGES[broken]
}

/**
 * Also checks the long list of common passwords, which browsers do not have.
 * @throws HttpError 400 for an invalid new password
 */
export async function requireGoodPassword(
  password: string,
  { oldPassword = '', email }: { oldPassword?: string; email: string },
): Promise<void> {
  const error =
    validatePassword(password, oldPassword, email) ??
    ((await isCommonPassword(password)) ? MESSAGES['not-common'] : null)
  if (error !== null) throw invalidInput('body.new_password', error)
}

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password, in any case, is among about 18,000 common ones of at least 8 characters from
 * published lists. The list is read when the first person sets a password. Source: zxcvbn-ts.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= readList()
  return (await loading).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const passwords = dictionary['passwords-common']
  return new Set(passwords.filter(({ length }) => length >= MIN_PASSWORD_LENGTH))
}
