import { Download } from 'lucide-react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { FormText } from '#src/writes/form-fields.tsx'
import { useShortForm } from '#src/writes/use-short-form.ts'
import { EMPTY_SAFE, safeFormSchema } from './safe-form.ts'

/** Requests the token's contract, which each row of Safe's file names. */
export function SafeAirdropDialog(props: {
  /** Why the file can't be downloaded now. */
  disabledReason: string | undefined
  onDownload: (tokenAddress: string) => void
  onClose: () => void
}) {
  const { onDownload, onClose } = props
  const { form, hasChanges } = useShortForm(safeFormSchema, EMPTY_SAFE)
  const submit = form.handleSubmit(({ address }) => onDownload(address.trim()))
  return (
    <Dialog
      title="Safe airdrop CSV"
      isOpen
      onClose={onClose}
      hasChanges={hasChanges}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            icon={Download}
            disabledReason={props.disabledReason}
          >
            Download
          </Button>
        </>
      }
    >
      <p>
        Safe’s airdrop reads the token’s contract in each row. The address is written into this file
        and kept nowhere.
      </p>
      <FormText
        form={form}
        name="address"
        label="Token contract"
        hint="0x and 40 characters, on the chain where the tokens are sent"
        inputSize="lg"
        isMono
        autoComplete="off"
        spellCheck={false}
        placeholder="0x…"
      />
    </Dialog>
  )
}
