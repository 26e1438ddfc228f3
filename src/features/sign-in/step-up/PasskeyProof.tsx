import { CircleAlert, FingerprintPattern } from 'lucide-react'
import { useId } from 'react'
import { hasPasskeySupport } from '#src/account/passkeys.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Icon } from '#src/ui/controls/Icon.tsx'
import { FieldError } from '#src/ui/fields/FieldFrame.tsx'
import type { useStepUp } from './use-step-up.ts'

const NO_SUPPORT = 'This browser does not support passkeys.'

/** The button that confirms with a passkey, and why it failed. */
export function PasskeyProof(props: {
  proof: ReturnType<typeof useStepUp>
  offline: string | undefined
  /** There is no field that gets the focus. */
  hasFocus: boolean
}) {
  const { proof, offline } = props
  const errorId = useId()
  const error = proof.passkeyError
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        icon={FingerprintPattern}
        isBlock
        isBusy={proof.busy === 'passkey'}
        busyLabel="Waiting for the browser"
        disabledReason={offline ?? (hasPasskeySupport() ? undefined : NO_SUPPORT)}
        data-autofocus={props.hasFocus || undefined}
        {...(error === undefined ? {} : { 'aria-describedby': errorId })}
        onClick={() => void proof.confirmWithPasskey()}
      >
        Use a passkey
      </Button>
      {error !== undefined && (
        <FieldError id={errorId} role="alert">
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </FieldError>
      )}
    </>
  )
}
