import type { ReactNode } from 'react'
import { activityOrigin, activityPerson } from '#src/domain/people/activity-names.ts'
import { describeActivity } from '#src/domain/people/activity-text.ts'
import { formatInstant, formatLatest, formatToSecond } from '#src/domain/sale/record-formats.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { ActivityDifference } from '#src/records/page/ActivityDifference.tsx'
import { ActivityText } from '#src/records/page/ActivityText.tsx'
import { Fact, Facts, None } from '#src/records/page/Facts.tsx'
import { defineRecord, type Dropped, type RowContext } from '#src/records/record-definition.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { auditCalls, type AuditEntry } from '#src/wire/audit.ts'
import { toActivityQuery } from './activity-query.ts'

/** Who did what, newest first. */
export const activityRecord = defineRecord<AuditEntry>({
  label: 'Activity',
  list: {
    call: auditCalls.listAudit,
    idOf: (entry) => entry.id,
    toQuery: (search) => ({ ...toActivityQuery(search) }),
  },
  isNewestFirst: true,
  emptyTitle: 'No activity found',
  filledBy: 'What people do and what is done to their accounts appears here.',
  columns: [
    {
      key: 'time',
      label: 'Time',
      min: 104,
      cell: (entry, { now }) => <Time entry={entry} now={now} />,
    },
    {
      key: 'person',
      label: 'Person',
      min: 160,
      grow: 1,
      cell: (entry) => <Person entry={entry} />,
    },
    {
      key: 'what',
      label: 'What',
      min: 232,
      grow: 2.5,
      cell: (entry, { privacy }) => (
        <ActivityText entry={entry} isMasked={privacy} className="trunc" />
      ),
    },
    {
      key: 'project',
      label: 'Project',
      min: 88,
      dropBelow: 688,
      cell: (entry, context) => <Project entry={entry} context={context} />,
    },
    {
      key: 'from',
      label: 'From',
      min: 176,
      dropBelow: 876,
      cell: (entry) => <Origin entry={entry} />,
    },
  ],
  cardsBelow: 588,
  card: (entry, context) => ({
    label: `${describeActivity(entry).title}, ${formatInstant(entry.created_at)}`,
    head: (
      <>
        <Project entry={entry} context={context} none={<span className="t3">No project</span>} />
        <Time entry={entry} now={context.now} />
      </>
    ),
    lines: [
      { start: <ActivityText entry={entry} isMasked={context.privacy} /> },
      { start: <Person entry={entry} /> },
    ],
    foot: <Origin entry={entry} />,
  }),
  details: (entry, dropped) => <ActivityDetails entry={entry} dropped={dropped} />,
})

function Time({ entry, now }: { entry: AuditEntry; now: Date }) {
  const { created_at: instant } = entry
  return <DateTime className="t3 small" instant={instant} text={formatLatest(instant, now)} />
}

function Person({ entry }: { entry: AuditEntry }) {
  const { name, isPerson } = activityPerson(entry)
  return (
    <span className={isPerson ? 'trunc' : 'trunc t3'} title={name}>
      {name}
    </span>
  )
}

function Project(props: { entry: AuditEntry; context: RowContext<AuditEntry>; none?: ReactNode }) {
  const { project_id: id, after } = props.entry
  if (id !== null) return <ProjectName name={id} colours={props.context.colours} />
  const { count, only } = projectsIn(after)
  if (only !== null) return <ProjectName name={only} colours={props.context.colours} />
  return count > 1 ? <span className="t2">{count} projects</span> : (props.none ?? <None />)
}

/** An export may be of several projects, and a person may get several. */
function projectsIn(values: unknown): { count: number; only: string | null } {
  const none = { count: 0, only: null }
  if (values === null || typeof values !== 'object' || !('projects' in values)) return none
  const { projects } = values
  if (!Array.isArray(projects)) return none
  const [first] = projects
  return { count: projects.length, only: projects.length === 1 ? String(first) : null }
}

function Origin({ entry }: { entry: AuditEntry }) {
  const { name } = activityOrigin(entry)
  return (
    <span className="num t3 small trunc" title={name}>
      {name}
    </span>
  )
}

function ActivityDetails({ entry, dropped }: { entry: AuditEntry; dropped: Dropped }) {
  const privacy = usePrivacy()
  const { name } = activityPerson(entry)
  const role = entry.actor_role === null ? '' : `, ${entry.actor_role}`
  return (
    <>
      <Facts>
        {dropped('project')}
        <Fact label="When">
          <DateTime instant={entry.created_at} text={formatToSecond(entry.created_at)} />
        </Fact>
        <Fact label="By">{`${name}${role}`}</Fact>
        <Fact label="From" valueClass="num">
          {activityOrigin(entry).name}
        </Fact>
        <Fact label="Action" valueClass="mono">
          {entry.action}
        </Fact>
        {entry.object_id !== null && (
          <Fact label="Record" valueClass="mono">
            {`${entry.object} ${entry.object_id}`}
          </Fact>
        )}
      </Facts>
      <ActivityDifference entry={entry} isMasked={privacy} />
    </>
  )
}
