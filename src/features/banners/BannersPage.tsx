import { Images, Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { describeError } from '#src/api/describe-error.ts'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/api/use-online.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Fab } from '#src/ui/Fab.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Surface } from '#src/ui/Surface.ts'
import { MOBILE, styled } from '#src/ui/theme.ts'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { BannersList, BannersPlaceholder } from './BannersList.tsx'
import { CreateBannerDialog } from './CreateBannerDialog.tsx'
import { bannerDrafts, newBanners, type NewBanner } from './new-banner.ts'

const Bar = styled('div')`
  display: flex;
  align-items: center;
  gap: 16px;
  margin-bottom: 16px;
  & > button {
    width: 240px;
    font-weight: 500;
  }
  & > span {
    font: var(--t-small);
    color: var(--text-3);
  }
  ${MOBILE} {
    flex-direction: column;
    align-items: stretch;
    gap: 8px;
    margin-bottom: 12px;
    & > button {
      width: 100%;
    }
  }
`

/** The banners of one project, selected among the projects with banners enabled. */
export function BannersPage() {
  const isOnline = useOnline()
  const { projects, colours, isLoading, hasNone, failure } = useProjects()
  const [params, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const pending = newBanners.useAll()
  const [checked, setChecked] = useState<PendingWrite<NewBanner>>()
  const enabled = projects.filter((project) => project.banners_enabled === 1)
  const requested = params.get('project')
  const project = enabled.find(({ id }) => id === requested) ?? enabled[0]
  // A draft survives an expired session or another screen: it opens the dialog again.
  const hasDraft = Object.keys(bannerDrafts.use(project?.id ?? '')).length > 0
  if (hasDraft && !isCreating) setCreating(true)

  if (!project) {
    return isLoading ? (
      <div aria-busy="true">
        <Bar>
          <Skeleton width={240} height={40} radius={8} />
        </Bar>
        <BannersPlaceholder />
      </div>
    ) : (
      <Surface>
        {failure ? (
          <ErrorState
            title="Your projects did not load"
            text={describeError(failure.error)}
            onRetry={failure.retry}
          />
        ) : (
          <EmptyState
            icon={Images}
            title="No banners yet"
            text={
              hasNone
                ? NO_PROJECT
                : 'Banners are not enabled for any of your projects. An admin enables them in Project Settings.'
            }
          />
        )}
      </Surface>
    )
  }
  return (
    <>
      <Bar>
        <Select
          label="Project"
          size="lg"
          options={enabled.map(({ id }) => ({
            value: id,
            label: id,
            colour: colours.get(id) ?? 'var(--text-3)',
          }))}
          value={project.id}
          onChange={(id) => {
            setParams(
              (before) => {
                const next = new URLSearchParams(before)
                next.set('project', id)
                return next
              },
              { replace: true },
            )
          }}
        />
        <span>
          {isOnline
            ? 'Drag to reorder. The new order is saved at once.'
            : 'Offline: the order can’t be changed.'}
        </span>
      </Bar>
      {!isCreating && (
        <PendingWriteNotes
          writes={pending.filter(({ what }) => what.projectId === project.id)}
          onCheck={(banner) => {
            setChecked(banner)
            setCreating(true)
          }}
        >
          {({ projectId }) => (
            <>
              whether a new banner for the <bdi>{projectId}</bdi> token was created
            </>
          )}
        </PendingWriteNotes>
      )}
      <BannersList key={project.id} project={project} />
      <Fab
        label="Create banner"
        icon={Plus}
        disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
        onClick={() => setCreating(true)}
      />
      {isCreating && (
        <CreateBannerDialog
          key={`create ${project.id}`}
          project={project}
          checked={checked}
          onClose={() => {
            setCreating(false)
            setChecked(undefined)
          }}
        />
      )}
    </>
  )
}
