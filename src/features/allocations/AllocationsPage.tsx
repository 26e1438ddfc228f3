import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { formatDay } from '#src/domain/sale/record-formats.ts'
import { NoProject } from '#src/projects/NoProject.tsx'
import { ProjectBar } from '#src/projects/ProjectBar.tsx'
import { useProjectParam } from '#src/projects/use-project-param.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { RefreshFailed } from '#src/records/page/RefreshFailed.tsx'
import { useOnline } from '#src/session/use-online.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { AllocationSummary } from '#src/wire/allocations.ts'
import { allocationSummary } from './allocation-queries.ts'
import { AllocationCards } from './cards/AllocationCards.tsx'
import { DifferenceNotice } from './DifferenceNotice.tsx'
import { FreezeList } from './freeze/FreezeList.tsx'
import { ListsCard } from './lists/ListsCard.tsx'
import { WalletsCard } from './wallets/WalletsCard.tsx'

/** The space between the parts of the page. */
const Part = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`

const TEXT = 'Allocations are of one project: how many tokens it owes to each wallet.'

/** What one project owes to each wallet, and the lists that were frozen of it. */
export function AllocationsPage() {
  const { names, selected } = useProjects()
  const { projectId, choose } = useProjectParam(names, selected[0])
  if (projectId !== undefined) return <ProjectAllocations projectId={projectId} onChoose={choose} />
  return (
    <NoProject
      icon={ClipboardList}
      title="No project yet"
      text={TEXT}
      placeholder={<AllocationCards projectId="" summary={undefined} isMasked={false} />}
    />
  )
}

function ProjectAllocations(props: { projectId: string; onChoose: (id: string) => void }) {
  const { projectId } = props
  const { names, projects } = useProjects()
  const privacy = usePrivacy()
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const query = useQuery(allocationSummary(projectId))
  const launch = projects.find(({ id }) => id === projectId)?.created_at
  const summary = query.data
  const list = summary?.latest_list
  const isEmpty = summary?.wallets === 0
  const isLoading = !summary && query.error === null && query.fetchStatus !== 'paused'
  const freeze = (
    <FreezeList
      key={`freeze ${projectId}`}
      projectId={projectId}
      summary={summary}
      isMasked={privacy}
    />
  )
  return (
    <>
      {!isMobile && freeze}
      <ProjectBar ids={names} value={projectId} onChange={props.onChoose}>
        {launch !== undefined &&
          `Everything since ${formatDay(launch)}. The time period does not apply here.`}
      </ProjectBar>
      {summary && query.isError && isOnline && (
        <Part>
          <RefreshFailed query={query} />
        </Part>
      )}
      <Part>
        {isEmpty ? (
          <Surface>
            <EmptyState
              icon={ClipboardList}
              title="No wallet is owed tokens yet"
              text="Wallets appear here with their first completed purchase, bonus or credit. Then you can freeze a list."
            />
          </Surface>
        ) : (
          <Owed
            projectId={projectId}
            query={query}
            isLoading={isLoading}
            isMasked={privacy}
            action={isMobile && freeze}
          />
        )}
      </Part>
      <ListsCard projectId={projectId} isMasked={privacy} />
      {list && <DifferenceNotice list={list} isMasked={privacy} />}
      {!isLoading && (!isEmpty || list) && (
        <WalletsCard key={projectId} projectId={projectId} summary={summary} />
      )}
    </>
  )
}

/** The cards of what is owed, or why there are none. */
function Owed(props: {
  projectId: string
  query: UseQueryResult<AllocationSummary>
  isLoading: boolean
  isMasked: boolean
  action: ReactNode
}) {
  const { query } = props
  if (query.data || props.isLoading)
    return (
      <AllocationCards
        projectId={props.projectId}
        summary={query.data}
        isMasked={props.isMasked}
        action={props.action}
      />
    )
  return (
    <Surface>
      <Loaded
        query={query}
        failed="What is owed did not load"
        notCached="You are offline, and what is owed is not saved on this device."
        placeholder={null}
      >
        {() => null}
      </Loaded>
    </Surface>
  )
}
