import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { send } from '#src/api/http.ts'
import { serverNow } from '#src/state/clock.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx'
import { PageGroup, RowBox } from '#src/ui/lists/PageGroup.tsx'
import { PanelRow } from '#src/ui/lists/PanelRow.tsx'
import { factorCalls, type FactorList } from '#src/wire/factors.ts'
import { useWrite } from '#src/writes/use-write.ts'
import { FACTOR_KEYS } from './factor-query.ts'
import { FACTOR_GROUPS, factorLine } from './factor-text.ts'
import { describeRemoval, removeFactor } from './remove-factor.ts'
import { TotpSetup } from './TotpSetup.tsx'

/**
 * The authenticator app of the signed-in person.
 * @param props.onAdded it was turned on
 */
export function AuthenticatorGroup(props: {
  list: FactorList
  /** Why nothing can be changed now. */
  offline: string | undefined
  onAdded: () => void
}) {
  const { offline } = props
  const totp = props.list.factors.find(({ kind }) => kind === 'totp')
  const [setup, setSetup] = useState<{ key: string; uri: string } | null>(null)
  const [isTurningOff, setTurningOff] = useState(false)
  const start = useWrite({
    mutationFn: () => send(factorCalls.createTotp, {}),
    meta: { failure: 'Error turning the authenticator on' },
  })
  const turnOff = useWrite({
    mutationFn: (id: string) => removeFactor(props.list, id),
    meta: {
      success: 'Authenticator turned off',
      failure: 'Error turning the authenticator off',
      invalidates: FACTOR_KEYS,
    },
  })
  const begin = async () => setSetup((await start.write()) ?? null)
  return (
    <PageGroup {...FACTOR_GROUPS.authenticator}>
      {totp ? (
        <RowBox>
          <PanelRow
            icon={Smartphone}
            title={totp.name}
            line={<small>{factorLine(totp, new Date(serverNow()))}</small>}
          >
            <Button size="sm" disabledReason={offline} onClick={() => setTurningOff(true)}>
              Turn off
            </Button>
          </PanelRow>
        </RowBox>
      ) : setup ? (
        <TotpSetup
          setup={setup}
          offline={offline}
          onCancel={() => setSetup(null)}
          onDone={() => {
            setSetup(null)
            props.onAdded()
          }}
        />
      ) : (
        <Button
          isBusy={start.isBusy}
          busyLabel="Turning on"
          disabledReason={offline}
          onClick={() => void begin()}
        >
          Turn on
        </Button>
      )}
      {totp && isTurningOff && (
        <ConfirmDialog
          title="Turn off the authenticator?"
          isOpen
          isBusy={turnOff.isBusy}
          busyLabel="Turning off"
          disabledReason={offline}
          onClose={() => setTurningOff(false)}
          onConfirm={() => void turnOff.write(totp.id).then((done) => done && setTurningOff(false))}
          confirmLabel="Turn off"
        >
          Its codes no longer work. You can turn it on again with a new key.
          {describeRemoval(props.list)}
        </ConfirmDialog>
      )}
    </PageGroup>
  )
}
