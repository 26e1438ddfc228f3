import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { recordActivityQuery, type AuditedRecord } from '#src/api/audit.ts'
import { useFeature } from '#src/api/features.ts'
import { activityPerson } from '#src/domain/people/activity-names.ts'
import { RowDateTime } from '#src/records/cells/DateTime.tsx'
import { activityHref } from '#src/records/record-hrefs.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useSession } from '#src/state/session.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { AuditEntry } from '#src/wire/audit.ts'
import { ActivityText } from './ActivityText.tsx'

const Box = styled('div')`
  overflow: clip;
  background: var(--surface-1);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  min-height: 40px;
  padding: 4px 12px;
  & > b {
    font: var(--t-label);
  }
  & > a {
    color: var(--accent);
    font: var(--t-small);
    ${MOBILE} {
      padding: 14px 0;
    }
  }
`
const Line = styled('li')`
  display: grid;
  grid-template-columns: 104px minmax(0, 1fr) auto;
  align-items: baseline;
  gap: 4px 16px;
  padding: 8px 12px;
  border-top: 1px solid var(--line);
  & > time {
    white-space: nowrap;
  }
  & > :last-child {
    max-width: 200px;
  }
  & > :nth-child(2) {
    overflow-wrap: anywhere;
  }
  ${MOBILE} {
    grid-template-columns: auto minmax(0, 1fr);
    & > :last-child {
      justify-self: end;
      max-width: 100%;
    }
    & > :nth-child(2) {
      grid-column: 1 / -1;
      grid-row: 1;
    }
  }
`

/**
 * The latest entries of the activity log about a record, with a link to all of them. Shows nothing
 * to those who may read none, and while there are none.
 */
export function RecordActivity(props: AuditedRecord) {
  const { object, id, projectId } = props
  const { authorized } = useSession()
  const isKnown = useFeature('audit')
  const { data } = useQuery({
    ...recordActivityQuery({ object, id, projectId }),
    enabled: authorized && isKnown,
  })
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const entries = data?.results ?? []
  if (!isKnown || entries.length === 0) return null
  return (
    <Box role="group" aria-label="Activity">
      <Head>
        <b>Activity</b>
        <Link href={activityHref(props)}>Show all</Link>
      </Head>
      <ul>
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            about={props}
            isMasked={privacy}
            now={new Date(asOf)}
          />
        ))}
      </ul>
    </Box>
  )
}

function Entry(props: { entry: AuditEntry; about: AuditedRecord; isMasked: boolean; now: Date }) {
  const { entry, about, isMasked, now } = props
  const { name, isPerson } = activityPerson(entry)
  return (
    <Line>
      <RowDateTime instant={entry.created_at} now={now} />
      <ActivityText entry={entry} about={about} isMasked={isMasked} />
      <span className={`small trunc ${isPerson ? 't2' : 't3'}`} title={name}>
        {name}
      </span>
    </Line>
  )
}
