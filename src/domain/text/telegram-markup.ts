import { shortenText } from './text.ts'

/** The tags of Telegram's HTML, and the tag of the preview for each (Bot API, "HTML style"). */
const TAGS = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  code: 'code',
  pre: 'pre',
  a: 'a',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
} as const

export type MarkupTag = (typeof TAGS)[keyof typeof TAGS]

/** Text, or a tag with children. */
export type MarkupNode = string | { tag: MarkupTag; children: MarkupNode[] }

/** The message as a tree, or the error for which Telegram would refuse it. */
export type Markup = { nodes: MarkupNode[]; error: null } | { nodes: null; error: string }

const ALLOWED = 'b, i, u, s, code, pre, a, blockquote, tg-spoiler'
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }
const ENTITY = /&(?:(lt|gt|amp|quot)|#(\d{1,7})|#x([\da-f]{1,6}));?/gi
const NAME = /^<\/?([^\s>]*)/
const ATTRIBUTE = /^\s+([^\s=>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+)))?/
/** The longest name in an error: a tag name can be as long as the message. */
const MAX_QUOTED = 30

function decode(text: string): string {
  return text.replaceAll(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : whole
  })
}

const quote = (name: string) => shortenText(name, MAX_QUOTED + 1)

interface Tag {
  /** In lower case. */
  name: string
  isEnd: boolean
  attributes: ReadonlyMap<string, string>
  /** The number of characters, including brackets. */
  length: number
}

/** The tag at the start of the text, which starts with `<`, or null if it has no end. */
function readTag(text: string): Tag | null {
  const [head = '', nameText = ''] = NAME.exec(text) ?? []
  const attributes = new Map<string, string>()
  let length = head.length
  for (;;) {
    const found = ATTRIBUTE.exec(text.slice(length))
    if (!found) break
    const [whole, name = '', double, single, bare] = found
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '')
    length += whole.length
  }
  const end = /^\s*>/.exec(text.slice(length))
  if (!end) return null
  const isEnd = head.startsWith('</')
  return { name: nameText.toLowerCase(), isEnd, attributes, length: length + end[0].length }
}

function isTagName(name: string): name is keyof typeof TAGS {
  return Object.hasOwn(TAGS, name)
}

/** The error for an unknown start tag, as a sentence for the field. */
function unknownTagError(name: string): string {
  if (!/^[a-z]/.test(name)) return 'Write &lt; for a < that begins no tag'
  return `The tag <${quote(name)}> is not allowed in Telegram. Allowed: ${ALLOWED}`
}

/**
 * Parses a message by the rules of Telegram's HTML: all tags are allowed ones and closed in order, and
 * any other `<` is written as `&lt;`.
 */
export function parseTelegramMarkup(text: string): Markup {
  const root: MarkupNode[] = []
  const open: { name: string; children: MarkupNode[] }[] = []
  const fail = (error: string): Markup => ({ nodes: null, error })
  let at = 0
  while (at < text.length) {
    const inside = open.at(-1)?.children ?? root
    const next = text.indexOf('<', at)
    const end = next === -1 ? text.length : next
    if (end > at) inside.push(decode(text.slice(at, end)))
    if (next === -1) break
    const tag = readTag(text.slice(next))
    if (!tag) {
      const name = NAME.exec(text.slice(next))?.[1]?.toLowerCase() ?? ''
      return fail(isTagName(name) ? `The tag <${name}> has no closing >` : unknownTagError(name))
    }
    if (tag.isEnd) {
      const last = open.pop()
      if (!last) return fail(`The tag </${quote(tag.name)}> closes nothing`)
      if (tag.name !== '' && tag.name !== last.name)
        return fail(`The tag </${quote(tag.name)}> stands where </${last.name}> is expected`)
    } else {
      const { name } = tag
      if (!isTagName(name)) return fail(unknownTagError(name))
      if (name === 'span' && tag.attributes.get('class') !== 'tg-spoiler')
        return fail('The tag <span> needs class="tg-spoiler"')
      const children: MarkupNode[] = []
      inside.push({ tag: TAGS[name], children })
      open.push({ name, children })
    }
    at = next + tag.length
  }
  const unclosed = open.at(-1)
  if (unclosed) return fail(`The tag <${unclosed.name}> is not closed`)
  return { nodes: root, error: null }
}

const hasText = (node: MarkupNode): boolean =>
  typeof node === 'string' ? node.trim() !== '' : node.children.some(hasText)

/**
 * The error for which Telegram would refuse a message text, as a sentence for the field, or null.
 * Placeholders count as text: their values are escaped when the notice is sent.
 */
export function telegramMessageError(text: string): string | null {
  if (text === '') return null
  const { nodes, error } = parseTelegramMarkup(text)
  if (nodes === null) return error
  return nodes.some(hasText) ? null : 'Enter a text: Telegram refuses an empty message'
}
