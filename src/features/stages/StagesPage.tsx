import { Layers } from 'lucide-react'
import { useProjects } from '#src/api/projects.ts'
import { isAdmin } from '#src/domain/people/roles.ts'
import { formatDay } from '#src/domain/sale/record-formats.ts'
import { NoProject } from '#src/projects/NoProject.tsx'
import { ProjectBar } from '#src/projects/ProjectBar.tsx'
import { useProjectParam } from '#src/projects/use-project-param.ts'
import { ButtonLink } from '#src/records/cells/ButtonLink.tsx'
import { Loaded } from '#src/records/page/Loaded.tsx'
import { RefreshFailed } from '#src/records/page/RefreshFailed.tsx'
import { editStagesHref } from '#src/records/record-hrefs.ts'
import { useOnline } from '#src/session/use-online.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { useUser } from '#src/state/session.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { StageCards } from './cards/StageCards.tsx'
import { DownloadStages } from './DownloadStages.tsx'
import { OversoldNotice } from './OversoldNotice.tsx'
import { StagesTable } from './plan/StagesTable.tsx'
import { useStages, type StagesQuery } from './stage-queries.ts'
import { stageView, type StageView } from './stage-view.ts'
import { FromWhatWasSold } from './unplanned/FromWhatWasSold.tsx'
import { NotInThePlan } from './unplanned/NotInThePlan.tsx'

/** The space between the parts of the page. */
const Part = styled('div')`
  margin-bottom: 16px;
  ${MOBILE} {
    margin-bottom: 12px;
  }
`
/** A state of the whole page. */
const Whole = styled(Surface)`
  display: flex;
  flex-direction: column;
  min-height: 218px;
`
const PlanLink = styled('div')`
  margin-top: 12px;
`
const LOADING: StagesQuery = {
  data: undefined,
  error: null,
  isError: false,
  isFetching: true,
  fetchStatus: 'fetching',
  // The projects load first; nothing shows a button for it.
  refetch: () => Promise.reject(new Error('No project yet')),
}

/** How much is left of each stage of a project, when it sells out, and what was sold beyond it. */
export function StagesPage() {
  const { names, selected } = useProjects()
  const { projectId, choose } = useProjectParam(names, selected[0])
  if (projectId !== undefined) return <ProjectStages projectId={projectId} onChoose={choose} />
  return (
    <NoProject
      icon={Layers}
      title="No project yet"
      text="Stages are of one project: what it sells at each price."
      placeholder={<StageCards view={undefined} query={LOADING} notice={null} />}
    />
  )
}

function ProjectStages(props: { projectId: string; onChoose: (id: string) => void }) {
  const { projectId } = props
  const { names, colours } = useProjects()
  const privacy = usePrivacy()
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const canEdit = isAdmin(useUser()?.role ?? '')
  const { query, summary } = useStages(projectId)
  const colour = colours.get(projectId) ?? 'var(--text-3)'
  const view = summary && stageView(projectId, summary, { colour, isMasked: privacy })
  const hasPlan = summary !== undefined && summary.stages.length > 0
  const edit = canEdit && hasPlan && (
    <ButtonLink href={editStagesHref(projectId)} isBlock={isMobile}>
      Edit stages
    </ButtonLink>
  )
  return (
    <>
      <TopBarSlot place="tools">
        {hasPlan && <DownloadStages view={view} />}
        {!isMobile && edit}
      </TopBarSlot>
      <ProjectBar ids={names} value={projectId} onChange={props.onChoose}>
        {isMobile ? null : sinceText(summary?.launched_at)}
      </ProjectBar>
      {summary && query.isError && query.data && isOnline && (
        <Part>
          <RefreshFailed query={query} />
        </Part>
      )}
      {view === undefined ? (
        <Unknown query={query} />
      ) : hasPlan ? (
        <Planned key={projectId} view={view} query={query} canEdit={canEdit} />
      ) : (
        <Unplanned key={projectId} view={view} canEdit={canEdit} />
      )}
      {isMobile && edit}
    </>
  )
}

function sinceText(launch: string | null | undefined): string | null {
  if (launch === undefined) return null
  return launch === null
    ? 'The time period does not apply here.'
    : `Everything since ${formatDay(launch)}. The time period does not apply here.`
}

/** Placeholders, or why there are no figures. */
function Unknown({ query }: { query: StagesQuery }) {
  const isLoading = query.error === null && query.fetchStatus !== 'paused'
  if (isLoading)
    return (
      <>
        <StageCards view={undefined} query={query} notice={null} />
        <StagesTable view={undefined} />
      </>
    )
  return (
    <Whole>
      <Loaded
        query={query}
        failed="The stages did not load"
        notCached="You are offline, and these stages are not saved on this device."
        placeholder={null}
      >
        {() => null}
      </Loaded>
    </Whole>
  )
}

function Planned(props: { view: StageView; query: StagesQuery; canEdit: boolean }) {
  const { view } = props
  return (
    <>
      <StageCards view={view} query={props.query} notice={<OversoldNotice view={view} />} />
      <StagesTable view={view} />
      <NotInThePlan view={view} canEdit={props.canEdit} />
    </>
  )
}

function Unplanned({ view, canEdit }: { view: StageView; canEdit: boolean }) {
  return (
    <>
      <Part>
        <Whole>
          <EmptyState
            icon={Layers}
            title="No stages are planned"
            text={`With prices and supplies, this page shows what is left, when it sells out and what was sold beyond the plan.${
              canEdit ? '' : ' An admin can plan them.'
            }`}
            action={
              canEdit && (
                <PlanLink>
                  <ButtonLink variant="primary" href={editStagesHref(view.projectId)}>
                    Plan the stages
                  </ButtonLink>
                </PlanLink>
              )
            }
          />
        </Whole>
      </Part>
      <FromWhatWasSold view={view} canEdit={canEdit} />
    </>
  )
}
