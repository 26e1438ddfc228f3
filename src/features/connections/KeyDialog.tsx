import { useState } from 'react'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { DoneButton } from '#src/ui/dialogs/DoneButton.tsx'
import { OneTimeSecret } from '#src/ui/dialogs/OneTimeSecret.tsx'
import { ingestKeyCreateSchema, type NewIngestKey } from '#src/wire/ingest-keys.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useCreateKey } from '#src/writes/use-create-key.ts'
import { useShortForm } from '#src/writes/use-short-form.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { COPY_QUESTION } from './copy-question.ts'

const EMPTY = { name: '' }

/** Creates a key, then shows it once; opened with a key that replaced another, it only shows it. */
export function KeyDialog(props: {
  projectId: string
  /** Where the key is used: "aura.example". */
  site: string
  created?: NewIngestKey
  onClose: () => void
}) {
  const { onClose } = props
  const { write, isBusy } = useCreateKey(props.projectId)
  const [created, setCreated] = useState(props.created)
  const [isCopied, setCopied] = useState(false)
  const { form, hasChanges } = useShortForm(ingestKeyCreateSchema, EMPTY)
  const isUncopied = created !== undefined && !isCopied
  useUnsaved(isUncopied || isBusy)
  const submit = form.handleSubmit(async ({ name }) => {
    const key = await write(name)
    if (key === undefined) return
    form.reset(EMPTY)
    setCreated(key)
  })
  return (
    <Dialog
      title={props.created ? 'New key' : 'Create key'}
      isOpen
      onClose={onClose}
      hasChanges={created ? !isCopied : hasChanges}
      discardQuestion={created && COPY_QUESTION}
      isBusy={isBusy}
      onSubmit={created ? undefined : (event) => void submit(event)}
      footer={
        created ? (
          <DoneButton />
        ) : (
          <WriteFoot verb="Create key" busyVerb="Creating key" isBusy={isBusy} onCancel={onClose} />
        )
      }
    >
      {created ? (
        <OneTimeSecret what="key" value={created.key} onCopied={() => setCopied(true)}>
          {created.name}: this key is shown only now. Give it to the developer of{' '}
          <bdi>{props.site}</bdi>, who keeps it on the site’s server and never in a web page.
        </OneTimeSecret>
      ) : (
        <FormText
          form={form}
          name="name"
          label="Name"
          hint="Where the key is used, such as the address of the site."
          autoComplete="off"
          readOnly={isBusy}
        />
      )}
    </Dialog>
  )
}
