import type { CodeSpan } from '#src/ui/CodeSpans.tsx'
import { messageParts } from './message-template.ts'

/** Cuts a message into its lines, with its placeholders marked. */
export function highlightMessage(text: string): CodeSpan[][] {
  return text.split('\n').map((line) =>
    messageParts(line).map((part) => ({
      text: part.text,
      kind: part.placeholder === null ? ('plain' as const) : ('placeholder' as const),
    })),
  )
}
