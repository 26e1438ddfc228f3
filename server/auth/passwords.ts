import { hash, verify } from '@node-rs/argon2'
import { brokenPasswordRules, type PasswordRule } from '#src/domain/password-rules.ts'
import { invalidInput } from '#server/http/errors.ts'

// OWASP's recommendation for Argon2id, which is the package's default kind.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

export async function isPassword(storedHash: string, password: string): Promise<boolean> {
  try {
    return await verify(storedHash, password)
  } catch {
    return false
  }
}

let standIn: Promise<string> | undefined

/** Takes as long as a real check, for an account that isn't there: time tells nothing. */
export async function verifyAgainstDummy(password: string): Promise<void> {
  standIn ??= hashPassword('no account has this password')
  await isPassword(await standIn, password)
}

const FAULTS: Record<PasswordRule, string> = {
  length: 'Must be 8 to 128 characters',
  'not-common': 'Must not be a common password',
  'not-old': 'Must not be the old password',
}

/** What is wrong with a new password, or null. */
export function validatePassword(password: string, oldPassword = ''): string | null {
  const [broken] = brokenPasswordRules(password, oldPassword)
  return broken === undefined ? null : FAULTS[broken]
}

/** @throws HttpError 400 for a new password that may not be used */
export function requireGoodPassword(password: string, oldPassword: string): void {
  const fault = validatePassword(password, oldPassword)
  if (fault !== null) throw invalidInput('body.new_password', fault)
}
