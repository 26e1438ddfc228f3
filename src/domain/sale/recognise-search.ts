import { cutText } from '#src/domain/text/text.ts'

/** What a typed or pasted text is by its form, and the text to search for. */
export interface Recognised {
  is: 'nothing' | 'text' | 'address' | 'hash'
  q: string
}

/** A pasted page is not searched as a whole. */
const MAX_INPUT_LENGTH = 2000
const MAX_TEXT_LENGTH = 200

const HASH = /(?<![\da-z])0x[\da-f]{64}(?![\da-f])/gi
const ADDRESS = /(?<![\da-z])0x[\da-f]{40}(?![\da-f])/gi
/** The form that the server accepts, whose digits it does not check. */
const WHOLE_HASH = /^0x\S{64}$/i
const WHOLE_ADDRESS = /^0x\S{40}$/i

/** The distance between a full-width character, as Chinese and Japanese keyboards type it, and its ASCII one. */
const FULL_WIDTH_OFFSET = 0xfee0
const QUOTES = '"\'`´“”„‟‘’‚‛«»‹›<>()[]{}'
const TRAILING = `${QUOTES},;.`

/** Without invisible characters, full-width forms, and the quotes around it. */
export function cleanSearchText(text: string): string {
  const visible = cutText(text, MAX_INPUT_LENGTH)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\uff01-\uff5e]/g, (char) =>
      String.fromCharCode(char.charCodeAt(0) - FULL_WIDTH_OFFSET),
    )
    // Line breaks, tabs and every kind of blank.
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  let start = 0
  let end = visible.length
  while (start < end && QUOTES.includes(visible.charAt(start))) start += 1
  while (end > start && TRAILING.includes(visible.charAt(end - 1))) end -= 1
  return visible.slice(start, end).trim()
}

const lowerPrefix = (value: string) => `0x${value.slice(2)}`

/**
 * Recognises an address or a hash by its form, also inside a link to a block explorer, in groups
 * of digits, or in a sentence. A link with a hash and an address is about the hash; one with two
 * addresses, such as a token and its holder, is about the last.
 */
export function recogniseSearch(text: string): Recognised {
  const clean = cleanSearchText(text)
  if (clean === '') return { is: 'nothing', q: '' }
  const joined = clean.replaceAll(' ', '')
  for (const candidate of [clean, joined]) {
    if (WHOLE_HASH.test(candidate)) return { is: 'hash', q: lowerPrefix(candidate) }
    if (WHOLE_ADDRESS.test(candidate)) return { is: 'address', q: lowerPrefix(candidate) }
  }
  const hash = clean.match(HASH)?.at(-1)
  if (hash !== undefined) return { is: 'hash', q: lowerPrefix(hash) }
  const address = clean.match(ADDRESS)?.at(-1)
  if (address !== undefined) return { is: 'address', q: lowerPrefix(address) }
  const q = cutText(clean.replace(/^mailto:/i, ''), MAX_TEXT_LENGTH)
  return { is: q === '' ? 'nothing' : 'text', q }
}
