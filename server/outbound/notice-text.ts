/** What the placeholders of a message stand for (spec 3). */
export type NoticeValues = Readonly<Record<string, string>>

export interface NoticeText {
  /** In the chat's HTML, values escaped. */
  html: string
  /** The same without markup, for when the chat refuses the markup. */
  plain: string
}

const ELLIPSIS = '…'

const escape = (text: string) =>
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

const withoutTags = (html: string) => unescape(html.replaceAll(/<\/?[a-z][^<>]*>/gi, ''))

/** Braces around anything but a known placeholder are plain text. */
const fill = (template: string, value: (name: string) => string | undefined) =>
  template.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => value(name) ?? whole)

/**
 * Fills a project's message. Text that is longer than the chat takes (`longest`, counted without
 * markup, in UTF-16 units as the chat does) is cut, and then it is plain: a cut could halve a tag.
 */
export function fillNotice(template: string, values: NoticeValues, longest: number): NoticeText {
  const clean = (name: string) =>
    Object.hasOwn(values, name) ? values[name]?.replaceAll(/\p{Surrogate}/gu, '�') : undefined
  const html = fill(template, (name) => {
    const value = clean(name)
    return value === undefined ? undefined : escape(value)
  })
  const plain = fill(withoutTags(template), clean)
  if (Math.max(plain.length, withoutTags(html).length) <= longest) return { html, plain }
  const cut = plain.slice(0, longest - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, '') + ELLIPSIS
  return { html: escape(cut), plain: cut }
}
