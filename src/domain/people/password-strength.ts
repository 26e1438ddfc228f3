import { MIN_PASSWORD_LENGTH } from '#src/wire/account.ts'
import { isVeryCommon } from './common-passwords.ts'

export interface PasswordStrength {
  /** How many of four bars are filled. */
  score: 0 | 1 | 2 | 3 | 4
  /** A sentence for the person who types. */
  hint: string
}

const TOO_SHORT: PasswordStrength = { score: 0, hint: 'Too short' }
const COMMON: PasswordStrength = { score: 1, hint: 'Weak. Many people use this one.' }
const WEAK: PasswordStrength = { score: 1, hint: 'Weak. Three or four random words are better.' }
const FAIR: PasswordStrength = { score: 2, hint: 'Fair. Add another word.' }
const GOOD: PasswordStrength = { score: 3, hint: 'Good. One more word makes it strong.' }
const STRONG: PasswordStrength = { score: 4, hint: 'Strong.' }

// In bits. Two words are fair, three good, four strong.
const FAIR_FROM = 26
const GOOD_FROM = 38
const STRONG_FROM = 50

/**
 * How hard a password is to guess: a hint, never a rule. It depends on the password alone, so each key
 * gives a result at once.
 */
export function passwordStrength(password: string): PasswordStrength {
  const characters = Array.from(password)
  if (characters.length < MIN_PASSWORD_LENGTH) return TOO_SHORT
  if (isVeryCommon(password) || isVeryCommon(plainOf(password))) return COMMON
  const bits = guessBits(characters)
  if (bits >= STRONG_FROM) return STRONG
  if (bits >= GOOD_FROM) return GOOD
  return bits >= FAIR_FROM ? FAIR : WEAK
}

const LETTER_OF = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
])

/** The word under the usual disguise: `P@ssw0rd2026!` is `password`. */
function plainOf(password: string): string {
  const word = password.toLowerCase().replace(/[\d\P{L}]+$/u, '')
  return Array.from(word, (character) => LETTER_OF.get(character) ?? character).join('')
}

const PART = /\p{L}+|\p{N}+|[\s\-_.,]+|[^\p{L}\p{N}\s\-_.,]/gu

/**
 * The bits of its guesses, for somebody who knows how people build passwords: of words, numbers and
 * signs. A word that is there already, and a character that follows from the one before, add almost
 * nothing.
 */
function guessBits(characters: readonly string[]): number {
  const seen = new Set<string>()
  let bits = 0
  for (const part of characters.join('').match(PART) ?? []) {
    const key = part.toLowerCase()
    bits += seen.has(key) ? REPEATED_BITS : bitsOf(part)
    seen.add(key)
  }
  return bits
}

const REPEATED_BITS = 1
const SIGN_BITS = 4
const SEPARATOR_BITS = 1
const NEXT_BITS = 0.1
/** In a word, a letter follows from those before it. */
const LETTER_BITS = [4.7, 4.7, 2, 1, 1, 1, 1, 1]
const DIGIT_BITS = [3.3, 3.3, 3.3, 3.3, 2]
const CASE_BITS = 1

/** The bits of letters, digits, separators or one sign. */
function bitsOf(part: string): number {
  const isWord = /^\p{L}/u.test(part)
  if (!isWord && !/^\p{N}/u.test(part)) return /^[\s\-_.,]/.test(part) ? SEPARATOR_BITS : SIGN_BITS
  let bits = 0
  let before = ''
  for (const [at, character] of Array.from(part).entries()) {
    bits += isNext(before, character) ? NEXT_BITS : bitsAt(isWord, at)
    if (isWord && before !== '' && isUpper(before) !== isUpper(character)) bits += CASE_BITS
    before = character
  }
  return bits
}

/** Letters beyond the eighth are another word. */
function bitsAt(isWord: boolean, at: number): number {
  const bits = isWord
    ? LETTER_BITS[at % LETTER_BITS.length]
    : DIGIT_BITS[Math.min(at, DIGIT_BITS.length - 1)]
  return bits ?? 0
}

const isUpper = (character: string) => character !== character.toLowerCase()

/** Rows of keyboards; a row is also typed backwards. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertz', 'azerty', '1234567890']

/** Whether a character repeats the one before, or is beside it in the alphabet or on the keyboard. */
function isNext(before: string, character: string): boolean {
  if (before === '') return false
  const pair = `${before}${character}`.toLowerCase()
  const [first = '', second = ''] = Array.from(pair)
  const step = (second.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0)
  return (
    Math.abs(step) <= 1 || ROWS.some((row) => row.includes(pair) || row.includes(second + first))
  )
}
