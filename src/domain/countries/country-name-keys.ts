/** Letters without a decomposition, and their plain spelling. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ə: 'e',
}
const SHORT_WORDS = new Map([
  ['st', 'saint'],
  ['is', 'islands'],
  ['rep', 'republic'],
  ['dem', 'democratic'],
])
const FILL_WORDS = new Set(['the', 'of', 'and'])

/** The name in lower case without accents and punctuation; "U.S." becomes one word. */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıə]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/['’‘ʻʼ`´]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '')
}

/** A key that all spellings of a name share: its words, sorted, without fill words. */
export function nameKey(folded: string): string {
  const words = folded.split(' ').filter((word) => !FILL_WORDS.has(word))
  return words
    .map((word) => SHORT_WORDS.get(word) ?? word)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ')
}
