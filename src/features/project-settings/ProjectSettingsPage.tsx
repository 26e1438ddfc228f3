import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { projectResults } from '#src/api/project-results.ts'
import { projectQueries, useProjects } from '#src/api/projects.ts'
import { ProjectCards } from '#src/records/ProjectCards.tsx'
import { useSession } from '#src/state/session.ts'
import { LeaveGuard } from '#src/ui/LeaveGuard.tsx'
import { ProjectSettingsCard } from './ProjectSettingsCard.tsx'
import { settingsDrafts } from './use-settings-form.ts'

/** One card per selected project; the first one is open. */
export function ProjectSettingsPage() {
  const { authorized } = useSession()
  const projects = useProjects()
  const { selected, colours } = projects
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const hasDrafts = settingsDrafts.useAny()
  const query = useQuery({
    ...projectQueries.list(selected),
    enabled: authorized && selected.length > 0,
    // Keeps the cards of projects that stay selected.
    placeholderData: (before) => before,
  })
  const { isPending, failure } = projectResults(query, projects, {
    failed: 'Project settings did not load',
    notCached: 'You are offline, and settings are not kept on this device.',
  })

  return (
    <>
      <ProjectCards
        isPending={isPending}
        failure={failure}
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
