import type { ReactNode } from 'react'
import { uncapitalize } from '#src/domain/text/text.ts'
import { TODAY_NOTE } from '#src/features/connections/key-record.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { cellClass, gridOf } from '#src/records/list/Table.tsx'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import type { ReadingKey } from '#src/wire/reading-keys.ts'
import { READING_KEY_COLUMNS } from './reading-key-columns.ts'
import {
  describeEnd,
  describeProjects,
  describeScopes,
  describeUses,
  formatUse,
  localPart,
} from './reading-key-text.ts'

const Row = styled('div')`
  display: grid;
  ${gridOf(READING_KEY_COLUMNS)}
  align-items: center;
  min-height: 60px;
  padding: 0 20px;
  border-top: 1px solid var(--line);
  transition: background var(--d-1);
  &:hover {
    background: color-mix(in srgb, var(--surface-2) 60%, transparent);
  }
`
const Lines = styled('div')`
  display: grid;
  justify-items: start;
  font-variant-numeric: tabular-nums;
  & > * {
    max-width: 100%;
  }
  & > b {
    font-weight: 500;
  }
  & > small {
    font: var(--t-small);
    color: var(--text-3);
  }
  & .mono {
    font-size: inherit;
  }
`
const Box = styled('li')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  padding: 16px;
  border-top: 1px solid var(--line);
  font-variant-numeric: tabular-nums;
  & > :last-child {
    margin-top: 4px;
  }
`
const Line = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 20px;
  & > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > :last-child {
    flex: none;
    max-width: 60%;
  }
  & > b {
    font-weight: 600;
  }
`

export interface ReadingKeyItemProps {
  readingKey: ReadingKey
  now: Date
  onRevoke: (key: ReadingKey) => void
}

const byKey = new Map(READING_KEY_COLUMNS.map((column) => [column.key, column]))

function Cell({ of, children }: { of: string; children: ReactNode }) {
  const column = byKey.get(of)
  if (column === undefined) return null
  return (
    <div role="cell" className={cellClass(column)}>
      {children}
    </div>
  )
}

/** A key as a row. */
export function ReadingKeyRow(props: ReadingKeyItemProps) {
  const { readingKey: key, now } = props
  const projects = describeProjects(key.projects)
  return (
    <Row role="row">
      <Cell of="name">
        <Lines>
          <b className="trunc" title={key.name}>
            {key.name}
          </b>
          <small className="trunc" title={`By ${key.created_by}`}>
            <span className="mono">…{key.last4}</span>, by {localPart(key.created_by)}
          </small>
        </Lines>
      </Cell>
      <Cell of="reads">
        <Lines>
          <span className="trunc">{describeScopes(key.scopes)}</span>
          <small className="trunc" title={projects}>
            {projects}
          </small>
        </Lines>
      </Cell>
      <Cell of="expires">
        <End at={key.expires_at} now={now} />
      </Cell>
      <Cell of="used">
        <Lines>
          {key.last_used_at === null ? (
            <span className="t3">Never</span>
          ) : (
            <DateTime
              className="t2"
              instant={key.last_used_at}
              text={formatUse(key.last_used_at, now)}
            />
          )}
          <small title={TODAY_NOTE}>{describeUses(key.used_today)}</small>
        </Lines>
      </Cell>
      <Cell of="actions">
        <RevokeButton {...props} />
      </Cell>
    </Row>
  )
}

function End({ at, now }: { at: string | null; now: Date }) {
  if (at === null) return <span className="t3">Never</span>
  const { day, soon } = describeEnd(at, now)
  return (
    <Lines>
      <span style={soon === null ? undefined : { color: 'var(--warning)' }}>
        <DateTime className={soon === null ? 't2' : undefined} instant={at} text={day} />
      </span>
      {soon !== null && <small>{soon}</small>}
    </Lines>
  )
}

/** A key as a card. */
export function ReadingKeyCard(props: ReadingKeyItemProps) {
  const { readingKey: key, now } = props
  const { last_used_at: used, expires_at: end } = key
  const ending = end === null ? null : describeEnd(end, now)
  const projects = describeProjects(key.projects)
  return (
    <Box>
      <Line>
        <b>{key.name}</b>
        <span className="mono t3">…{key.last4}</span>
      </Line>
      <Line className="small t3">
        <span>
          {describeScopes(key.scopes)}, {key.projects === 'all' ? uncapitalize(projects) : projects}
        </span>
        {used === null ? (
          <span>Never used</span>
        ) : (
          <DateTime instant={used} text={`Used ${formatUse(used, now)}`} />
        )}
      </Line>
      <Line className="small t3">
        {end === null || ending === null ? (
          <span>No end</span>
        ) : (
          <span style={ending.soon === null ? undefined : { color: 'var(--warning)' }}>
            <DateTime instant={end} text={`Until ${ending.day}`} />
          </span>
        )}
        <span title={TODAY_NOTE}>{describeUses(key.used_today)}</span>
      </Line>
      <RevokeButton {...props} isBlock />
    </Box>
  )
}

function RevokeButton(props: ReadingKeyItemProps & { isBlock?: boolean }) {
  const { readingKey, isBlock = false } = props
  const isOnline = useOnline()
  return (
    <Button
      size={isBlock ? 'md' : 'sm'}
      isBlock={isBlock}
      aria-label={`Revoke ${readingKey.name}`}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      onClick={() => props.onRevoke(readingKey)}
    >
      Revoke
    </Button>
  )
}
