import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectResults } from '#src/api/project-results.ts'
import { NO_PROJECT, useProjects } from '#src/api/projects.ts'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { ProjectCards } from '#src/projects/ProjectCards.tsx'
import { useMayWrite, useSession } from '#src/state/session.ts'
import { LeaveGuard } from '#src/ui/dialogs/LeaveGuard.tsx'
import { scriptDrafts } from './script-form.ts'
import { scriptQueries } from './script-queries.ts'
import { ScriptsCard } from './ScriptsCard.tsx'

/** One card per selected project, including projects without scripts. */
export function SeoScriptsPage() {
  const { authorized } = useSession()
  const projects = useProjects()
  const { selected, colours } = projects
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const mayWrite = useMayWrite()
  const hasDrafts = scriptDrafts.useAny()
  const query = useQuery({
    ...scriptQueries.list(selected),
    enabled: authorized && selected.length > 0,
    placeholderData: (before) => before,
  })
  const { isWaiting, isPending, failure } = projectResults(query, projects, {
    failed: 'SEO scripts did not load',
    notCached: 'You are offline, and they were not saved on this device.',
  })
  const scripts = query.data

  return (
    <>
      <ProjectCards
        isPending={isPending}
        failure={failure}
        empty={{
          title: 'No seo scripts found for the selected projects',
          ...(projects.hasNone ? { text: NO_PROJECT } : {}),
        }}
        cards={selected.map((projectId, index) => {
          const script = scripts?.find((each) => each.project_id === projectId)
          // A project that is missing in placeholder data may have scripts.
          if (!script && (!scripts || isWaiting)) return null
          const isOpen = toggled.get(projectId) ?? index === 0
          return (
            <ScriptsCard
              key={projectId}
              projectId={projectId}
              script={script}
              colour={colours.get(projectId) ?? 'var(--text-3)'}
              isHatched={hasRepeatedColour(colours, projectId)}
              isOpen={isOpen}
              onToggle={() => setToggled(new Map(toggled).set(projectId, !isOpen))}
            />
          )
        })}
      />
      <LeaveGuard isActive={hasDrafts && mayWrite} onLeave={() => scriptDrafts.dropAll()}>
        Your changes to scripts are not saved.
      </LeaveGuard>
    </>
  )
}
