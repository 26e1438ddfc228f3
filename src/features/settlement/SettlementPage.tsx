import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useFeature } from '#src/api/features.ts'
import { useProjects } from '#src/api/projects.ts'
import type { TimeRange } from '#src/domain/time/calendar.ts'
import { useOneAsOf } from '#src/figures/as-of.ts'
import { toPeriodRequest } from '#src/figures/period-request.ts'
import { proofQuery } from '#src/figures/proof-figures.ts'
import { usePeriodSelection } from '#src/figures/use-period-selection.ts'
import { NoProject } from '#src/projects/NoProject.tsx'
import { ProjectBar } from '#src/projects/ProjectBar.tsx'
import { useProjectParam } from '#src/projects/use-project-param.ts'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { RefreshFailed } from '#src/records/page/RefreshFailed.tsx'
import { useOnline } from '#src/session/use-online.ts'
import { filters } from '#src/state/filters.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Panel } from '#src/ui/lists/Panel.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import { PrintedHead, PrintedPage, PrintedStatement } from './PrintedPage.tsx'
import { SavedStatements } from './SavedStatements.tsx'
import { settlementQuery } from './settlement-query.ts'
import { periodText } from './settlement-text.ts'
import { SettlementActions } from './SettlementActions.tsx'
import { SettlementTables } from './SettlementTables.tsx'
import { usePrintedStatement } from './use-printed-statement.ts'

const Failed = styled('div')`
  margin-bottom: 16px;
`

const Row = styled('div')<{ $height: number }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: ${(p) => p.$height}px;
  padding: 0 20px;
  border-top: 1px solid var(--line);
`

const PARTS = [
  { title: 'Completed purchases', heights: [40, 40, 40, 40, 40, 40, 48] },
  { title: 'Where it went', heights: [48, 48, 48, 48, 48, 56] },
  { title: 'For information', heights: [48, 48] },
]

/** As high as the settlement of a project with five payment tokens. */
function Placeholder() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading the settlement">
      <div aria-hidden>
        {PARTS.map(({ title, heights }) => (
          <Panel key={title} title={title}>
            {heights.map((height, index) => (
              <Row key={index} $height={height}>
                <Skeleton width="24%" />
                <Skeleton width="12%" />
              </Row>
            ))}
          </Panel>
        ))}
      </div>
    </div>
  )
}

/** What one project took in a period, and where it went. */
export function SettlementPage() {
  const { names, selected } = useProjects()
  const { projectId, choose } = useProjectParam(names, selected[0])
  if (projectId !== undefined) return <ProjectSettlement projectId={projectId} onChoose={choose} />
  return (
    <NoProject
      icon={Landmark}
      title="No project yet"
      text="A settlement is of one project: what its purchases took in, and where it went."
      placeholder={<Placeholder />}
    />
  )
}

function ProjectSettlement(props: { projectId: string; onChoose: (id: string) => void }) {
  const { projectId } = props
  const { names } = useProjects()
  const privacy = usePrivacy()
  const isOnline = useOnline()
  const { query, proofs, resolved, period } = useSettlement(projectId)
  const { data: result } = query
  const { printed, print } = usePrintedStatement()
  return (
    <PrintedPage>
      {printed && <PrintedStatement statement={printed} />}
      <div className={printed ? 'screen-only' : undefined}>
        {result && <PrintedHead projectId={projectId} result={result} />}
        <div className="screen-only">
          <ProjectBar ids={names} value={projectId} onChange={props.onChoose}>
            {resolved && <span className="num">{periodText(resolved.range, resolved.zone)}</span>}
          </ProjectBar>
        </div>
        <SettlementActions
          projectId={projectId}
          result={result}
          isMasked={privacy}
          onPrint={() => print(null)}
        />
        {result && query.isError && isOnline && (
          <Failed className="screen-only">
            <RefreshFailed query={query} />
          </Failed>
        )}
        {result ? (
          <SettlementTables
            projectId={projectId}
            result={result}
            proofs={proofs}
            isMasked={privacy}
          />
        ) : (
          <Missing query={query} />
        )}
        <SavedStatements
          key={projectId}
          projectId={projectId}
          isCustom={period === 'custom'}
          result={result}
          isMasked={privacy}
          onPrint={print}
        />
      </div>
    </PrintedPage>
  )
}

type SettlementQuery = ReturnType<typeof useSettlement>['query']

/** Instead of the tables: that they load, or why there are none. */
function Missing({ query }: { query: SettlementQuery }) {
  const isLoading = query.error === null && query.fetchStatus !== 'paused'
  if (isLoading) return <Placeholder />
  return (
    <Surface>
      <Loaded
        query={query}
        failed="The settlement did not load"
        notCached="You are offline, and this settlement is not saved on this device."
        placeholder={null}
      >
        {() => null}
      </Loaded>
    </Surface>
  )
}

const isSameRange = (one: TimeRange | undefined, other: TimeRange | undefined) =>
  one?.start === other?.start && one?.end === other?.end

/** The figures of a project in the selected period, and what they are of, or will be. */
function useSettlement(projectId: string) {
  const { asOf } = useSnapshot(filters)
  const { projects } = useProjects()
  const created = projects.find(({ id }) => id === projectId)?.created_at
  const minDate = created === undefined ? null : Date.parse(created)
  const selection = { ...usePeriodSelection(), projects: [projectId], minDate }
  const request = toPeriodRequest(selection, asOf)
  const query = useQuery({ ...settlementQuery(projectId, selection), enabled: request !== null })
  const hasChain = useFeature('chain')
  const { data: proven } = useQuery({
    ...proofQuery(selection),
    enabled: hasChain && request !== null,
  })
  useOneAsOf(asOf, selection)
  const resolved = query.data?.resolvedQuery ?? request?.resolvedQuery
  const summary = proven?.summaries[projectId]
  const areOfSame = isSameRange(proven?.resolvedQuery.range, query.data?.resolvedQuery.range)
  const proofs = areOfSame && summary?.is_connected ? summary : undefined
  return { query, proofs, resolved, period: selection.period }
}
