import { NotesCard } from '#src/records/notes/NotesCard.tsx'
import { useLiveNotes } from '#src/records/page/use-live-notes.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { ChainPayment } from '#src/wire/chain-payments.ts'
import { PaymentFacts } from './PaymentFacts.tsx'

/** A dialog has room below its last part already. */
const Last = styled('div')`
  margin-bottom: -16px;
  ${MOBILE} {
    margin-bottom: 0;
  }
`

/** A payment has no page: its notes are in a dialog. A draft stays when it closes, so nothing is lost. */
export function PaymentNotes(props: { payment: ChainPayment; onClose: () => void }) {
  const { payment, onClose } = props
  const { project_id, id } = payment
  const privacy = usePrivacy()
  // The list counts them.
  useLiveNotes(project_id)
  return (
    <Dialog title="Notes of this payment" isOpen onClose={onClose} hasChanges={false}>
      <PaymentFacts payment={payment} isMasked={privacy} />
      <Last>
        <NotesCard record={{ kind: 'payment', project_id, id }} />
      </Last>
    </Dialog>
  )
}
