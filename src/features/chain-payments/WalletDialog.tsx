import { useEffect, useEffectEvent } from 'react'
import { ProjectName } from '#src/projects/ProjectName.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { GroupFrame, GroupLabel } from '#src/ui/fields/LabelledGroup.tsx'
import { FormText } from '#src/writes/form-fields.tsx'
import { useShortForm } from '#src/writes/use-short-form.ts'
import { useWriteLock } from '#src/writes/use-write-lock.tsx'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { walletFormSchema } from './wallet-form.ts'

/** Requests the wallet that is credited for a payment: the payer's is often not the buyer's. */
export function WalletDialog(props: {
  projectId: string
  colours: ReadonlyMap<string, string>
  /** In the field at first. */
  address: string
  /** Why the entered address can't be credited; undefined while nothing is known against it. */
  error: string | undefined
  isBusy: boolean
  onEnter: (address: string) => void
  onClose: () => void
}) {
  const { projectId, error, isBusy, onClose } = props
  const lock = useWriteLock()
  const { form, hasChanges } = useShortForm(walletFormSchema, { address: props.address })
  const submit = form.handleSubmit(({ address }) => props.onEnter(address.trim()))
  const show = useEffectEvent((message: string) => {
    form.setError('address', { message }, { shouldFocus: true })
  })
  useEffect(() => {
    if (error !== undefined) show(error)
  }, [error])
  return (
    <Dialog
      title="Add Tokens"
      isOpen
      onClose={onClose}
      hasChanges={hasChanges}
      lock={lock}
      onSubmit={(event) => void submit(event)}
      footer={
        <WriteFoot verb="Continue" busyVerb="Looking it up" isBusy={isBusy} onCancel={onClose} />
      }
    >
      <GroupFrame>
        <GroupLabel>Project</GroupLabel>
        <ProjectName name={projectId} colours={props.colours} />
      </GroupFrame>
      <FormText
        form={form}
        name="address"
        label="Wallet address"
        hint="The payer, who can be an exchange. Enter the buyer’s wallet."
        inputSize="lg"
        isMono
        autoComplete="off"
        spellCheck={false}
        readOnly={isBusy}
      />
    </Dialog>
  )
}
