import { send } from '#src/api/http.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { factorCalls, factorRenameSchema, type Factor } from '#src/wire/factors.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import { useShortForm } from '#src/writes/use-short-form.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { FACTOR_KEYS } from './factor-query.ts'

/** Renames a passkey. */
export function RenamePasskeyDialog(props: { passkey: Factor; onClose: () => void }) {
  const { passkey, onClose } = props
  const { form, hasChanges } = useShortForm(factorRenameSchema, { name: passkey.name })
  const { write, isBusy } = useWrite({
    mutationFn: (name: string) =>
      send(factorCalls.renameFactor, { params: { id: passkey.id }, body: { name } }),
    meta: {
      success: ({ name }) => `Renamed to ${name}`,
      failure: 'Error renaming the passkey',
      invalidates: FACTOR_KEYS,
    },
  })
  const submit = form.handleSubmit(async ({ name }) => {
    if (await write(name)) onClose()
  })
  return (
    <Dialog
      title="Rename passkey"
      width={440}
      isOpen
      onClose={onClose}
      hasChanges={hasChanges}
      isBusy={isBusy}
      onSubmit={(event) => void submit(event)}
      footer={<WriteFoot verb="Rename" busyVerb="Renaming" isBusy={isBusy} onCancel={onClose} />}
    >
      <FormText form={form} name="name" label="Name" autoComplete="off" readOnly={isBusy} />
    </Dialog>
  )
}
