import { parseUrl } from './parse-url.ts'

/** Words, numbers and names as they stand in a text. */

/** The text with its first letter in upper case. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text with its first letter in lower case, as within a sentence. */
export function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** A count with its noun, whose plural ends in s: '1 project', '0 projects'. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

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

/** "0xd204a6e1…37b8": the first 8 digits and the last 4. Short texts are not cut. */
export function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 10)}…${address.slice(-4)}`
}

/** "0x8e41c0a7d95b23f6…74ee19d0b2c35a68": 16 digits from each end of a transaction hash. */
export function shortHash(hash: string): string {
  return hash.length <= 36 ? hash : `${hash.slice(0, 18)}…${hash.slice(-16)}`
}

const COLLATOR = new Intl.Collator('en', { numeric: true })

/** Orders names as people do, on a machine of any language: "Stage 2" is before "Stage 10". */
export const byName = (a: string, b: string): number => COLLATOR.compare(a, b)

/** So that it fits into a line of a phone, within a sentence. */
const MAX_SITE_NAME_LENGTH = 28

/** The host of a project's site, "aura.example", or the project's name; shortened in its middle if it is long. */
export function siteName(project: { id: string; website_url: string | null }): string {
  const { id, website_url: url } = project
  const name = (url === null ? null : parseUrl(url)?.host) ?? id
  return shortenMiddle(name, MAX_SITE_NAME_LENGTH)
}
