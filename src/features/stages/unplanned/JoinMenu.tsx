import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { stageDates } from '#src/domain/sale/stage-dates.ts'
import type { StageView } from '#src/features/stages/stage-view.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { ActionMenu } from '#src/ui/controls/ActionMenu.tsx'
import { Button, type ButtonSize } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import type { StageFigures } from '#src/wire/stages.ts'
import { JoinDialog } from './JoinDialog.tsx'

/** A menu with the stages that a name can belong to. */
export function JoinMenu(props: { view: StageView; name: string; size: ButtonSize }) {
  const { view, name } = props
  const isOnline = useOnline()
  const [chosen, setChosen] = useState<StageFigures | null>(null)
  const label = `Join ${name} to a stage`
  const button = (
    <Button
      size={props.size}
      aria-label={label}
      disabledReason={isOnline ? undefined : OFFLINE_REFUSAL}
    >
      Join
      <Icon of={ChevronDown} size={14} />
    </Button>
  )
  return (
    <>
      {/* A menu that opens only to refuse all that is in it would be of no use. */}
      {isOnline ? (
        <ActionMenu
          label={label}
          button={button}
          actions={view.summary.stages.map((stage) => ({
            label: stage.name,
            note: stageDates(stage, view.text),
            onSelect: () => setChosen(stage),
          }))}
        />
      ) : (
        button
      )}
      {chosen && (
        <JoinDialog
          projectId={view.projectId}
          name={name}
          stage={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
