import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { stageCalls, type StageFigures } from '#src/wire/stages.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { joinName } from './join-name.ts'

/** Asks before the purchases of a name count in a stage. */
export function JoinDialog(props: {
  projectId: string
  name: string
  stage: StageFigures
  onClose: () => void
}) {
  const { projectId, name, stage, onClose } = props
  const isOnline = useOnline()
  const { write, isBusy } = useWrite({
    mutationFn: joinName,
    meta: {
      success: 'Successfully joined name',
      failure: 'The name was not joined',
      // A refusal means that somebody else has changed the plan.
      invalidates: [[stageCalls.sumStages.path], [stageCalls.getStagePlan.path]],
    },
  })
  return (
    <ConfirmDialog
      title={`Join ${name} to ${stage.name}?`}
      isOpen
      onClose={onClose}
      onConfirm={() => void write({ projectId, name, stageId: stage.id }).then(onClose)}
      confirmLabel="Join"
      busyLabel="Joining"
      isBusy={isBusy}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
      isHarmless
    >
      Purchases of <b>{name}</b> then count in <b>{stage.name}</b>, earlier ones too: in what is
      sold, left and raised, and at its price. The purchases themselves do not change.
    </ConfirmDialog>
  )
}
