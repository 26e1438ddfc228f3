import { useQueryClient } from '@tanstack/react-query'
import { ClipboardPaste, CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { useProjects } from '#src/api/projects.ts'
import { copiedRows, replacedRows } from '#src/features/stages/edit/form/pasted-rows.ts'
import { planQuery } from '#src/features/stages/edit/form/plan-query.ts'
import type { StageRow } from '#src/features/stages/edit/form/stages-form.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ActionMenu } from '#src/ui/controls/ActionMenu.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { PasteDialog } from './PasteDialog.tsx'

/** Fills the table from a spreadsheet or from another project's plan. */
export function StageTools(props: {
  projectId: string
  rows: readonly StageRow[]
  onRows: (rows: readonly StageRow[]) => void
}) {
  const { rows, onRows } = props
  const isMobile = useIsMobile()
  const [isPasting, setPasting] = useState(false)
  const style = { variant: isMobile ? 'secondary' : 'ghost', size: 'sm' } as const
  return (
    <>
      <Button {...style} icon={ClipboardPaste} onClick={() => setPasting(true)}>
        Paste rows
      </Button>
      <CopyFrom {...props} />
      {isPasting && (
        <PasteDialog
          token={props.projectId}
          rows={rows}
          onUse={(next) => {
            onRows(next)
            setPasting(false)
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </>
  )
}

/** Takes names, prices and supplies of another project's plan. It asks before it replaces rows. */
function CopyFrom(props: {
  projectId: string
  rows: readonly StageRow[]
  onRows: (rows: readonly StageRow[]) => void
}) {
  const { projectId, rows, onRows } = props
  const client = useQueryClient()
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const { projects } = useProjects()
  const [from, setFrom] = useState<string | null>(null)
  const others = projects.filter(({ id, has_stages }) => id !== projectId && has_stages === 1)
  const { write, isBusy } = useWrite({
    mutationFn: (id: string) => client.fetchQuery(planQuery(id)),
    meta: { failure: 'Error copying the stages', isRead: true },
  })
  const copy = async (id: string) => {
    const plan = await write(id)
    if (plan) onRows(replacedRows(rows, copiedRows(plan)))
    setFrom(null)
  }
  const reason = isOnline
    ? others.length === 0
      ? 'No other project has planned stages.'
      : undefined
    : OFFLINE_REFUSAL
  const button = (
    <Button
      variant={isMobile ? 'secondary' : 'ghost'}
      size="sm"
      icon={CopyPlus}
      isBusy={isBusy && from === null}
      {...(isMobile ? { style: { gridColumn: '1 / -1' } } : {})}
      disabledReason={reason}
    >
      Copy from a project
    </Button>
  )
  return (
    <>
      {reason === undefined ? (
        <ActionMenu
          label="Copy from a project"
          button={button}
          actions={others.map(({ id }) => ({
            label: id,
            onSelect: () => {
              if (rows.length === 0) void copy(id)
              else setFrom(id)
            },
          }))}
        />
      ) : (
        button
      )}
      <ConfirmDialog
        title={`Copy the stages of ${from ?? ''}?`}
        isOpen={from !== null}
        isBusy={isBusy}
        busyLabel="Copying"
        isHarmless
        onClose={() => setFrom(null)}
        onConfirm={() => from !== null && void copy(from)}
        confirmLabel="Copy"
      >
        Their names, prices and supplies replace the{' '}
        {rows.length === 1 ? 'stage' : `${rows.length} stages`} here. A stage with the same name
        keeps its purchases and its times. Nothing is saved yet.
      </ConfirmDialog>
    </>
  )
}
