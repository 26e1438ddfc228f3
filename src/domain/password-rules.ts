/** The limits of a password, in code points. */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128

/**
 * The most common passwords of 8 or more characters in published lists (shorter ones are too short
 * anyway), and this product's name.
 */
const VERY_COMMON = new Set(
  (
    '123456789 12345678 1234567890 password password1 password123 qwerty123 qwertyuiop 11111111 ' +
    '1q2w3e4r 1q2w3e4r5t 1qaz2wsx iloveyou 87654321 987654321 0987654321 00000000 88888888 ' +
    '12341234 11223344 abcd1234 abc12345 a1b2c3d4 aa123456 qwer1234 asdfghjkl asdf1234 zxcvbnm1 ' +
    'zaq12wsx q1w2e3r4 qazwsxedc 123qweasd 147258369 789456123 123123123 987654321 princess ' +
    'sunshine football baseball superman starwars trustno1 welcome1 welcome123 letmein1 ' +
    'passw0rd p@ssw0rd p@ssword pa$$word changeme admin123 admin1234 administrator computer ' +
    'internet whatever michelle jennifer corvette mercedes liverpool chocolate butterfly ' +
    'metallica jordan23 monkey123 dragon123 master123 charlie1 michael1 ashley123 shadow123 ' +
    'qwerty12 qwerty1234 1234qwer password12 password1234 passwort passwort1 secret123 ' +
    'test1234 testtest temp1234 default1 bitcoin1 ethereum blockchain crypto123 saleroom ' +
    'saleroom1 saleroom123'
  ).split(' '),
)

/** The rules of a new password, in the order of the screen. */
export const PASSWORD_RULES = ['length', 'not-common', 'not-old'] as const
export type PasswordRule = (typeof PASSWORD_RULES)[number]

/**
 * The rules that a new password breaks, in the order of PASSWORD_RULES; empty if it is valid. All
 * characters are allowed, also spaces. An empty password breaks only the length.
 */
export function brokenPasswordRules(password: string, oldPassword: string): PasswordRule[] {
  const length = Array.from(password).length
  const isBroken: Record<PasswordRule, boolean> = {
    length: length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH,
    'not-common': VERY_COMMON.has(password.toLowerCase()),
    'not-old': password !== '' && password === oldPassword,
  }
  return PASSWORD_RULES.filter((rule) => isBroken[rule])
}

const ERRORS: Record<PasswordRule, string> = {
  length: `Must be ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`,
  'not-common': 'Must not be one of the most common passwords',
  'not-old': 'Must not be the current password',
}

/** The error of a new password in a form, or null. */
export function newPasswordError(password: string, oldPassword: string): string | null {
  const [broken] = brokenPasswordRules(password, oldPassword)
  return broken === undefined ? null : ERRORS[broken]
}
