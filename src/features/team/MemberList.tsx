import { useRef, type ReactNode } from 'react'
import { isAdmin } from '#src/domain/people/roles.ts'
import { formatLastUse } from '#src/domain/sale/record-formats.ts'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { DateTime } from '#src/records/cells/DateTime.tsx'
import { InCards, useIsCards } from '#src/records/list/in-cards.ts'
import { CardSkeleton, RowSkeleton } from '#src/records/list/record-skeletons.tsx'
import { RecordCard } from '#src/records/list/RecordCard.tsx'
import { hiddenBelow, Table, TableRow, visibleBelow } from '#src/records/list/Table.tsx'
import { None } from '#src/records/page/Facts.tsx'
import { Badge, type BadgeTone } from '#src/ui/text/Badge.tsx'
import { styled } from '#src/ui/theme.ts'
import type { Member } from '#src/wire/team.ts'
import { PLAIN_LAYOUT, WITH_FACTOR_LAYOUT, type MemberLayout } from './member-columns.ts'
import { READER_LABEL, roleLabel } from './roles.ts'

/** Sessions are renewed at least this often, so a person who is here was seen since. */
const SEEN_NOW_MS = 10 * 60_000
/** Below this table width in px, a row has room for one project and the number of the others. */
const ONE_PROJECT_BELOW = 760
const PLACEHOLDERS = ['first', 'second', 'third']

const Projects = styled('span')`
  display: flex;
  align-items: center;
  gap: 12px;
  & > .t3 {
    flex: none;
  }
`
const RoleLines = styled('div')`
  & > span {
    display: block;
  }
  & > small {
    display: block;
    font: var(--t-small);
    color: var(--text-3);
  }
`
const MailError = styled('div')`
  font: var(--t-small);
  color: var(--warning);
  white-space: normal;
  overflow-wrap: anywhere;
`
const AllProjects = styled(Projects)`
  flex-wrap: wrap;
  gap: 4px 12px;
`

/** The members as a table, or as cards where it has no room. Undefined members are loading. */
export function MemberList(props: {
  members: readonly Member[] | undefined
  colours: ReadonlyMap<string, string>
  /** The id of the signed-in user. */
  meId: string | undefined
  now: Date
  /** The menu of a member. */
  menu: (member: Member) => ReactNode
}) {
  const { members, menu } = props
  const hasFactor = members?.some((member) => member.has_second_factor !== undefined) ?? false
  const layout = hasFactor ? WITH_FACTOR_LAYOUT : PLAIN_LAYOUT
  const frame = useRef<HTMLDivElement>(null)
  const isCards = useIsCards(frame, layout.cardsBelow)
  const view = { ...props, layout }
  return (
    <div ref={frame} className={isCards ? 'cards' : undefined} aria-busy={members === undefined}>
      <InCards value={isCards}>
        {isCards ? (
          (members?.map((member) => (
            <MemberCard key={member.id} member={member} view={view} menu={menu(member)} />
          )) ?? PLACEHOLDERS.map((name) => <CardSkeleton key={name} />))
        ) : (
          <Table label="Team" columns={layout.columns} isBusy={members === undefined}>
            {members?.map((member) => (
              <TableRow
                key={member.id}
                columns={layout.columns}
                cells={cellsOf(member, view, menu(member))}
              />
            )) ?? PLACEHOLDERS.map((name) => <RowSkeleton key={name} columns={layout.columns} />)}
          </Table>
        )}
      </InCards>
    </div>
  )
}

interface View {
  colours: ReadonlyMap<string, string>
  meId: string | undefined
  now: Date
  layout: MemberLayout
}

function cellsOf(member: Member, view: View, menu: ReactNode): ReadonlyMap<string, ReactNode> {
  return new Map<string, ReactNode>([
    [
      'person',
      <div key="person" style={hasMailProblem(member) ? { paddingBlock: 8 } : undefined}>
        <Email member={member} meId={view.meId} />
        <MailProblem member={member} />
        <div className={visibleBelow(view.layout.seenBelow)}>
          <DroppedCells member={member} view={view} />
        </div>
      </div>,
    ],
    [
      'role',
      <RoleLines key="role" className="t2" title={member.role}>
        <span className="trunc">{roleLabel(member.role)}</span>
        {member.may_write === 0 && <small className="trunc">{READER_LABEL}</small>}
      </RoleLines>,
    ],
    ['projects', <RowProjects key="projects" member={member} colours={view.colours} />],
    ['factor', <SecondFactor key="factor" member={member} />],
    ['status', <Status key="status" member={member} />],
    ['seen', <LastSeen key="seen" member={member} now={view.now} />],
    ['act', menu],
  ])
}

/** What the dropped columns would show, in one line: a row has no room for more. */
function DroppedCells({ member, view }: { member: Member; view: View }) {
  const seen = <LastSeen member={member} now={view.now} isSentence />
  if (member.has_second_factor === undefined) return seen
  const { factorBelow } = view.layout
  return (
    <>
      <div className={hiddenBelow(factorBelow)}>{seen}</div>
      <div className={visibleBelow(factorBelow)}>
        <div className="trunc small t3">
          Second factor: <SecondFactor member={member} /> · {seen}
        </div>
      </div>
    </>
  )
}

function MemberCard({ member, view, menu }: { member: Member; view: View; menu: ReactNode }) {
  return (
    <RecordCard
      label={member.email}
      head={
        <>
          <span className="t2 trunc">
            {roleLabel(member.role)}
            {member.may_write === 0 && <span className="t3">, {READER_LABEL.toLowerCase()}</span>}
          </span>
          <Status member={member} />
        </>
      }
      lines={[
        {
          start: (
            <span style={{ fontSize: 16, color: 'var(--text-1)' }}>
              <Email member={member} meId={view.meId} />
            </span>
          ),
        },
        ...(hasMailProblem(member) ? [{ start: <MailProblem member={member} /> }] : []),
        {
          start: isAdmin(member.role) ? (
            'All projects'
          ) : member.projects.length === 0 ? (
            <None />
          ) : (
            <AllProjects>
              {member.projects.map((name) => (
                // No link: names that wrap would be touch targets over each other.
                <ProjectName key={name} name={name} colours={view.colours} />
              ))}
            </AllProjects>
          ),
        },
        ...(member.has_second_factor === undefined
          ? []
          : [{ start: 'Second factor', end: <SecondFactor member={member} /> }]),
      ]}
      foot={
        <>
          <LastSeen member={member} now={view.now} isSentence />
          {menu}
        </>
      }
      detail={null}
      detailId=""
    />
  )
}

function Email({ member, meId }: { member: Member; meId: string | undefined }) {
  return (
    <div className={member.state === 'disabled' ? 't2 trunc' : 'trunc'} title={member.email}>
      {member.email}
      {member.id === meId && <span className="t3"> you</span>}
    </div>
  )
}

const hasMailProblem = ({ state, invitation_mail: mail }: Member) =>
  state === 'invited' && typeof mail?.reason === 'string' && mail.state !== 'sent'

/** Why the mail of an invitation has not arrived. */
function MailProblem({ member }: { member: Member }) {
  if (!hasMailProblem(member)) return null
  const { state, reason } = member.invitation_mail ?? {}
  return (
    <MailError>
      {state === 'failed'
        ? `The invitation was not sent. ${reason}`
        : `The invitation is not sent yet, and is tried again. ${reason}`}
    </MailError>
  )
}

function RowProjects(props: { member: Member; colours: ReadonlyMap<string, string> }) {
  const { role, projects } = props.member
  if (isAdmin(role)) return <span className="t2">All projects</span>
  if (projects.length === 0) return <None />
  const first = (count: number) => (
    <Projects title={projects.join(', ')}>
      {projects.slice(0, count).map((name) => (
        <ProjectName key={name} name={name} colours={props.colours} isLink />
      ))}
      {projects.length > count && <span className="t3">+{projects.length - count}</span>}
    </Projects>
  )
  if (projects.length <= 2) return first(2)
  return (
    <div>
      <div className={hiddenBelow(ONE_PROJECT_BELOW)}>{first(2)}</div>
      <div className={visibleBelow(ONE_PROJECT_BELOW)}>{first(1)}</div>
    </div>
  )
}

function SecondFactor({ member }: { member: Member }) {
  if (member.has_second_factor === 1) return <span className="t2">On</span>
  const isAtRisk = member.state === 'active'
  return <span style={{ color: `var(--${isAtRisk ? 'warning' : 'text-3'})` }}>None</span>
}

const STATES: Record<Member['state'], { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'positive' },
  invited: { label: 'Invited', tone: 'info' },
  disabled: { label: 'Disabled', tone: 'line' },
}

function Status({ member }: { member: Member }) {
  const { label, tone } = STATES[member.state]
  return <Badge tone={tone}>{label}</Badge>
}

/** The time alone, or as a sentence: "Last seen 14:06". */
function LastSeen(props: { member: Member; now: Date; isSentence?: boolean }) {
  const { now, isSentence = false } = props
  const { last_seen_at: at } = props.member
  if (at === null) return <span className="small t3">{isSentence ? 'Never seen' : 'Never'}</span>
  const isNow = now.getTime() - Date.parse(at) < SEEN_NOW_MS
  const time = isNow ? 'now' : formatLastUse(at, now)
  const text = isSentence ? `Last seen ${time}` : isNow ? 'Now' : time
  return <DateTime className="small t3" instant={at} text={text} />
}
