import { languages, tokenizeText } from 'prism-code-editor/prism'
import 'prism-code-editor/prism/languages/markup'
import 'prism-code-editor/prism/languages/css'
import 'prism-code-editor/prism/languages/javascript'
import type { CodeKind, CodeSpan } from '#src/ui/fields/CodeSpans.tsx'

type Stream = ReturnType<typeof tokenizeText>

/** Maps token types to the design's colours; other tokens inherit the colour context them. */
const KINDS: Record<string, CodeKind> = {
  comment: 'quiet',
  prolog: 'quiet',
  doctype: 'quiet',
  cdata: 'quiet',
  punctuation: 'quiet',
  'attr-name': 'plain',
  'attr-value': 'string',
  string: 'string',
  'template-string': 'string',
  url: 'string',
  script: 'plain',
  style: 'plain',
}

/** The context of a token: its inherited colour, and whether it is inside a tag, script or style. */
interface Context {
  kind: CodeKind
  isInTag: boolean
  isEmbedded: boolean
}

function kindOf(type: string, { kind, isInTag, isEmbedded }: Context): CodeKind {
  // The name of a tag is a nested tag token; the rest of the tag is plain.
  if (type === 'tag') return isInTag ? 'name' : 'plain'
  // Quotes have the colour of their string. In scripts and styles only strings and comments are coloured.
  if (type === 'punctuation' && (kind === 'string' || isEmbedded)) return kind
  return Object.hasOwn(KINDS, type) ? (KINDS[type] ?? kind) : kind
}

function* spansOf(tokens: Stream, context: Context): Generator<CodeSpan> {
  for (const token of tokens) {
    if (typeof token === 'string') {
      yield { text: token, kind: context.kind }
      continue
    }
    const { type, content } = token
    const kind = kindOf(type, context)
    if (typeof content === 'string') {
      yield { text: content, kind }
    } else {
      const isEmbedded = context.isEmbedded || type === 'script' || type === 'style'
      yield* spansOf(content, { kind, isInTag: type === 'tag', isEmbedded })
    }
  }
}

/** Splits HTML with its scripts and styles into lines of coloured spans. */
export function highlightHtml(text: string): CodeSpan[][] {
  const lines: CodeSpan[][] = []
  let line: CodeSpan[] = []
  const tokens = tokenizeText(text, languages['html'] ?? {})
  const plain: Context = { kind: 'plain', isInTag: false, isEmbedded: false }
  for (const { text: span, kind } of spansOf(tokens, plain)) {
    const [first = '', ...rest] = span.split('\n')
    if (first !== '') line.push({ text: first, kind })
    for (const next of rest) {
      lines.push(line)
      line = next === '' ? [] : [{ text: next, kind }]
    }
  }
  lines.push(line)
  return lines
}
