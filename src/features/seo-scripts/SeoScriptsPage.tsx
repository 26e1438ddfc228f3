import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureReason } from '#src/api/failure-reason.ts'
import { useProjects } from '#src/api/projects.ts'
import { useSession } from '#src/state/session.ts'
import { LeaveGuard } from '#src/ui/LeaveGuard.tsx'
import { ProjectCards } from '#src/ui/ProjectCards.tsx'
import { scriptDrafts } from './script-drafts.ts'
import { scriptQueries } from './script-queries.ts'
import { ScriptsCard } from './ScriptsCard.tsx'

/** One card per project of the Projects filter, also for one without an entry. */
export function SeoScriptsPage() {
  const { authorized } = useSession()
  const { selected, colours, isLoading, failure } = useProjects()
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const hasDrafts = scriptDrafts.useAny()
  const query = useQuery({
    ...scriptQueries.list(selected),
    enabled: authorized && selected.length > 0,
    placeholderData: (before) => before,
  })
  const isPaused = query.isPending && query.fetchStatus === 'paused'
  // Without names there is nothing to ask for.
  const unknown = selected.length === 0 ? failure : null
  const error = unknown?.error ?? query.error
  const scripts = query.data

  return (
    <>
      <ProjectCards
        count={scripts ? selected.length : 0}
        isPending={!isPaused && (isLoading || (selected.length > 0 && query.isPending))}
        failure={
          error === null && !isPaused
            ? null
            : {
                title: 'SEO scripts did not load',
                text: isPaused
                  ? 'You are offline, and they were not saved on this device.'
                  : failureReason(error),
                onRetry: unknown?.retry ?? (() => void query.refetch()),
                isRetrying: query.isFetching,
              }
        }
        empty="No seo scripts found for the selected projects"
      >
        {scripts &&
          selected.map((projectId, index) => {
            const isOpen = toggled.get(projectId) ?? index === 0
            return (
              <ScriptsCard
                key={projectId}
                projectId={projectId}
                script={scripts.find((script) => script.project_id === projectId)}
                colour={colours.get(projectId) ?? 'var(--text-3)'}
                isOpen={isOpen}
                onToggle={() => setToggled(new Map(toggled).set(projectId, !isOpen))}
              />
            )
          })}
      </ProjectCards>
      <LeaveGuard isActive={hasDrafts} onLeave={() => scriptDrafts.dropAll()}>
        Your changes to scripts are not saved.
      </LeaveGuard>
    </>
  )
}
