import { mentionAt, type MentionedPerson } from './mentions.ts'
import { parseUrl } from './parse-url.ts'

/** A piece of a note: text as it was typed, or a text that leads somewhere. */
export type NotePart =
  | { is: 'text'; text: string }
  | { is: 'mention'; text: string; person: MentionedPerson }
  /** An address of 40 digits. */
  | { is: 'wallet'; text: string }
  /** A transaction hash of 64 digits. */
  | { is: 'hash'; text: string }
  /** `href` is what the browser makes of it. */
  | { is: 'link'; text: string; href: string }

type Found = Exclude<NotePart, { is: 'text' }>

/** What can begin a mention, a hash or a link; the rest of a note is looked over in one go. */
const STARTS = /@|0x|https?:\/\//gi
const WORD = /[\p{L}\p{N}_]/u
const HEX = /^0x[\da-f]+/i
const ADDRESS_LENGTH = 42
const HASH_LENGTH = 66

/**
 * What an address on the web consists of: printable ASCII without quotes, angle brackets and backslashes.
 * Invisible characters and those that turn the direction of text end it, and letters that imitate others
 * do not belong to it.
 */
const URL_CHARS = /^[!#-;=?-[\]_a-z~]+/i
/** Punctuation that belongs to the sentence, not to the address before it. */
const SENTENCE_END = new Set(".,;:!?'*_)]".split(''))

/** Whether the character that ends at `end` belongs to a word. */
const isWordBefore = (text: string, end: number) => {
  const low = text.charCodeAt(end - 1)
  // The second half of a pair.
  const isPair = low >= 0xdc00 && low <= 0xdfff
  return WORD.test(text.slice(Math.max(0, end - (isPair ? 2 : 1)), end))
}
const isWordAt = (text: string, at: number) => {
  const code = text.codePointAt(at)
  return code !== undefined && WORD.test(String.fromCodePoint(code))
}

/**
 * The pieces of a note, which together are its text. Only mentions of these people, wallet addresses,
 * transaction hashes and http(s) links lead anywhere; HTML and markup stay text. The time grows with the
 * length of the text, whatever it consists of.
 * @param people who is mentioned; an @ before any other name is text
 */
export function noteParts(text: string, people: readonly MentionedPerson[]): NotePart[] {
  const parts: NotePart[] = []
  let done = 0
  // Until where a run that is no link reaches: it is read once.
  let noLinkBefore = 0
  for (const { index } of text.matchAll(STARTS)) {
    if (index < done || isWordBefore(text, index)) continue
    const isLink = !'@0'.includes(text.charAt(index))
    if (isLink && index < noLinkBefore) continue
    const run = isLink ? (URL_CHARS.exec(text.slice(index))?.[0] ?? '') : ''
    const found = isLink ? linkAt(text, index, run) : nameAt(text, index, people)
    if (found === null) {
      noLinkBefore = Math.max(noLinkBefore, index + run.length)
      continue
    }
    if (index > done) parts.push({ is: 'text', text: text.slice(done, index) })
    parts.push(found)
    done = index + found.text.length
  }
  if (done < text.length) parts.push({ is: 'text', text: text.slice(done) })
  return parts
}

function nameAt(text: string, at: number, people: readonly MentionedPerson[]): Found | null {
  if (text.charAt(at) === '0') return hexAt(text, at)
  const person = mentionAt(text, at, people)
  return person && { is: 'mention', text: `@${person.name}`, person }
}

function hexAt(text: string, at: number): Found | null {
  // One digit more than the longest, so that a longer number is none of them.
  const [digits = ''] = HEX.exec(text.slice(at, at + HASH_LENGTH + 1)) ?? []
  if (isWordAt(text, at + digits.length)) return null
  if (digits.length === ADDRESS_LENGTH) return { is: 'wallet', text: digits }
  return digits.length === HASH_LENGTH ? { is: 'hash', text: digits } : null
}

/** @param run the characters of the address, and what follows it */
function linkAt(text: string, at: number, run: string): Found | null {
  // What follows would be part of a name that only seems to end here.
  if (isWordAt(text, at + run.length)) return null
  const address = withoutSentenceEnd(run)
  const url = parseUrl(address)
  if (url === null) return null
  // A name before the host is what people take for the host.
  if (url.username !== '' || url.password !== '') return null
  return { is: 'link', text: address, href: url.href }
}

/** A closing bracket stays if its opening one is part of the address. */
function withoutSentenceEnd(run: string): string {
  const open = { ')': 0, ']': 0 }
  for (const char of run) {
    if (char === '(') open[')'] += 1
    if (char === '[') open[']'] += 1
    if (char === ')' || char === ']') open[char] -= 1
  }
  let end = run.length
  for (; end > 0; end--) {
    const last = run.charAt(end - 1)
    if (!SENTENCE_END.has(last)) break
    if (last !== ')' && last !== ']') continue
    if (open[last] >= 0) break
    open[last] += 1
  }
  return run.slice(0, end)
}
