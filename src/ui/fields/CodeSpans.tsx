import { styled } from '#src/ui/theme.ts'

export type CodeKind = 'plain' | 'name' | 'string' | 'quiet' | 'wrong' | 'placeholder'

/** A run of code in one colour, without line breaks. */
export type CodeSpan = { text: string; kind: CodeKind }

const COLOURS: Record<CodeKind, string> = {
  plain: '',
  name: 'color: var(--text-1);',
  string: 'color: var(--accent);',
  quiet: 'color: var(--text-3);',
  wrong: 'color: var(--negative);',
  // The negative margin undoes the padding: the text must align with the textarea's.
  placeholder:
    'color: var(--accent); background: var(--accent-tint); border-radius: 3px; padding: 0 2px; margin: 0 -2px;',
}

const Span = styled('span')<{ $kind: CodeKind }>`
  ${(p) => COLOURS[p.$kind]}
`

/** One line of highlighted code, rendered as text only. */
export function CodeSpans(props: { spans: readonly CodeSpan[] }) {
  let offset = 0
  return props.spans.map((span) => {
    const key = offset
    offset += span.text.length
    return span.kind === 'plain' ? (
      <span key={key}>{span.text}</span>
    ) : (
      <Span key={key} $kind={span.kind}>
        {span.text}
      </Span>
    )
  })
}
