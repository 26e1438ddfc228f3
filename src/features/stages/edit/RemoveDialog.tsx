import { formatCount } from '#src/domain/money/money.ts'
import { mask } from '#src/domain/text/mask.ts'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'

/** Asks before a stage that has sold something leaves the plan. */
export function RemoveDialog(props: {
  name: string
  isOpen: boolean
  /** Undefined while it is unknown how many there are. */
  purchases: number | undefined
  isMasked: boolean
  onConfirm: () => void
  onClose: () => void
}) {
  const { name, purchases, isMasked } = props
  const count = isMasked ? mask('count') : formatCount(purchases ?? 0)
  const text =
    purchases === undefined
      ? 'Its purchases stay, and then count in no stage.'
      : purchases === 1 && !isMasked
        ? 'Its one purchase stays, and then counts in no stage.'
        : `Its ${count} purchases stay, and then count in no stage.`
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      isOpen={props.isOpen}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
      confirmLabel="Remove"
    >
      <MaskedSentence text={text} /> It takes effect with Save stages.
    </ConfirmDialog>
  )
}
