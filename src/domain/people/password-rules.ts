import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#src/wire/account.ts'
import { isVeryCommon } from './common-passwords.ts'

/** '8 to 128 characters'. */
export const PASSWORD_LENGTH = `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`

/** The rules of a new password, in the order of the screen. */
export const PASSWORD_RULES = ['length', 'not-common', 'not-email', 'not-old'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

/**
 * The rules that a new password breaks, in the order of PASSWORD_RULES; empty if it is valid. All
 * characters are allowed, also spaces. An empty password breaks only the length.
 * @param email the person's address, which is no password, nor is the part before its @; empty where it
 *   is not known
 */
export function brokenPasswordRules(
  password: string,
  oldPassword: string,
  email = '',
): PasswordRule[] {
  const length = Array.from(password).length
  const isBroken: Record<PasswordRule, boolean> = {
    length: length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH,
    'not-common': isVeryCommon(password),
    'not-email': password !== '' && namesOf(email).includes(password.toLowerCase()),
    'not-old': password !== '' && password === oldPassword,
  }
  return PASSWORD_RULES.filter((rule) => isBroken[rule])
}

/** An address and the part before its @, in lower case. */
function namesOf(email: string): string[] {
  const address = email.toLowerCase()
  return [address, address.slice(0, Math.max(0, address.lastIndexOf('@')))]
}

const ERRORS: Record<PasswordRule, string> = {
  length: `Must be ${PASSWORD_LENGTH}`,
  'not-common': 'Must not be one of the most common passwords',
  'not-email': 'Must not be your email address or the name in it',
  'not-old': 'Must not be the current password',
}

/** The error of a new password in a form, or null. */
export function newPasswordError(password: string, oldPassword: string, email = ''): string | null {
  const [broken] = brokenPasswordRules(password, oldPassword, email)
  return broken === undefined ? null : ERRORS[broken]
}
