import { languages, tokenizeText } from 'prism-code-editor/prism'
import 'prism-code-editor/prism/languages/markup'
import 'prism-code-editor/prism/languages/css'
import 'prism-code-editor/prism/languages/javascript'
import type { CodeKind, CodeSpan } from '#src/ui/CodeSpans.tsx'

type Stream = ReturnType<typeof tokenizeText>

/** Token types of the grammars → the design's few colours; others keep what is around them. */
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

/** What surrounds a piece: the colour it inherits, and whether it is code inside the HTML. */
interface Around {
  kind: CodeKind
  isInTag: boolean
  isEmbedded: boolean
}

function kindOf(type: string, { kind, isInTag, isEmbedded }: Around): CodeKind {
  // A tag holds its name as a tag of its own; what is around the name is plain.
  if (type === 'tag') return isInTag ? 'name' : 'plain'
  // Quotes belong to their string; inside scripts and styles only strings and comments stand out.
  if (type === 'punctuation' && (kind === 'string' || isEmbedded)) return kind
  return Object.hasOwn(KINDS, type) ? (KINDS[type] ?? kind) : kind
}

function* spansOf(pieces: Stream, around: Around): Generator<CodeSpan> {
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      yield { text: piece, kind: around.kind }
      continue
    }
    const { type, content } = piece
    const kind = kindOf(type, around)
    if (typeof content === 'string') {
      yield { text: content, kind }
    } else {
      const isEmbedded = around.isEmbedded || type === 'script' || type === 'style'
      yield* spansOf(content, { kind, isInTag: type === 'tag', isEmbedded })
    }
  }
}

/** Cuts HTML, with the scripts and styles in it, into lines of coloured stretches. */
export function highlightHtml(text: string): CodeSpan[][] {
  const lines: CodeSpan[][] = []
  let line: CodeSpan[] = []
  const pieces = tokenizeText(text, languages['html'] ?? {})
  const plain: Around = { kind: 'plain', isInTag: false, isEmbedded: false }
  for (const { text: stretch, kind } of spansOf(pieces, plain)) {
    const [first = '', ...rest] = stretch.split('\n')
    if (first !== '') line.push({ text: first, kind })
    for (const next of rest) {
      lines.push(line)
      line = next === '' ? [] : [{ text: next, kind }]
    }
  }
  lines.push(line)
  return lines
}
