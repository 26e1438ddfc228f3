import { brokenPasswordRules } from './password-rules.ts'

export interface PasswordStrength {
  /** How many of four bars are filled. */
  score: 0 | 1 | 2 | 3 | 4
  /** A sentence for the person who types. */
  hint: string
}

const TOO_SHORT: PasswordStrength = { score: 0, hint: 'Too short' }
const WEAK: PasswordStrength = { score: 1, hint: 'Weak. Three or four random words are better.' }
const FAIR: PasswordStrength = { score: 2, hint: 'Fair. Add another word.' }
const GOOD: PasswordStrength = { score: 3, hint: 'Good. One more word makes it strong.' }
const STRONG: PasswordStrength = { score: 4, hint: 'Strong.' }

/** How hard a password is to guess: a hint, never a rule. */
export function passwordStrength(password: string): PasswordStrength {
  const broken = brokenPasswordRules(password, '')
  if (broken.includes('length')) return TOO_SHORT
  const { size } = new Set(password)
  if (broken.length > 0 || size < 6) return WEAK
  if (size < 9) return FAIR
  return size < 13 ? GOOD : STRONG
}
