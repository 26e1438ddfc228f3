import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAdministration } from '#src/api/features.ts'
import { projectResults } from '#src/api/project-results.ts'
import { projectQueries, useProjects } from '#src/api/projects.ts'
import { hasRepeatedColour } from '#src/domain/colours.ts'
import { toSettingsField } from '#src/domain/sale/notice-reasons.ts'
import { ProjectCards } from '#src/projects/ProjectCards.tsx'
import { FIELD_PARAM, PROJECT_PARAM } from '#src/records/page-hrefs.ts'
import { OneShown } from '#src/records/page/OneShown.tsx'
import { useUrlParams } from '#src/records/use-url-params.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite, useSession } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useAfterPress } from '#src/ui/controls/use-after-press.ts'
import { LeaveGuard } from '#src/ui/dialogs/LeaveGuard.tsx'
import { styled } from '#src/ui/theme.ts'
import { TopBarSlot } from '#src/ui/TopBarSlot.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { AddProjectDialog } from '#src/writes/AddProjectDialog.tsx'
import { projectDrafts } from '#src/writes/project-form.ts'
import { ArchivedProjects } from './ArchivedProjects.tsx'
import { useLinkedField } from './focus-field.ts'
import { ProjectSettingsCard } from './ProjectSettingsCard.tsx'
import { settingsDrafts } from './use-settings-form.ts'
import { termsDrafts } from './use-terms-form.ts'

const Top = styled('div')`
  margin-bottom: 12px;
`

/** One card per selected project, or the one of a link; the first one is open. */
export function ProjectSettingsPage() {
  const { authorized } = useSession()
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const projects = useProjects()
  const { names, colours } = projects
  const [params] = useUrlParams()
  const requested = names.find((name) => name === params.get(PROJECT_PARAM))
  const selected = requested === undefined ? projects.selected : [requested]
  const field = requested === undefined ? null : toSettingsField(params.get(FIELD_PARAM))
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const mayWrite = useMayWrite()
  const hasDrafts = [settingsDrafts.useAny(), termsDrafts.useAny()].some(Boolean)
  // It arrives late and shows a button above the cards.
  const administers = useAfterPress(useAdministration())
  const [isAdding, setAdding] = useState(projectDrafts.ids().length > 0)
  const query = useQuery({
    ...projectQueries.list(selected),
    enabled: authorized && selected.length > 0,
    // Keeps the cards of projects that stay selected.
    placeholderData: (before) => before,
  })
  useLinkedField(field, query.data?.some(({ id }) => id === requested) === true)
  const { isPending, failure } = projectResults(query, projects, {
    failed: 'Project settings did not load',
    notCached: 'You are offline, and settings are not kept on this device.',
  })

  const add = (
    <Button
      icon={Plus}
      isBlock={isMobile}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      onClick={() => setAdding(true)}
    >
      Add project
    </Button>
  )

  return (
    <>
      {administers &&
        // A phone's bar has no room for it.
        (isMobile ? <Top>{add}</Top> : <TopBarSlot place="tools">{add}</TopBarSlot>)}
      {requested !== undefined && <OneShown noun="project" />}
      {/* The title of the page leaves a field the focus. */}
      <div {...(field === null ? {} : { 'data-keeps-focus': '' })}>
        <ProjectCards
          isPending={isPending}
          failure={failure}
          empty={{
            title: 'No project settings found',
            ...(administers ? { text: 'Add your first project.' } : {}),
          }}
          cards={selected.map((projectId, index) => {
            const project = query.data?.find((each) => each.id === projectId)
            if (!project) return null
            const isOpen = toggled.get(projectId) ?? index === 0
            return (
              <ProjectSettingsCard
                key={projectId}
                project={project}
                colour={colours.get(projectId) ?? 'var(--text-3)'}
                isHatched={hasRepeatedColour(colours, projectId)}
                isOpen={isOpen}
                onToggle={() => setToggled(new Map(toggled).set(projectId, !isOpen))}
              />
            )
          })}
        />
      </div>
      {administers && (
        <>
          <ArchivedProjects />
          {isAdding && <AddProjectDialog onClose={() => setAdding(false)} />}
        </>
      )}
      <LeaveGuard
        isActive={hasDrafts && mayWrite}
        onLeave={() => {
          settingsDrafts.dropAll()
          termsDrafts.dropAll()
        }}
      >
        Your changes to project settings are not saved.
      </LeaveGuard>
    </>
  )
}
