import { formatLatest } from '#src/domain/sale/record-formats.ts'
import { searchFieldOf } from '#src/domain/sale/search-rules.ts'
import { Address } from '#src/records/cells/Address.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { Fact, Facts } from '#src/records/page/Facts.tsx'
import { defineLayout } from '#src/records/record-definition.ts'
import { CodeSpans, type CodeKind, type CodeSpan } from '#src/ui/fields/CodeSpans.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Refusal } from '#src/wire/ingest-keys.ts'

/** The refused events of a project, newest first. An opened one shows what the site sent. */
export const refusalRecord = (projectId: string) =>
  defineLayout<Refusal>({
    label: 'Refused events',
    columns: [
      {
        key: 'time',
        label: 'Time',
        min: 96,
        cell: (refusal, { now }) => <Time refusal={refusal} now={now} />,
      },
      {
        key: 'field',
        label: 'Field',
        min: 160,
        grow: 1,
        cell: ({ field }) => (
          <span className="mono trunc" title={field}>
            {field}
          </span>
        ),
      },
      {
        key: 'reason',
        label: 'Reason',
        min: 232,
        grow: 1.4,
        cell: ({ reason }) => (
          <span className="trunc" title={reason}>
            {reason}
          </span>
        ),
      },
      {
        key: 'key',
        label: 'Key',
        min: 64,
        cell: ({ last4 }) => <span className="mono t3">…{last4}</span>,
      },
    ],
    cardsBelow: 656,
    card: (refusal, { now }) => ({
      label: `Refused event, ${refusal.field}`,
      head: (
        <>
          <span className="mono trunc" title={refusal.field}>
            {refusal.field}
          </span>
          <Time refusal={refusal} now={now} />
        </>
      ),
      lines: [{ start: refusal.reason }],
      foot: <span className="mono t3">…{refusal.last4}</span>,
    }),
    details: (refusal) => <Payload refusal={refusal} projectId={projectId} />,
  })

function Time({ refusal: { at }, now }: { refusal: Refusal; now: Date }) {
  return <DateTime className="t3 small" instant={at} text={formatLatest(at, now)} />
}

const Box = styled('pre')`
  margin: 0;
  padding: 12px 16px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  font: var(--t-code);
  color: var(--text-2);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

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

function Payload(props: { refusal: Refusal; projectId: string }) {
  const { projectId } = props
  const { event, field } = props.refusal
  const wallet = walletOf(event)
  return (
    <>
      {wallet !== null && (
        <Facts>
          <Fact label="Wallet">
            <Address value={wallet} what="wallet address" of={{ kind: 'wallet', projectId }} />
          </Fact>
        </Facts>
      )}
      <Box>
        {payloadLines(event, field).map((spans, at) => (
          // Lines have no identity besides their position.
          <div key={at}>
            <CodeSpans spans={spans} />
          </div>
        ))}
      </Box>
    </>
  )
}
