import { useState } from 'react'
import { send } from '#src/api/http.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { SettingsGroup, Wide } from '#src/ui/fields/SettingsGroup.tsx'
import { projectAdministrationCalls } from '#src/wire/project-administration.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { CHANGED_BY_ARCHIVE } from './archived-projects.ts'

/** Archives a project, after a confirmation. */
export function ArchiveGroup({ projectId }: { projectId: string }) {
  const isOnline = useOnline()
  const [isConfirming, setConfirming] = useState(false)
  const { write, isBusy } = useWrite({
    mutationFn: async () => {
      await send(projectAdministrationCalls.archiveProject, { params: { id: projectId } })
      return projectId
    },
    meta: {
      success: `Archived ${projectId}`,
      failure: 'Error archiving the project',
      invalidates: CHANGED_BY_ARCHIVE,
    },
  })
  const disabledReason = isOnline ? undefined : OFFLINE_REFUSAL
  return (
    <SettingsGroup title="Archive" description="Hides the project. Nothing is deleted.">
      <Wide>
        <Button disabledReason={disabledReason} onClick={() => setConfirming(true)}>
          Archive project
        </Button>
      </Wide>
      <ConfirmDialog
        title="Archive project?"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={async () => {
          if ((await write()) !== undefined) setConfirming(false)
        }}
        confirmLabel="Archive"
        busyLabel="Archiving"
        isBusy={isBusy}
        disabledReason={disabledReason}
      >
        <b>{projectId}</b> disappears from filters, figures and lists, and events from its site are
        refused. Nothing is deleted: you can restore it below the projects.
      </ConfirmDialog>
    </SettingsGroup>
  )
}
