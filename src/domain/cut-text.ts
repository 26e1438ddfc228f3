/**
 * The first `maxLength` UTF-16 units of a text, as limits count them, without half a character at the
 * end: PostgreSQL and UTF-8 have no place for one.
 */
export function cutText(text: string, maxLength: number): string {
  return text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '') : text
}

/** The text, or its start with an ellipsis: at most `maxLength` UTF-16 units. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength - 1)}…` : text
}

/**
 * The end of a name that stays visible where its middle is left out, at most `length` UTF-16 units, and
 * what stands before it. Neither has half a character.
 */
export function splitAtEnd(text: string, length: number): { start: string; end: string } {
  const start = cutText(text, Math.max(0, text.length - length))
  const end = text.slice(start.length)
  // A pair whose half is beyond the length stays with the start.
  const pair = end.length > length ? (/^[\uD800-\uDBFF][\uDC00-\uDFFF]/.exec(end)?.[0] ?? '') : ''
  return { start: start + pair, end: end.slice(pair.length) }
}

/** Of a name that is shortened in its middle, what stays of its end. */
export const END_LENGTH = 8

/** The text, or its start and its end with an ellipsis between: at most `maxLength` UTF-16 units. */
export function shortenMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const { end } = splitAtEnd(text, END_LENGTH)
  return `${cutText(text, maxLength - END_LENGTH - 1)}…${end}`
}
