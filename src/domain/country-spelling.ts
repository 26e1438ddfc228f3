/** Letters that have no accent to take off, as they are written without them. */
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

/** A name in plain lower case letters: without accents and punctuation, "U.S." as one word. */
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

/** What spellings of one name have in common: its words in one order, without those that only join. */
export function nameKey(folded: string): string {
  const words = folded.split(' ').filter((word) => !FILL_WORDS.has(word))
  return words
    .map((word) => SHORT_WORDS.get(word) ?? word)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ')
}
