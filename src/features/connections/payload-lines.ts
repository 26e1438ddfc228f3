import { searchFieldOf } from '#src/domain/search-rules.ts'
import type { CodeKind, CodeSpan } from '#src/ui/CodeSpans.tsx'

/** A line of pretty-printed JSON: indentation, name, value and what follows it. */
const LINE = /^(\s*)(?:("(?:[^"\\]|\\.)*")(: ))?(.*?)([,{}[\]]*)$/s

/**
 * The lines of a refused event, pretty-printed and coloured. An event that was cut is text.
 * @param field the field that caused the refusal: its value is marked
 */
export function payloadLines(event: unknown, field: string): CodeSpan[][] {
  if (typeof event === 'string') return event.split('\n').map((text) => [{ text, kind: 'plain' }])
  const mark = `  ${JSON.stringify(field)}: `
  return JSON.stringify(event, null, 2)
    .split('\n')
    .map((line) => spansOf(line, line.startsWith(mark)))
}

function spansOf(line: string, isWrong: boolean): CodeSpan[] {
  const [, indent = '', name = '', colon = '', value = '', end = ''] = LINE.exec(line) ?? []
  const kind: CodeKind = isWrong ? 'wrong' : value.startsWith('"') ? 'string' : 'plain'
  const spans: CodeSpan[] = [
    { text: indent, kind: 'plain' },
    { text: name, kind: 'name' },
    { text: colon, kind: 'quiet' },
    { text: value, kind },
    { text: end, kind: 'quiet' },
  ]
  return spans.filter(({ text }) => text !== '')
}

/** The wallet that a refused event names; null without a valid address. */
export function walletOf(event: unknown): string | null {
  if (typeof event !== 'object' || event === null || !('wallet_address' in event)) return null
  const { wallet_address: address } = event
  return typeof address === 'string' && searchFieldOf(address) === 'walletAddress' ? address : null
}
