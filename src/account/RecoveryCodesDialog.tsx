import { Check, Copy, Download } from 'lucide-react'
import { useId, useState } from 'react'
import { send } from '#src/api/http.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import { useUser } from '#src/state/session.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useCopy } from '#src/ui/controls/use-copy.ts'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { DoneButton } from '#src/ui/dialogs/DoneButton.tsx'
import { saveFile } from '#src/ui/save-file.ts'
import { styled } from '#src/ui/theme.ts'
import { factorCalls, RECOVERY_CODES } from '#src/wire/factors.ts'
import { useUnsaved } from '#src/writes/unsaved-changes.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { FACTOR_KEYS } from './factor-query.ts'

const Codes = styled('ol')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(152px, 1fr));
  gap: 4px 16px;
  padding: 12px 16px;
  background: var(--bg);
  border: 1px solid var(--line);
  border-radius: var(--r-md);
  font: var(--t-code);
  user-select: text;
`
const Acts = styled('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

const SAVE_QUESTION = {
  title: 'Close without saving the codes?',
  text: 'They are not shown again. You can make new ones at any time.',
  keep: 'Back',
  discard: 'Close',
}

/** Makes new recovery codes and shows them, this once. */
export function RecoveryCodesDialog(props: {
  /** How many earlier ones would end. */
  left: number
  onClose: () => void
}) {
  const { onClose } = props
  // Of before: the new ones count as soon as they are made.
  const [left] = useState(props.left)
  const textId = useId()
  const [codes, setCodes] = useState<readonly string[]>()
  const [isSaved, setSaved] = useState(false)
  const { write, isBusy } = useWrite({
    mutationFn: () => send(factorCalls.createRecoveryCodes, {}),
    meta: { failure: 'Error making recovery codes', invalidates: FACTOR_KEYS },
  })
  const isUnsaved = codes !== undefined && !isSaved
  useUnsaved(isUnsaved || isBusy)
  return (
    <Dialog
      title="Recovery codes"
      width={440}
      isOpen
      onClose={onClose}
      hasChanges={isUnsaved}
      discardQuestion={SAVE_QUESTION}
      isBusy={isBusy}
      describedBy={textId}
      footer={
        codes ? (
          <DoneButton />
        ) : (
          <WriteFoot
            verb="Make codes"
            busyVerb="Making codes"
            isBusy={isBusy}
            onCancel={onClose}
            onWrite={() => void write().then((made) => setCodes(made?.codes))}
          />
        )
      }
    >
      <p id={textId}>
        {codes
          ? `These codes are shown only now. Keep them where you can reach them without your phone.${left > 0 ? ' Earlier ones have ended.' : ''}`
          : describeNew(left)}
      </p>
      {codes && <NewCodes codes={codes} onSaved={() => setSaved(true)} />}
    </Dialog>
  )
}

function describeNew(left: number): string {
  const what = `${RECOVERY_CODES} codes, each of which signs you in once`
  if (left === 0)
    return `Make ${what}. Without them you can’t get in after the loss of your phone or key.`
  return `Make ${what}. The ${left === 1 ? 'one' : left} that you still have end${left === 1 ? 's' : ''}.`
}

function NewCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const email = useUser()?.email ?? ''
  const text = codes.join('\n')
  const { isCopied, copy } = useCopy(text)
  const download = () => {
    const head = `Recovery codes of ${email} for ${PRODUCT_NAME} at ${globalThis.location.host}`
    const file = new Blob([`${head}\nEach works once.\n\n${text}\n`], { type: 'text/plain' })
    saveFile(`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`, file)
    onSaved()
  }
  return (
    <>
      <Codes aria-label="New recovery codes" onCopy={onSaved}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Acts>
        <Button
          data-autofocus
          icon={isCopied ? Check : Copy}
          onClick={() => void copy().then((isDone) => isDone && onSaved())}
        >
          Copy
        </Button>
        <Button icon={Download} onClick={download}>
          Download
        </Button>
      </Acts>
    </>
  )
}
