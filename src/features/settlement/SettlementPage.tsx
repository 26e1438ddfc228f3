import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Landmark } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { describeError } from '#src/api/describe-error.ts'
import { useProjects } from '#src/api/projects.ts'
import { useOnline } from '#src/api/use-online.ts'
import { deviceZone } from '#src/domain/zone.ts'
import { Loaded } from '#src/records/Loaded.tsx'
import { NoProject } from '#src/records/NoProject.tsx'
import { ProjectBar } from '#src/records/ProjectBar.tsx'
import { useProjectParam } from '#src/records/use-project-param.ts'
import { filters } from '#src/state/filters.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { styled } from '#src/ui/theme.ts'
import { Placeholder } from './Placeholder.tsx'
import { PrintedHead, PrintedPage } from './PrintedPage.tsx'
import { SavedStatements } from './SavedStatements.tsx'
import { rangeAt, settlementQuery, type SettlementSelection } from './settlement-query.ts'
import { periodText } from './settlement-text.ts'
import { SettlementActions } from './SettlementActions.tsx'
import { SettlementTables } from './SettlementTables.tsx'

const Failed = styled('div')`
  margin-bottom: 16px;
`

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
  const { names, projects } = useProjects()
  const { privacy, asOf, period, customStart, customEnd } = useSnapshot(filters)
  const isOnline = useOnline()
  const project = projects.find(({ id }) => id === projectId)
  const createdAt = project ? Date.parse(project.created_at) : null
  const selection = { projectId, period, customStart, customEnd, zone: deviceZone() }
  const query = useSettlement(selection, createdAt, asOf)
  const { data: result } = query
  const range = result?.range ?? rangeAt(selection, asOf, createdAt)
  const zone = result?.zone ?? selection.zone
  return (
    <PrintedPage>
      {result && <PrintedHead projectId={projectId} result={result} />}
      <div className="screen-only">
        <ProjectBar ids={names} value={projectId} onChange={props.onChoose}>
          {range && <span className="num">{periodText(range, zone)}</span>}
        </ProjectBar>
      </div>
      <SettlementActions projectId={projectId} result={result} isMasked={privacy} />
      {result && query.isError && isOnline && (
        <Failed className="screen-only">
          <Notice
            icon={CircleAlert}
            action={
              <Button
                size="sm"
                onClick={() => void query.refetch()}
                isBusy={query.isFetching}
                busyLabel="Trying again"
              >
                Try again
              </Button>
            }
          >
            <b>Could not refresh these figures.</b> {describeError(query.error)}
          </Notice>
        </Failed>
      )}
      {result ? (
        <SettlementTables projectId={projectId} result={result} isMasked={privacy} />
      ) : (
        <Missing query={query} />
      )}
      <SavedStatements
        key={projectId}
        projectId={projectId}
        isCustom={period === 'custom'}
        result={result}
        isMasked={privacy}
      />
    </PrintedPage>
  )
}

type SettlementQuery = ReturnType<typeof useSettlement>

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

/** The figures of the selection; refetched when the page's "now" has moved on. */
function useSettlement(selection: SettlementSelection, createdAt: number | null, asOf: number) {
  const query = useQuery({
    ...settlementQuery(selection, createdAt),
    enabled: rangeAt(selection, asOf, createdAt) !== null,
  })
  const { data, refetch } = query
  const isOld = data !== undefined && data.asOf !== asOf
  useEffect(() => {
    if (isOld) void refetch({ cancelRefetch: false })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new "now" is a new try
  }, [isOld, asOf, refetch])
  return query
}
