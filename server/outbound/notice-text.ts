import { cutText } from '#src/domain/text/text.ts'

/** The values of a message's placeholders. */
export type NoticeValues = Readonly<Record<string, string>>

export interface NoticeText {
  /** The chat's HTML, with escaped values. */
  html: string
  /** The text without markup, in case the chat refuses the markup. */
  plain: string
}

const ELLIPSIS = '…'

/** Text as HTML, in content and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const stripTags = (html: string) => unescape(html.replaceAll(/<\/?[a-z][^<>]*>/gi, ''))

/** Braces around anything other than a known placeholder stay as they are. */
const fill = (template: string, value: (name: string) => string | undefined) =>
  template.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => value(name) ?? whole)

/**
 * Fills in a project's message template. Longer text is cut and loses its markup, because a cut could
 * split a tag.
 * @param maxLength the chat's limit in UTF-16 units, not counting markup
 */
export function fillNotice(template: string, values: NoticeValues, maxLength: number): NoticeText {
  const clean = (name: string) =>
    Object.hasOwn(values, name) ? values[name]?.replaceAll(/\p{Surrogate}/gu, '�') : undefined
  const html = fill(template, (name) => {
    const value = clean(name)
    return value === undefined ? undefined : escapeHtml(value)
  })
  const plain = fill(stripTags(template), clean)
  if (Math.max(plain.length, stripTags(html).length) <= maxLength) return { html, plain }
  const cut = cutText(plain, maxLength - ELLIPSIS.length) + ELLIPSIS
  return { html: escapeHtml(cut), plain: cut }
}
