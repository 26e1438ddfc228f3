import { Images, Plus } from 'lucide-react'
import { useState } from 'react'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { NoProject } from '#src/projects/NoProject.tsx'
import { ProjectBar } from '#src/projects/ProjectBar.tsx'
import { useProjectParam } from '#src/projects/use-project-param.ts'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Fab } from '#src/ui/controls/Fab.tsx'
import { PendingWriteNotes } from '#src/writes/outcome-notes.tsx'
import type { PendingWrite } from '#src/writes/pending-writes.ts'
import { BannersList, BannersPlaceholder } from './BannersList.tsx'
import { CreateBannerDialog } from './CreateBannerDialog.tsx'
import { bannerDrafts, newBanners, type NewBanner } from './new-banner.ts'

/** The banners of one project, selected among the projects with banners enabled. */
export function BannersPage() {
  const isOnline = useOnline()
  const mayWrite = useMayWrite()
  const { projects, hasNone } = useProjects()
  const disabledReason = isOnline ? undefined : OFFLINE_REFUSAL
  const linked = useLinkedAction('create', disabledReason)
  const [isStarted, setCreating] = useState(false)
  const isCreating = isStarted || linked.isOpen
  const pending = newBanners.useAll()
  const [checked, setChecked] = useState<PendingWrite<NewBanner>>()
  const enabled = projects.filter((project) => project.banners_enabled === 1)
  const ids = enabled.map(({ id }) => id)
  const { projectId: chosen, choose } = useProjectParam(ids)
  const project = enabled.find(({ id }) => id === chosen)
  // A draft survives an expired session or another screen: it opens the dialog again.
  const hasDraft = Object.keys(bannerDrafts.use(project?.id ?? '')).length > 0
  if (hasDraft && !isStarted) setCreating(true)

  if (!project)
    return (
      <NoProject
        icon={Images}
        title="No banners yet"
        text={
          hasNone
            ? NO_PROJECT
            : 'Banners are not enabled for any of your projects. An admin enables them in Project Settings.'
        }
        placeholder={<BannersPlaceholder />}
      />
    )
  return (
    <>
      <ProjectBar ids={ids} value={project.id} onChange={choose}>
        {!mayWrite
          ? 'In the order of the site.'
          : isOnline
            ? 'Drag to reorder. The new order is saved at once.'
            : 'Offline: the order can’t be changed.'}
      </ProjectBar>
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
      {mayWrite && (
        <Fab
          label="Create banner"
          icon={Plus}
          disabledReason={disabledReason}
          onClick={() => setCreating(true)}
        />
      )}
      {isCreating && (
        <CreateBannerDialog
          key={`create ${project.id}`}
          project={project}
          checked={checked}
          onClose={() => {
            setCreating(false)
            setChecked(undefined)
            linked.end()
          }}
        />
      )}
    </>
  )
}
