import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { ingestKeyQueries } from '#src/api/ingest-keys.ts'
import { useProjects } from '#src/api/projects.ts'
import { teamQuery } from '#src/api/team.ts'
import { termsQuery } from '#src/projects/terms-query.ts'
import { useSession } from '#src/state/session.ts'
import { chooseProject, hideGuide, setupGuide, type SetupStep } from '#src/state/setup-guide.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { ProjectOverview } from '#src/wire/projects.ts'
import { ConnectSite } from './ConnectSite.tsx'
import { GuidedProject } from './GuidedProject.tsx'
import { setupProgress, type SetupFacts } from './setup-progress.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { countArrived, countPurchases, SETUP_POLL_MS, type Arrived } from './use-setup.ts'
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
const Above = styled('div')`
  display: flex;
  justify-content: flex-end;
  margin: -8px 0 4px;
`
const NOTHING: Arrived = {}

/**
 * How a sale is set up, in steps that tick themselves off; beside them, what the project waits
 * for. It asks for news while it is open.
 */
export function SetupGuide(props: { arrived: Arrived }) {
  const { arrived } = props
  const { isHidden, skipped, project: chosen } = useSnapshot(setupGuide)
  const { names, selected, projects } = useProjects()
  const id = guidedId(chosen, selected, arrived)
  const facts = useSetupFacts(names.length, id === undefined ? arrived : only(id, arrived))
  const waiting = selected.filter((one) => one === id || isWaiting(one, arrived))
  const project = projects.find((one) => one.id === id)
  // What is seen of one project stays of that one: its key, its first event, its first purchase.
  useEffect(() => {
    if (id !== undefined) chooseProject(id)
  }, [id])
  const plansStages = useFeature('stages')
  if (isHidden) return <Toggle isHidden />
  return (
    <>
      <Toggle isHidden={false} />
      {project === undefined ? (
        <Columns>
          <SetupSteps
            states={setupProgress(
              {
                ...facts,
                hasTerms: false,
                hasStages: plansStages ? false : null,
                isConnected: false,
              },
              skipped,
            )}
          />
        </Columns>
      ) : (
        <OfProject
          plansStages={plansStages}
          project={project}
          facts={facts}
          skipped={skipped}
          waiting={waiting}
        />
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

/** What has arrived of one project. */
function only(id: string, { [id]: one }: Arrived): Arrived {
  return one === undefined ? NOTHING : { [id]: one }
}

/** The project that the guide is about already; else the first selected one without data, or the first. */
function guidedId(
  chosen: string | null,
  selected: readonly string[],
  arrived: Arrived,
): string | undefined {
  if (chosen !== null && selected.includes(chosen)) return chosen
  return selected.find((id) => isWaiting(id, arrived)) ?? selected[0]
}

/** Whether none of a project's events have arrived. */
const isWaiting = (id: string, arrived: Arrived) => countArrived(only(id, arrived)) === 0

function OfProject(props: {
  plansStages: boolean
  project: ProjectOverview
  facts: SaleFacts
  skipped: readonly SetupStep[]
  /** The projects that the guide can be about. */
  waiting: readonly string[]
}) {
  const { project, facts, skipped } = props
  const { authorized } = useSession()
  const polled = { enabled: authorized, refetchInterval: SETUP_POLL_MS }
  const { data: keys = [], dataUpdatedAt } = useQuery({
    ...ingestKeyQueries.keys(project.id),
    ...polled,
  })
  const { data: refusals = [] } = useQuery({ ...ingestKeyQueries.refusals(project.id), ...polled })
  const { data: saleTerms, isLoading } = useQuery({
    ...termsQuery(project.id),
    enabled: authorized,
  })
  const of = { project, keys, refusals, now: new Date(dataUpdatedAt) }
  const isTested = keys.some(({ last_tested_at: at }) => (at ?? null) !== null)
  const states = setupProgress(
    {
      ...facts,
      // While that is unknown, the step does not open for a moment.
      hasTerms: isLoading || saleTerms?.is_set === 1,
      hasStages: props.plansStages ? project.has_stages === 1 : null,
      isConnected: facts.hasEvents || isTested,
    },
    skipped,
  )
  return (
    <Columns>
      <SetupSteps
        states={states}
        project={project}
        choice={<GuidedProject id={project.id} ids={props.waiting} />}
        saleTerms={saleTerms}
        connect={<ConnectSite key={project.id} {...of} />}
        hasEvents={facts.hasEvents}
      />
      {!facts.hasEvents && (
        <Aside>
          <WaitingProject {...of} />
        </Aside>
      )}
    </Columns>
  )
}

/** What is known of the sale without the project's terms, stages and keys. */
type SaleFacts = Omit<SetupFacts, 'hasTerms' | 'hasStages' | 'isConnected'> & {
  /** Whether an event of the project's site has arrived. */
  hasEvents: boolean
}

/** The facts of the guide. A team that did not load counts as nobody. */
function useSetupFacts(projectCount: number, arrived: Arrived): SaleFacts {
  const { authorized } = useSession()
  const { data: team = [] } = useQuery({ ...teamQuery, enabled: authorized })
  return {
    projectCount,
    colleagueCount: Math.max(0, team.length - 1),
    hasEvents: countArrived(arrived) > 0,
    hasPurchases: countPurchases(arrived) > 0,
  }
}
