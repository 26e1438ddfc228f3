import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planQuery } from '#src/features/stages/edit/form/plan-query.ts'
import { progressDrafts } from '#src/features/stages/edit/form/progress-drafts.ts'
import { firstForm } from '#src/features/stages/edit/form/stage-proposal.ts'
import { stageDrafts } from '#src/features/stages/edit/form/stages-form.ts'
import { stagesQuery } from '#src/figures/stage-figures.ts'
import { RecordPage } from '#src/records/page/RecordPage.tsx'
import { ADD_PARAM, useRecordPath } from '#src/records/record-hrefs.ts'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { useSession } from '#src/state/session.ts'
import { LeaveGuard } from '#src/ui/dialogs/LeaveGuard.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import type { StagePlan, StageSummary } from '#src/wire/stages.ts'
import { PublicProgress } from './PublicProgress.tsx'
import { StagesEditor } from './StagesEditor.tsx'

const Page = styled('div')`
  ${MOBILE} {
    /* The save bar covers the end of the page. */
    padding-bottom: 72px;
  }
`

/** The planned stages and caps of a project, edited as one. */
export function EditStagesPage() {
  const { projectId } = useRecordPath()
  const { authorized } = useSession()
  const isMobile = useIsMobile()
  const [params] = useUrlParams()
  const add = params.get(ADD_PARAM)
  const plan = useQuery({ ...planQuery(projectId), enabled: authorized })
  const sums = useQuery({ ...stagesQuery([projectId], 7), enabled: authorized })
  const isSettled = !sums.isPending || sums.fetchStatus === 'paused'
  const summary = sums.data?.[projectId]
  return (
    <RecordPage
      query={plan}
      what="project"
      needs="stages"
      list={{ href: '/stages', title: 'Stages' }}
      skeleton={<EditSkeleton />}
    >
      {(newest) => (
        <Page>
          {!isMobile && (
            <TopBarSlot place="note">
              <span className="small t3">{projectId}</span>
            </TopBarSlot>
          )}
          {/* What was sold is the proposal of a first plan, and the price of an added name. */}
          {isSettled || (newest.stages.length > 0 && add === null) ? (
            <Edited
              key={projectId}
              projectId={projectId}
              newest={newest}
              summary={summary}
              add={add}
            />
          ) : (
            <div role="status" aria-busy="true" aria-label="Loading what was sold">
              <div aria-hidden>
                <EditSkeleton />
              </div>
            </div>
          )}
          <PublicProgress key={`progress of ${projectId}`} projectId={projectId} />
          <Leaving projectId={projectId} />
        </Page>
      )}
    </RecordPage>
  )
}

function Edited(props: {
  projectId: string
  newest: StagePlan
  summary: StageSummary | undefined
  add: string | null
}) {
  const { projectId, newest, summary, add } = props
  const draft = stageDrafts.use(projectId)
  const base = draft.base ?? newest
  return <Fresh key={base.version} {...props} base={base} summary={summary} add={add} />
}

/** Asks before a link leaves what is typed over: the plan and the public progress are saved apart. */
function Leaving({ projectId }: { projectId: string }) {
  const hasPlan = stageDrafts.use(projectId).values !== undefined
  const hasProgress = progressDrafts.use(projectId).fields !== undefined
  return (
    <LeaveGuard
      isActive={hasPlan || hasProgress}
      onLeave={() => {
        stageDrafts.drop(projectId)
        progressDrafts.drop(projectId)
      }}
    >
      {hasPlan
        ? 'Your changes to the stages are not saved.'
        : 'Your changes to public progress are not saved.'}
    </LeaveGuard>
  )
}

/** The form begins again with each plan that it changes. */
function Fresh(props: {
  projectId: string
  base: StagePlan
  newest: StagePlan
  summary: StageSummary | undefined
  add: string | null
}) {
  const [initial] = useState(() => firstForm(props.base, props.summary, props.add))
  return <StagesEditor {...props} initial={initial} />
}

/** As high as six stages and the caps. */
function EditSkeleton() {
  const block = (height: number) => (
    <Surface style={{ height, padding: '19px 20px', marginBottom: 16 }}>
      <Skeleton width="24%" height={14} />
    </Surface>
  )
  return (
    <>
      {block(456)}
      {block(110)}
    </>
  )
}
