import { FingerprintPattern, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { send } from '#src/api/http.ts'
import { deviceName } from '#src/domain/people/device-name.ts'
import { serverNow } from '#src/state/clock.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { PageGroup, RowBox } from '#src/ui/lists/PageGroup.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { styled } from '#src/ui/theme.ts'
import {
  factorCalls,
  MAX_PASSKEYS,
  type Factor,
  type FactorList,
  factorRenameSchema,
} from '#src/wire/factors.ts'
import { FormText } from '#src/writes/form-fields.tsx'
import { useShortForm } from '#src/writes/use-short-form.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { WriteFoot } from '#src/writes/WriteFoot.tsx'
import { FACTOR_KEYS } from './factor-query.ts'
import { FACTOR_GROUPS, factorLine } from './factor-text.ts'
import {
  cancelPasskey,
  createPasskey,
  describePasskeyError,
  hasPasskeySupport,
} from './passkeys.ts'
import { describeRemoval, removeFactor } from './remove-factor.ts'

const Actions = styled('span')`
  display: flex;
  align-items: center;
  gap: 12px;
`

const FULL = `There are ${MAX_PASSKEYS} passkeys already. Remove one first.`
const NO_PLACE = 'Passkeys need an https address, which this server does not have.'
const NO_SUPPORT = 'This browser does not support passkeys. Add one in another browser.'

/** What a new passkey is called until its owner renames it. */
const defaultName = () => deviceName(navigator.userAgent) ?? 'Passkey'

/**
 * The passkeys of the signed-in person.
 * @param props.onAdded a passkey was added
 */
export function PasskeysGroup(props: {
  list: FactorList
  /** Why nothing can be changed now. */
  offline: string | undefined
  onAdded: () => void
}) {
  const { list, offline } = props
  const passkeys = list.factors.filter(({ kind }) => kind === 'passkey')
  const [renamed, setRenamed] = useState<Factor | null>(null)
  const [removed, setRemoved] = useState<Factor | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const adding = useRef<AbortController>(null)
  useEffect(() => () => adding.current?.abort(), [])
  const add = useWrite({
    // Resolves to why the browser made none, or null.
    mutationFn: async (): Promise<string | null> => {
      const { signal } = (adding.current = new AbortController())
      const options = await send(factorCalls.createPasskeyOptions, {}, { signal })
      // Leaving the page closes the browser's dialog.
      const stop = () => void cancelPasskey().catch(() => undefined)
      signal.addEventListener('abort', stop)
      const made = await createPasskey(options).catch(
        (error: unknown) => describePasskeyError(error) ?? 'The passkey was not added.',
      )
      signal.removeEventListener('abort', stop)
      if (typeof made === 'string') return made
      await send(factorCalls.createPasskey, { body: { name: defaultName(), credential: made } })
      return null
    },
    meta: {
      success: (reason) => (reason === null ? 'Passkey added' : undefined),
      failure: 'Error adding the passkey',
      invalidates: FACTOR_KEYS,
    },
  })
  const remove = useWrite({
    mutationFn: ({ id }: Factor) => removeFactor(list, id),
    meta: {
      success: (_done, { name }) => `Removed ${name}`,
      failure: 'Error removing the passkey',
      invalidates: FACTOR_KEYS,
    },
  })
  const start = async () => {
    setRefusal(null)
    const reason = await add.write()
    if (reason === null) props.onAdded()
    setRefusal(reason ?? null)
  }
  const missing = list.has_passkeys === 0 ? NO_PLACE : hasPasskeySupport() ? null : NO_SUPPORT
  const now = new Date(serverNow())
  return (
    <PageGroup
      {...FACTOR_GROUPS.passkeys}
      action={
        missing === null && (
          <Button
            isBusy={add.isBusy}
            busyLabel="Waiting for the browser"
            disabledReason={offline ?? (passkeys.length >= MAX_PASSKEYS ? FULL : undefined)}
            onClick={() => void start()}
          >
            Add a passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 ? (
        <RowBox>
          {passkeys.map((passkey) => (
            <PanelRow
              key={passkey.id}
              icon={FingerprintPattern}
              title={passkey.name}
              line={<small>{factorLine(passkey, now)}</small>}
            >
              <Actions>
                <IconButton
                  label={`Rename ${passkey.name}`}
                  icon={Pencil}
                  onClick={() => setRenamed(passkey)}
                />
                <Button size="sm" disabledReason={offline} onClick={() => setRemoved(passkey)}>
                  Remove
                </Button>
              </Actions>
            </PanelRow>
          ))}
        </RowBox>
      ) : (
        missing === null && <p className="t3">You have no passkey yet.</p>
      )}
      {(missing ?? refusal) !== null && (
        <p className="small t2" role="status" style={{ marginTop: passkeys.length > 0 ? 8 : 0 }}>
          {missing ?? refusal}
        </p>
      )}
      {renamed && <RenamePasskeyDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          isOpen
          isBusy={remove.isBusy}
          busyLabel="Removing"
          disabledReason={offline}
          onClose={() => setRemoved(null)}
          onConfirm={() => void remove.write(removed).then((done) => done && setRemoved(null))}
          confirmLabel="Remove"
        >
          It signs nobody in any more. The device may still list it until you delete it there.
          {describeRemoval(list)}
        </ConfirmDialog>
      )}
    </PageGroup>
  )
}

/** Renames a passkey. */
function RenamePasskeyDialog(props: { passkey: Factor; onClose: () => void }) {
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
