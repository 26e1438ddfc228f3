import { formatCount } from '#src/domain/money/money.ts'
import { formatLatest } from '#src/domain/sale/record-formats.ts'
import { formatDuration } from '#src/domain/time/format-time.ts'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import type { RecordLayout } from '#src/records/record-definition.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import type { IngestKey } from '#src/wire/ingest-keys.ts'

/** What can be done with a key. */
export interface KeyActions {
  onRotate: (key: IngestKey) => void
  onRevoke: (key: IngestKey) => void
}

export const TODAY_NOTE = 'Today begins at 00:00 UTC'

const Actions = styled('span')`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 8px;
  & > small {
    margin-right: 4px;
    font: var(--t-small);
    color: var(--text-3);
  }
`

/** The keys of a project, with their actions. */
export function keyRecord(actions: KeyActions): RecordLayout<IngestKey> {
  return {
    label: 'Keys',
    columns: [
      {
        key: 'name',
        label: 'Name',
        min: 120,
        grow: 1,
        cell: ({ name }) => (
          <span className="trunc" style={{ fontWeight: 500 }} title={name}>
            {name}
          </span>
        ),
      },
      { key: 'key', label: 'Key', min: 64, cell: ({ last4 }) => <LastCharacters text={last4} /> },
      {
        key: 'used',
        label: 'Last used',
        min: 104,
        cell: ({ last_used_at: at }, { now }) => <LatestTime instant={at} now={now} />,
      },
      {
        key: 'refused',
        label: 'Last refused',
        min: 104,
        dropBelow: 824,
        cell: ({ last_refused_at: at }, { now }) => <LatestTime instant={at} now={now} />,
      },
      {
        key: 'taken',
        label: 'Taken today',
        min: 88,
        align: 'end',
        cell: ({ taken_today: count }) => <Count of={count} />,
      },
      {
        key: 'refused-count',
        label: 'Refused',
        min: 64,
        align: 'end',
        cell: ({ refused_today: count }) => <Count of={count} isRefused />,
      },
      {
        key: 'act',
        label: 'Actions',
        min: 168,
        align: 'end',
        isLabelHidden: true,
        cell: (key, { now }) => <KeyButtons ingestKey={key} now={now} {...actions} />,
      },
    ],
    cardsBelow: 708,
    card: (key, { now }) => ({
      label: `Key ${key.name}`,
      head: (
        <>
          <span className="trunc" style={{ fontWeight: 500 }} title={key.name}>
            {key.name}
          </span>
          <LastCharacters text={key.last4} />
        </>
      ),
      lines: [
        { start: 'Last used', end: <LatestTime instant={key.last_used_at} now={now} /> },
        { start: 'Last refused', end: <LatestTime instant={key.last_refused_at} now={now} /> },
        { start: 'Taken today', end: <Count of={key.taken_today} /> },
        { start: 'Refused today', end: <Count of={key.refused_today} isRefused /> },
      ],
      foot: (
        <span className="action">
          <KeyButtons ingestKey={key} now={now} {...actions} />
        </span>
      ),
    }),
  }
}

function LastCharacters({ text }: { text: string }) {
  return <span className="mono t2">…{text}</span>
}

function LatestTime({ instant, now }: { instant: string | null; now: Date }) {
  if (instant === null) return <span className="t3">Never</span>
  return <DateTime className="t2" instant={instant} text={formatLatest(instant, now)} />
}

function Count({ of, isRefused = false }: { of: number; isRefused?: boolean }) {
  const colour = of > 0 ? 'var(--warning)' : 'var(--text-3)'
  return (
    <span className="num" title={TODAY_NOTE} style={isRefused ? { color: colour } : undefined}>
      {formatCount(of)}
    </span>
  )
}

function KeyButtons(props: { ingestKey: IngestKey; now: Date } & KeyActions) {
  const { ingestKey, now } = props
  const isOnline = useOnline()
  const disabledReason = isOnline ? undefined : OFFLINE_REFUSAL
  const { ends_at: end } = ingestKey
  return (
    <Actions>
      {end === undefined ? (
        <Button size="sm" disabledReason={disabledReason} onClick={() => props.onRotate(ingestKey)}>
          Rotate
        </Button>
      ) : (
        <small title={end}>ends in {formatDuration(Date.parse(end) - now.getTime())}</small>
      )}
      <Button size="sm" disabledReason={disabledReason} onClick={() => props.onRevoke(ingestKey)}>
        Revoke
      </Button>
    </Actions>
  )
}
