import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { teamQuery } from '#src/api/team.ts'
import { projectHref } from '#src/records/page-hrefs.ts'
import { editStagesHref } from '#src/records/record-hrefs.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useSession } from '#src/state/session.ts'
import type { SetupStep } from '#src/state/setup-guide.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MiddleText } from '#src/ui/text/MiddleText.tsx'
import { css, MOBILE, styled } from '#src/ui/theme.ts'
import type { ProjectTerms } from '#src/wire/project-terms.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'
import type { Member } from '#src/wire/team.ts'
import { AddProjectDialog } from '#src/writes/AddProjectDialog.tsx'
import { projectDrafts } from '#src/writes/project-form.ts'
import { SetTerms, termsText } from './SetTerms.tsx'
import type { StepState } from './setup-progress.ts'
import { SetupStepItem, type StepContent } from './SetupStepItem.tsx'
import { WayOn } from './WayOn.tsx'

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
    flex-wrap: wrap;
    gap: 12px 16px;
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
/** The card of the guide: how many steps are done, and each step with what to do. */
export function SetupSteps(props: {
  states: readonly StepState[]
  project?: ProjectOverview | undefined
  /** The project's name, or the selection of it. */
  choice?: ReactNode
  /** The project's terms; undefined before it exists, or if they did not load. */
  saleTerms?: ProjectTerms | undefined
  /** How the project's site is connected. */
  connect?: ReactNode
  /** Whether the site has sent an event; a test of its key is none. */
  hasEvents?: boolean
}) {
  const { states, project, saleTerms } = props
  const isOnline = useOnline()
  const { authorized } = useSession()
  const { data: team = [] } = useQuery({ ...teamQuery, enabled: authorized })
  const [isAdding, setAdding] = useState(projectDrafts.ids().length > 0)
  const isDone = (step: SetupStep) => states.some((one) => one.step === step && one.is === 'done')
  const done = states.filter(({ is }) => is === 'done').length
  const contents: Record<SetupStep, StepContent> = {
    project: {
      title: 'Add a project',
      text: project ? (
        <ProjectText project={project} />
      ) : (
        'A project is one token that you sell. Its name is the name of the token.'
      ),
      link: (
        <Way to={project ? projectHref('/project-settings', project.id) : '/project-settings'}>
          Project settings
        </Way>
      ),
      children: (
        <div>
          <Button
            variant="primary"
            disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
            onClick={() => setAdding(true)}
          >
            Add your first project
          </Button>
        </div>
      ),
    },
    team: {
      title: 'Invite your team',
      text: isDone('team') ? (
        <TeamText team={team} />
      ) : (
        'Each person sees only the projects that you choose.'
      ),
      link: <Way to="/team">Open team</Way>,
      children: (
        <div>
          <WayOn to="/team">Open team</WayOn>
        </div>
      ),
    },
    saleTerms: {
      title: 'Set the terms',
      text:
        isDone('saleTerms') && saleTerms
          ? termsText(saleTerms)
          : 'Fees, liquidity and wallets of the sale. Purchases made before they are set stay at 0%.',
      link: project && <Way to={projectHref('/project-settings', project.id)}>Terms</Way>,
      children: project ? (
        <SetTerms projectId={project.id} saleTerms={saleTerms} />
      ) : (
        <p className="t3">Add a project first.</p>
      ),
    },
    stages: {
      title: 'Plan the stages',
      text: isDone('stages')
        ? 'Stages are planned. They can change at any time.'
        : 'Optional: prices and supplies of the sale, to see what is left and when a stage sells out.',
      link: project && <Way to={editStagesHref(project.id)}>Edit stages</Way>,
      children: project ? (
        <div>
          <WayOn to={editStagesHref(project.id)}>Plan the stages</WayOn>
        </div>
      ) : (
        <p className="t3">Add a project first.</p>
      ),
    },
    site: {
      title: 'Connect the site',
      text: isDone('site')
        ? props.hasEvents
          ? 'Events are arriving.'
          : 'A test has arrived. No event of the sale has yet.'
        : 'Your site sends wallets, purchases and leads with a key.',
      link: (
        <Way to={project ? projectHref('/connections', project.id) : '/connections'}>
          Connections
        </Way>
      ),
      children: props.connect ?? <p className="t3">Add a project first.</p>,
    },
    purchase: {
      title: 'Look at the first purchase',
      text: 'It appears here within five seconds of being sent.',
    },
  }
  return (
    <Surface aria-label="Set up your sale">
      <Head>
        <h2>Set up your sale</h2>
        {props.choice}
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
        {states.map((state, at) => (
          <SetupStepItem key={state.step} state={state} number={at + 1} {...contents[state.step]} />
        ))}
      </ol>
      {isAdding && <AddProjectDialog onClose={() => setAdding(false)} />}
    </Surface>
  )
}

/** Where a done step leads. */
function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={way}>
      {children}
    </Link>
  )
}

/** "AURA, https://aura.example", in one line. */
function ProjectText({ project: { id, website_url: url } }: { project: ProjectOverview }) {
  const text = url === null ? '' : `, ${url}`
  return (
    <Line className="trunc" title={`${id}${text}`}>
      <b>
        <MiddleText text={id} />
      </b>
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
