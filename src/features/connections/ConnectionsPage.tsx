import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { ingestKeyQueries } from '#src/api/ingest-keys.ts'
import { useProjects } from '#src/api/projects.ts'
import { formatCount } from '#src/domain/money/money.ts'
import { arrivalsOf, type Arrivals } from '#src/domain/sale/arrivals.ts'
import { formatLatest } from '#src/domain/sale/record-formats.ts'
import { siteName } from '#src/domain/text/text.ts'
import { NoProject } from '#src/projects/NoProject.tsx'
import { ProjectBar } from '#src/projects/ProjectBar.tsx'
import { useProjectParam } from '#src/projects/use-project-param.ts'
import { ImportButton } from '#src/records/list/ImportButton.tsx'
import type { RowContext } from '#src/records/record-definition.ts'
import { clock } from '#src/state/clock.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { ChainsPanel } from './chains/ChainsPanel.tsx'
import { TODAY_NOTE } from './key-record.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { ReadingKeysPanel } from './reading/ReadingKeysPanel.tsx'
import { RefusedEventsPanel } from './RefusedEventsPanel.tsx'
import { ServiceTestsPanel } from './ServiceTestsPanel.tsx'
import { UnsentNoticesPanel } from './UnsentNoticesPanel.tsx'

const Pair = styled('div')`
  display: grid;
  grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
  align-items: start;
  column-gap: 16px;
  @media (max-width: 1199px) {
    grid-template-columns: minmax(0, 1fr);
  }
`

/** How one project's site and services are connected. */
export function ConnectionsPage() {
  const { names, selected } = useProjects()
  const { projectId, choose } = useProjectParam(names, selected[0])
  if (projectId !== undefined) return <Connections projectId={projectId} onChoose={choose} />
  return (
    <NoProject
      icon={Plug}
      title="No project yet"
      text="Add one in Project Settings, then connect its site here."
    />
  )
}

function Connections(props: { projectId: string; onChoose: (id: string) => void }) {
  const { projectId } = props
  const { names, projects, colours } = useProjects()
  const isMobile = useIsMobile()
  const privacy = usePrivacy()
  const { asOf } = useSnapshot(filters)
  const { skewMs } = useSnapshot(clock)
  const { data: keys, dataUpdatedAt } = useQuery(ingestKeyQueries.keys(projectId))
  const now = useMemo(
    () => new Date(Math.max(dataUpdatedAt + skewMs, asOf)),
    [dataUpdatedAt, skewMs, asOf],
  )
  const context = useMemo<RowContext<unknown>>(
    () => ({ colours, privacy, now, onAction: () => undefined }),
    [colours, privacy, now],
  )
  const hasChains = useFeature('chain')
  const hasReaders = useFeature('readers')
  const project = projects.find(({ id }) => id === projectId)
  const arrivals = keys && arrivalsOf(keys, now)
  return (
    <>
      {arrivals && (
        // A phone's bar has no room for it.
        <TopBarSlot place={isMobile ? 'note' : 'tools'}>
          <Badge tone={arrivals.isArriving ? 'positive' : 'neutral'}>
            {arrivals.isArriving ? 'Events are arriving' : 'Waiting for data'}
          </Badge>
        </TopBarSlot>
      )}
      <ProjectBar
        ids={names}
        value={projectId}
        onChange={props.onChoose}
        end={<ImportButton projectId={projectId} />}
      >
        {arrivals && (
          <span className="num" title={TODAY_NOTE}>
            {describeArrivals(arrivals, now)}
          </span>
        )}
      </ProjectBar>
      <KeysPanel
        key={`keys ${projectId}`}
        projectId={projectId}
        site={project ? siteName(project) : projectId}
        context={context}
      />
      {hasChains && <ChainsPanel key={`chains ${projectId}`} projectId={projectId} now={now} />}
      <RefusedEventsPanel key={`refused ${projectId}`} projectId={projectId} context={context} />
      <Pair>
        <ServiceTestsPanel projectId={projectId} />
        <UnsentNoticesPanel key={`notices ${projectId}`} projectId={projectId} now={now} />
      </Pair>
      {hasReaders && <ReadingKeysPanel projectId={projectId} now={now} />}
    </>
  )
}

function describeArrivals({ lastAt, taken, refused }: Arrivals, now: Date): string {
  if (lastAt === null) return 'No event yet'
  const last = formatLatest(lastAt, now)
  return `Last event ${last}, ${formatCount(taken)} taken today, ${formatCount(refused)} refused`
}
