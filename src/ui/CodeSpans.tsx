import { styled } from './theme.ts'

export type CodeKind = 'plain' | 'name' | 'string' | 'quiet' | 'placeholder'

/** A stretch of code of one colour; it holds no line break. */
export type CodeSpan = { text: string; kind: CodeKind }

const COLOURS: Record<CodeKind, string> = {
  plain: '',
  name: 'color: var(--text-1);',
  string: 'color: var(--accent);',
  quiet: 'color: var(--text-3);',
  // The padding is taken back by the margin: the text must stay where the textarea has it.
  placeholder:
    'color: var(--accent); background: var(--accent-tint); border-radius: 3px; padding: 0 2px; margin: 0 -2px;',
}

const Stretch = styled('span')<{ $kind: CodeKind }>`
  ${(p) => COLOURS[p.$kind]}
`

/** One line of coloured code, as text nodes only. */
export function CodeSpans(props: { spans: readonly CodeSpan[] }) {
  let offset = 0
  return props.spans.map((span) => {
    const key = offset
    offset += span.text.length
    return span.kind === 'plain' ? (
      <span key={key}>{span.text}</span>
    ) : (
      <Stretch key={key} $kind={span.kind}>
        {span.text}
      </Stretch>
    )
  })
}
