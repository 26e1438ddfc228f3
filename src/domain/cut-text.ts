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
