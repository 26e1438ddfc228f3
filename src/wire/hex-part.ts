/** The start of an address or hash, at least six characters, or both ends as in "0x4c91e07b…e1b4". */
const HEX_PART = /^0x[\da-f]{4,63}(?:(?:…|\.{2,3})[\da-f]{2,16})?$/i
/** A whole address, not the start of a hash. */
const ADDRESS = /^0x[\da-f]{40}$/i

/** Whether a text is a part of an address or hash by its form. */
export const isHexPart = (text: string): boolean => HEX_PART.test(text) && !ADDRESS.test(text)

/** The start and the end of an address or hash that a text names in part, in small letters; null for any other text. */
export function parseHexPart(text: string): { start: string; end: string } | null {
  if (!isHexPart(text)) return null
  const [start = '', end = ''] = text.toLowerCase().split(/…|\.{2,3}/)
  return { start, end }
}

/** Whether a search names this address or hash: all of it, or a part. */
export function matchesHex(value: string, text: string): boolean {
  const lower = value.toLowerCase()
  const part = parseHexPart(text)
  if (!part) return lower === text.toLowerCase()
  return lower.startsWith(part.start) && lower.endsWith(part.end)
}
