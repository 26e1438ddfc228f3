import { useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { stepUpState, type OpenStepUp } from '#src/session/step-up-state.ts'
import { cancelStepUp, noteDialog } from '#src/session/step-up.ts'
import { OFFLINE_REFUSAL, useOnline } from '#src/session/use-online.ts'
import { usePrivacy } from '#src/state/privacy.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import { OrLine } from '#src/ui/fields/auth-parts.tsx'
import { CODE_LENGTH, CodeField } from '#src/ui/fields/CodeField.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { MaskedSentence } from '#src/ui/text/MaskedSentence.tsx'
import { useIsMobile } from '#src/ui/use-media.ts'
import { STEP_UP_MESSAGE } from '#src/wire/errors.ts'
import { STEP_UP_MINUTES } from '#src/wire/second-factors.ts'
import { PasskeyProof } from './PasskeyProof.tsx'
import { stepUpReason } from './step-up-reason.ts'
import { useStepUp } from './use-step-up.ts'

/** The dialog over everything else in which a person confirms who they are, for the calls that wait. */
export function StepUpDialog() {
  const { open } = useSnapshot(stepUpState)
  useEffect(noteDialog, [])
  // The last one stays while the dialog closes, and no longer: it and the fields hold secrets. Each
  // opening starts empty.
  const [shown, setShown] = useState({ open, isOpen: open !== null, turn: 0 })
  if (open !== null ? open !== shown.open || !shown.isOpen : shown.isOpen) {
    const isAgain = open !== null && !shown.isOpen
    setShown({
      open: open ?? shown.open,
      isOpen: open !== null,
      turn: shown.turn + Number(isAgain),
    })
  }
  return (
    shown.open && (
      <Confirmation
        key={shown.turn}
        open={shown.open}
        isOpen={shown.isOpen}
        onClosed={() => setShown((now) => (now.isOpen ? now : { ...now, open: null }))}
      />
    )
  )
}

/** Calls back when it is unmounted, as a dialog's contents are once they have faded out. */
function Closing({ onClosed }: { onClosed: () => void }) {
  useEffect(() => onClosed, [onClosed])
  return null
}

function Confirmation(props: { open: OpenStepUp; isOpen: boolean; onClosed: () => void }) {
  const { open, isOpen } = props
  const isOnline = useOnline()
  const isMobile = useIsMobile()
  const textId = useId()
  const proof = useStepUp(open, isOpen)
  const [prefersPassword, setPrefersPassword] = useState(false)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const has = (kind: string) => open.factors.includes(kind)
  const hasCode = has('totp')
  const hasPasskey = has('passkey')
  const takesPassword = has('password') && (prefersPassword || !hasCode)
  const hasField = hasCode || takesPassword
  const isComplete = takesPassword ? password !== '' : code.length === CODE_LENGTH
  const offline = isOnline ? undefined : OFFLINE_REFUSAL
  const field = {
    // A phone's keyboard would cover the button of the passkey.
    'data-autofocus': !isMobile || !hasPasskey || undefined,
    error: proof.fieldError ?? offline,
  }
  const confirmCode = async (digits: string) => {
    if (!(await proof.confirm({ kind: 'totp', code: digits }))) setCode('')
  }
  const submit = () => {
    if (!isComplete || !isOnline) return
    if (takesPassword) void proof.confirm({ kind: 'password', password })
    else void confirmCode(code)
  }
  return (
    <Dialog
      title={STEP_UP_MESSAGE}
      width={440}
      isOpen={isOpen}
      onClose={cancelStepUp}
      // The form that waits behind it keeps what was typed there.
      hasChanges={false}
      describedBy={textId}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      footer={
        <>
          <Button variant="ghost" size="lg" onClick={cancelStepUp}>
            Cancel
          </Button>
          {hasField && (
            <Button
              type="submit"
              variant="primary"
              size="lg"
              disabled={!isComplete}
              isBusy={proof.busy === 'field'}
              busyLabel="Confirming"
              disabledReason={offline}
            >
              Confirm
            </Button>
          )}
        </>
      }
    >
      <Closing onClosed={props.onClosed} />
      <Reason open={open} id={textId} />
      {hasPasskey && (
        <PasskeyProof proof={proof} offline={offline} hasFocus={!hasField && !isMobile} />
      )}
      {hasPasskey && hasField && <OrLine />}
      {hasField && takesPassword && (
        <PasswordField
          {...field}
          label="Password"
          inputSize="lg"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            proof.clearError()
          }}
        />
      )}
      {hasField && !takesPassword && (
        <CodeField
          {...field}
          label="Code from your authenticator"
          value={code}
          onChange={(digits) => {
            setCode(digits)
            if (digits !== '') proof.clearError()
          }}
          onComplete={(digits) => {
            if (isOnline) void confirmCode(digits)
          }}
        />
      )}
      {hasCode && has('password') && (
        <Button variant="ghost" onClick={() => setPrefersPassword(!prefersPassword)}>
          {takesPassword ? 'Use a code' : 'Use your password'}
        </Button>
      )}
    </Dialog>
  )
}

/** Why a confirmation is needed, what confirms, and for how long. */
function Reason({ open, id }: { open: OpenStepUp; id: string }) {
  const privacy = usePrivacy()
  const { before, strong, after } = stepUpReason(open, privacy)
  return (
    <p id={id}>
      <MaskedSentence text={before} />
      <b>
        <MaskedSentence text={strong} />
      </b>
      <MaskedSentence text={after} /> {howToConfirm(open.factors)}
    </p>
  )
}

function howToConfirm(factors: readonly string[]): string {
  const has = (kind: string) => factors.includes(kind)
  const hasFactor = has('passkey') || has('totp')
  if (!hasFactor && !has('password'))
    return 'None of your second factors works here. An admin can remove them, so that you can add new ones.'
  const way = hasFactor
    ? has('password')
      ? 'a second factor or your password'
      : 'a second factor'
    : 'your password'
  return `Confirm with ${way}; it holds for ${STEP_UP_MINUTES} minutes.`
}
