import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureReason } from '#src/api/failure-reason.ts'
import { projectQueries, useProjects } from '#src/api/projects.ts'
import { useSession } from '#src/state/session.ts'
import { LeaveGuard } from '#src/ui/LeaveGuard.tsx'
import { ProjectCards } from '#src/ui/ProjectCards.tsx'
import { ProjectSettingsCard } from './ProjectSettingsCard.tsx'
import { settingsDrafts } from './settings-drafts.ts'

/** One card per project of the Projects filter; the first one starts open. */
export function ProjectSettingsPage() {
  const { authorized } = useSession()
  const { selected, colours, isLoading, failure } = useProjects()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const hasDrafts = settingsDrafts.useAny()
  const query = useQuery({
    ...projectQueries.list(selected),
    enabled: authorized && selected.length > 0,
    // The cards of the projects that stay ticked keep their place meanwhile.
    placeholderData: (before) => before,
  })
  const isWaiting = query.isPending || query.isPlaceholderData
  // Settings are never kept on the device: offline there is nothing to wait for.
  const isPaused = isWaiting && query.fetchStatus === 'paused'
  // Without names there is nothing to ask for.
  const unknown = selected.length === 0 ? failure : null
  const error = unknown?.error ?? query.error

  return (
    <>
      <ProjectCards
        isPending={!isPaused && (isLoading || (selected.length > 0 && isWaiting))}
        failure={
          error === null && !isPaused
            ? null
            : {
                title: 'Project settings did not load',
                text: isPaused
                  ? 'You are offline, and settings are not kept on this device.'
                  : failureReason(error),
                onRetry: unknown?.retry ?? (() => void query.refetch()),
                isRetrying: query.isFetching,
              }
        }
        empty="No project settings found"
        cards={selected.map((projectId, index) => {
          const project = query.data?.find((each) => each.id === projectId)
          if (!project) return null
          const isOpen = toggled.get(projectId) ?? index === 0
          return (
            <ProjectSettingsCard
              key={projectId}
              project={project}
              colour={colours.get(projectId) ?? 'var(--text-3)'}
              isOpen={isOpen}
              onToggle={() => setToggled(new Map(toggled).set(projectId, !isOpen))}
            />
          )
        })}
      />
      <LeaveGuard isActive={hasDrafts} onLeave={() => settingsDrafts.dropAll()}>
        Your changes to project settings are not saved.
      </LeaveGuard>
    </>
  )
}
