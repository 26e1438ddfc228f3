/**
 * Validates a piece of HTML with the tokenizer rules of the HTML standard, without building a
 * document. HTML that a browser would have to repair is invalid: the snippet goes into pages where
 * buyers pay, and a repair could swallow the rest of the page.
 */

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Elements whose content is text up to their own end tag (standard 13.2.5, raw text and RCDATA). */
const TEXT_ONLY = new Set('script style textarea title iframe noembed noframes xmp'.split(' '))

/** Start tags that end an open paragraph. */
const ENDS_PARAGRAPH = new Set(
  (
    'address article aside blockquote details dialog div dl fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul'
  ).split(' '),
)

/** Elements with an optional end tag: open element → start tags that close it. */
const CLOSED_BY_START: Record<string, ReadonlySet<string>> = {
  p: ENDS_PARAGRAPH,
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  option: new Set(['option', 'optgroup']),
  optgroup: new Set(['optgroup']),
  td: new Set(['td', 'th', 'tr', 'tbody', 'tfoot']),
  th: new Set(['td', 'th', 'tr', 'tbody', 'tfoot']),
  tr: new Set(['tr', 'tbody', 'tfoot']),
  thead: new Set(['tbody', 'tfoot']),
  tbody: new Set(['tbody', 'tfoot']),
}

const MAY_END_WITH_PARENT = new Set([...Object.keys(CLOSED_BY_START), 'tfoot'])

const TAG_NAME = /[a-zA-Z][^\s/>\0<]*/y
const SPACE = /\s*/y
const ATTRIBUTE_NAME = /[^\s/>="'<\0]+/y
// `=` inside (a query string) is common and harmless; at the start it is a mistake.
const UNQUOTED_VALUE = /[^\s>"'<=`\0][^\s>"'<`\0]*/y

/** Thrown and caught in this file only. */
class InvalidHtml extends Error {}

class Reader {
  position = 0
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  at(expected: string): boolean {
    return this.text.startsWith(expected, this.position)
  }

  take(pattern: RegExp): string {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.position += found.length
    return found
  }

  /** Moves behind the next `end` and returns the text before it. Throws without one. */
  skipPast(end: string): string {
    const found = this.text.indexOf(end, this.position)
    if (found < 0) throw new InvalidHtml()
    const skipped = this.text.slice(this.position, found)
    this.position = found + end.length
    return skipped
  }
}

function readComment(reader: Reader): void {
  if (reader.at('>') || reader.at('->')) throw new InvalidHtml()
  const content = reader.skipPast('-->')
  if (content.includes('<!--') || content.includes('--!>')) throw new InvalidHtml()
}

function readAttributes(reader: Reader): { selfClosing: boolean } {
  const seen = new Set<string>()
  for (;;) {
    const gap = reader.take(SPACE)
    if (reader.at('>')) {
      reader.position += 1
      return { selfClosing: false }
    }
    if (reader.at('/>')) {
      reader.position += 2
      return { selfClosing: true }
    }
    const name = reader.take(ATTRIBUTE_NAME).toLowerCase()
    if (name === '' || gap === '' || seen.has(name)) throw new InvalidHtml()
    seen.add(name)
    const beforeEquals = reader.position
    reader.take(SPACE)
    if (reader.at('=')) {
      reader.position += 1
      readValue(reader)
    } else {
      reader.position = beforeEquals
    }
  }
}

function readValue(reader: Reader): void {
  reader.take(SPACE)
  const quote = reader.at('"') ? '"' : reader.at("'") ? "'" : null
  if (quote) {
    reader.position += 1
    reader.skipPast(quote)
  } else if (reader.take(UNQUOTED_VALUE) === '') {
    throw new InvalidHtml()
  }
}

const SCRIPT_MARK = /<!--|-->|<(\/?)script(?=[\s/>])/gi
const END_OF_TAG = /\s*>/y

/**
 * Moves behind the element's end tag. In a script, after `<!--` and `<script` the next `</script>`
 * ends the inner script (the standard's "double escaped" state).
 */
function skipTextContent(reader: Reader, name: string): void {
  const marks = name === 'script' ? SCRIPT_MARK : new RegExp(`<(/)${name}(?=[\\s/>])`, 'gi')
  marks.lastIndex = reader.position
  let isEscaped = false
  let isDoubleEscaped = false
  for (let mark = marks.exec(reader.text); mark; mark = marks.exec(reader.text)) {
    if (mark[0] === '<!--') {
      isEscaped = true
    } else if (mark[0] === '-->') {
      isEscaped = false
      isDoubleEscaped = false
    } else if (mark[1] === '') {
      isDoubleEscaped = isEscaped
    } else if (isDoubleEscaped) {
      isDoubleEscaped = false
    } else {
      reader.position = mark.index + mark[0].length
      if (reader.take(END_OF_TAG) === '') throw new InvalidHtml()
      return
    }
  }
  throw new InvalidHtml()
}

function closeImplied(open: string[], starting: string): void {
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (!Object.hasOwn(CLOSED_BY_START, top) || !CLOSED_BY_START[top]?.has(starting)) return
    open.pop()
  }
}

function readStartTag(reader: Reader, open: string[]): void {
  const name = reader.take(TAG_NAME).toLowerCase()
  const { selfClosing } = readAttributes(reader)
  const isForeign =
    name === 'svg' || name === 'math' || open.includes('svg') || open.includes('math')
  if (isForeign) {
    if (!selfClosing) open.push(name)
    return
  }
  closeImplied(open, name)
  if (VOID.has(name)) return
  // A browser ignores the slash of `<div/>` and leaves the element open.
  if (selfClosing) throw new InvalidHtml()
  if (TEXT_ONLY.has(name)) skipTextContent(reader, name)
  else open.push(name)
}

function readEndTag(reader: Reader, open: string[]): void {
  const name = reader.take(TAG_NAME).toLowerCase()
  if (name === '' || reader.take(END_OF_TAG) === '') throw new InvalidHtml()
  for (let top = open.pop(); top !== name; top = open.pop()) {
    if (top === undefined || !MAY_END_WITH_PARENT.has(top)) throw new InvalidHtml()
  }
}

function readMarkup(reader: Reader, open: string[]): void {
  if (reader.at('<!--')) {
    reader.position += 4
    readComment(reader)
  } else if (reader.at('</')) {
    reader.position += 2
    readEndTag(reader, open)
  } else if (/^<!doctype\s/i.test(reader.text.slice(reader.position, reader.position + 10))) {
    reader.skipPast('>')
  } else if (/^<[a-z]/i.test(reader.text.slice(reader.position, reader.position + 2))) {
    reader.position += 1
    readStartTag(reader, open)
  } else if (reader.at('<![CDATA[') && (open.includes('svg') || open.includes('math'))) {
    reader.skipPast(']]>')
  } else {
    throw new InvalidHtml()
  }
}

/**
 * Whether the text is HTML that needs no repair: every element is closed (the parent's end tag implies
 * an optional end tag, the end of the text does not), no stray end tag, no malformed or repeated
 * attribute, no unclosed script, style or comment. Empty text is valid. The time is linear in the
 * text, except for deep nesting.
 */
export function isHtmlSnippet(text: string): boolean {
  const reader = new Reader(text)
  const open: string[] = []
  try {
    for (;;) {
      const next = text.indexOf('<', reader.position)
      if (next < 0) return open.length === 0
      reader.position = next
      readMarkup(reader, open)
    }
  } catch (error) {
    if (error instanceof InvalidHtml) return false
    throw error
  }
}
