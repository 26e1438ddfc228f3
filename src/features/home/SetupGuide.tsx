import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { ingestKeyQueries } from '#src/api/ingest-keys.ts'
import { useProjects } from '#src/api/projects.ts'
import { teamQuery } from '#src/api/team.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { projectHref } from '#src/records/use-project-param.ts'
import { useSession } from '#src/state/session.ts'
import { hideGuide, setupGuide } from '#src/state/setup-guide.ts'
import { Button } from '#src/ui/Button.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'
import type { Member } from '#src/wire/team.ts'
import { AddProjectDialog } from '#src/writes/AddProjectDialog.tsx'
import { projectDrafts } from '#src/writes/project-form.ts'
import { ConnectSite } from './ConnectSite.tsx'
import { setupProgress, type StepState } from './setup-progress.ts'
import { SetupStepItem } from './SetupStepItem.tsx'
import { SETUP_POLL_MS, useSetupFacts, type Arrived } from './use-setup.ts'
import { WaitingProject } from './WaitingProject.tsx'

const Columns = styled('div')`
  display: grid;
  grid-template-columns: repeat(12, minmax(0, 1fr));
  gap: var(--gutter);
  align-items: start;
  margin-bottom: var(--gutter);
  /* As the cards below. */
  & > * {
    grid-column: span 12;
  }
  & > :first-child:not(:last-child) {
    grid-column: span 8;
  }
  & > :nth-child(2) {
    grid-column: span 4;
  }
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr);
    & > *,
    & > :first-child:not(:last-child),
    & > :nth-child(2) {
      grid-column: auto;
    }
  }
`
const Aside = styled('div')`
  display: grid;
  gap: var(--gutter);
  min-width: 0;
`
const Head = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  padding: 20px;
  & > h2 {
    flex: 1;
    min-width: 0;
    font: var(--t-h2);
    letter-spacing: -0.01em;
  }
  ${MOBILE} {
    padding: 16px;
  }
`
const Bar = styled('span')`
  width: 120px;
  height: 6px;
  overflow: hidden;
  background: var(--surface-3);
  border-radius: 3px;
  & > i {
    display: block;
    height: 100%;
    background: var(--ink);
    border-radius: inherit;
  }
  @media (forced-colors: active) {
    outline: 1px solid CanvasText;
    & > i {
      background: Highlight;
    }
  }
  /* The words beside it are enough to see. */
  ${MOBILE} {
    position: absolute;
    clip-path: inset(50%);
  }
`
const Above = styled('div')`
  display: flex;
  justify-content: flex-end;
  margin: -8px 0 4px;
`
const Line = styled('span')`
  display: block;
`
const way = css`
  display: inline-flex;
  align-items: center;
  height: var(--h-sm);
  padding: 0 8px;
  border-radius: var(--r-sm);
  font: var(--t-small);
  font-weight: 500;
  color: var(--text-2);
  white-space: nowrap;
  &:hover {
    background: var(--surface-2);
    color: var(--text-1);
  }
  ${MOBILE} {
    height: 44px;
    padding: 0 12px;
    font: var(--t-label);
  }
`
const wayOn = css`
  display: inline-flex;
  align-items: center;
  height: var(--h-md);
  padding: 0 12px;
  border-radius: var(--r-md);
  background: var(--ink);
  color: var(--on-ink);
  font: var(--t-label);
  &:hover {
    background: var(--ink-hover);
  }
  ${MOBILE} {
    height: 44px;
    padding: 0 16px;
  }
`

/**
 * How a sale is set up, in four steps that tick themselves off; beside them, what the project waits
 * for. It asks for news while it is open.
 */
export function SetupGuide(props: { arrived: Arrived }) {
  const { arrived } = props
  const { isHidden, skipped } = useSnapshot(setupGuide)
  const { names, selected, projects } = useProjects()
  const facts = useSetupFacts(selected, arrived)
  const project = projects.find(({ id }) => id === waitingId(selected, arrived))
  if (isHidden) return <Toggle isHidden />
  const states = setupProgress({ ...facts, projectCount: names.length }, skipped)
  return (
    <>
      <Toggle isHidden={false} />
      {project === undefined ? (
        <Columns>
          <Steps states={states} />
        </Columns>
      ) : (
        <Connected states={states} project={project} hasEvents={facts.hasEvents} />
      )}
    </>
  )
}

/** Hides or shows the guide. A phone's bar has no room for it. */
function Toggle({ isHidden }: { isHidden: boolean }) {
  const isMobile = useIsMobile()
  const button = (
    <Button variant="ghost" size="sm" onClick={() => hideGuide(!isHidden)}>
      {isHidden ? 'Show the guide' : 'Hide the guide'}
    </Button>
  )
  return isMobile ? <Above>{button}</Above> : <TopBarSlot place="tools">{button}</TopBarSlot>
}

/** The first selected project without data, or the first one. */
function waitingId(selected: readonly string[], arrived: Arrived): string | undefined {
  const isWaiting = (id: string) => {
    const one = arrived[id]
    return one === undefined || one.registrations + one.purchases === 0
  }
  return selected.find(isWaiting) ?? selected[0]
}

function Connected(props: {
  states: readonly StepState[]
  project: ProjectOverview
  hasEvents: boolean
}) {
  const { project, states } = props
  const { authorized } = useSession()
  const polled = { enabled: authorized, refetchInterval: SETUP_POLL_MS }
  const { data: keys = [], dataUpdatedAt } = useQuery({
    ...ingestKeyQueries.keys(project.id),
    ...polled,
  })
  const { data: refusals = [] } = useQuery({ ...ingestKeyQueries.refusals(project.id), ...polled })
  const facts = { project, keys, refusals, now: new Date(dataUpdatedAt) }
  return (
    <Columns>
      <Steps states={states} project={project} connect={<ConnectSite {...facts} />} />
      {!props.hasEvents && (
        <Aside>
          <WaitingProject {...facts} />
        </Aside>
      )}
    </Columns>
  )
}

function Steps(props: {
  states: readonly StepState[]
  project?: ProjectOverview | undefined
  connect?: ReactNode
}) {
  const { states, project } = props
  const isOnline = useOnline()
  const { authorized } = useSession()
  const { data: team = [] } = useQuery({ ...teamQuery, enabled: authorized })
  const [isAdding, setAdding] = useState(projectDrafts.ids().length > 0)
  const [first, second, third, fourth] = states
  const done = states.filter(({ is }) => is === 'done').length
  if (!first || !second || !third || !fourth) return null
  return (
    <Surface aria-label="Set up your sale">
      <Head>
        <h2>Set up your sale</h2>
        <span className="small num t3">
          {done} of {states.length} done
        </span>
        <Bar
          role="progressbar"
          aria-label="Steps done"
          aria-valuemin={0}
          aria-valuenow={done}
          aria-valuemax={states.length}
        >
          <i style={{ width: `${(done / states.length) * 100}%` }} />
        </Bar>
      </Head>
      <ol>
        <SetupStepItem
          state={first}
          number={1}
          title="Add a project"
          text={
            project ? (
              <ProjectText project={project} />
            ) : (
              'A project is one token that you sell. Its name is the name of the token.'
            )
          }
          link={
            <Link href="/project-settings" className={way}>
              Project settings
            </Link>
          }
        >
          <div>
            <Button
              variant="primary"
              disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
              onClick={() => setAdding(true)}
            >
              Add your first project
            </Button>
          </div>
        </SetupStepItem>
        <SetupStepItem
          state={second}
          number={2}
          title="Invite your team"
          text={
            second.is === 'done' ? (
              <TeamText team={team} />
            ) : (
              'Each person sees only the projects that you choose.'
            )
          }
          link={
            <Link href="/team" className={way}>
              Open team
            </Link>
          }
        >
          <div>
            <Link href="/team" className={wayOn}>
              Open team
            </Link>
          </div>
        </SetupStepItem>
        <SetupStepItem
          state={third}
          number={3}
          title="Connect the site"
          text={
            third.is === 'done'
              ? 'Events are arriving.'
              : 'Your site sends wallets, purchases and leads with a key.'
          }
          link={
            <Link
              href={project ? projectHref('/connections', project.id) : '/connections'}
              className={way}
            >
              Connections
            </Link>
          }
        >
          {props.connect ?? <p className="t3">Add a project first.</p>}
        </SetupStepItem>
        <SetupStepItem
          state={fourth}
          number={4}
          title="Look at the first purchase"
          text="It appears here within five seconds of being sent."
        />
      </ol>
      {isAdding && <AddProjectDialog onClose={() => setAdding(false)} />}
    </Surface>
  )
}

/** "AURA, https://aura.example", in one line. */
function ProjectText({ project: { id, website_url: url } }: { project: ProjectOverview }) {
  const text = url === null ? '' : `, ${url}`
  return (
    <Line className="trunc" title={`${id}${text}`}>
      <b>{id}</b>
      {text}
    </Line>
  )
}

/** "2 people invited. One has signed in." */
function TeamText({ team }: { team: readonly Member[] }) {
  const others = Math.max(0, team.length - 1)
  const seen = Math.max(0, team.filter(({ last_seen_at: at }) => at !== null).length - 1)
  return (
    <>
      <b>{others === 1 ? 'One person' : `${others} people`} invited.</b>{' '}
      {seen === 0
        ? 'Nobody has signed in yet.'
        : seen === 1
          ? 'One has signed in.'
          : `${seen} have signed in.`}
    </>
  )
}
