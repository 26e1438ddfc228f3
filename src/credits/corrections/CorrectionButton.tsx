import { useFeature } from '#src/api/features.ts'
import { useLinkedAction } from '#src/records/page/use-linked-action.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { useMayWrite } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { correctionAction } from './corrected-record.ts'
import { CORRECTION_TEXTS } from './correction-texts.ts'
import type { CorrectionSubject } from './correction.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'

/** Opens the dialog of a correction. Nothing on a server without corrections. */
export function CorrectionButton(props: {
  subject: CorrectionSubject
  /** The verb of the dialog unless given. */
  label?: string
  /** Why it can't be corrected now: a request for it waits. */
  refusal?: string | undefined
  size?: 'sm' | 'md'
}) {
  const { subject } = props
  const isKnown = useFeature('corrections')
  const mayWrite = useMayWrite()
  const offline = useOnline() ? undefined : OFFLINE_REFUSAL
  const reason = props.refusal ?? offline
  const action = useLinkedAction(correctionAction(subject), isKnown ? reason : null)
  if (!isKnown) return null
  return (
    <>
      {mayWrite && (
        <Button size={props.size ?? 'md'} disabledReason={reason} onClick={action.start}>
          {props.label ?? CORRECTION_TEXTS[subject.kind].verb}
        </Button>
      )}
      {action.isOpen && <CorrectionDialog subject={subject} onClose={action.end} />}
    </>
  )
}
