import { FingerprintPattern } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { hasPasskeySupport } from '#src/account/passkeys.ts'
import { send } from '#src/api/http.ts'
import { signInWith } from '#src/api/sign-in.ts'
import { connection } from '#src/session/connection.ts'
import { notifyOffline } from '#src/session/use-online.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AuthLink, Lead, OrLine, Stack } from '#src/ui/fields/auth-parts.tsx'
import { CODE_LENGTH, CodeField } from '#src/ui/fields/CodeField.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { MOBILE, styled } from '#src/ui/theme.ts'
import type { SecondFactorRequest } from '#src/wire/auth.ts'
import { secondFactorCalls, type SecondFactor } from '#src/wire/second-factors.ts'
import { signOrExplain } from './passkey-sign-in.ts'
import { refusalOf } from './second-factor-errors.ts'
import { showLoggedIn, showLoginError } from './show-login-error.ts'

const Quiet = styled('p')`
  font: var(--t-small);
  color: var(--text-2);
`
const Fields = styled('div')`
  display: grid;
  gap: 16px;
`
const Links = styled('div')`
  display: grid;
  justify-items: center;
  gap: 12px;
  ${MOBILE} {
    gap: 22px;
  }
`

type Errors = { code?: string; passkey?: string | null }

/** Finishes a sign-in whose password was right. `onBack` gets why it has to start again, if it must. */
export function SecondFactorStep(props: {
  request: SecondFactorRequest
  onBack: (reason?: string) => void
}) {
  const { challenge, factors } = props.request
  const hasPasskey = factors.includes('passkey') && hasPasskeySupport()
  const hasTotp = factors.includes('totp')
  const hasRecovery = factors.includes('recovery')
  const [isRecovery, setRecovery] = useState(hasRecovery && !hasPasskey && !hasTotp)
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  // `signing`: the browser waits for the passkey. `passkey`: it was sent.
  const [busy, setBusy] = useState<'code' | 'signing' | 'passkey' | null>(null)
  const running = useRef<AbortController>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    return () => running.current?.abort()
  }, [])

  /** Starts a proof, which replaces the passkey that the browser waits for. */
  const begin = (what: 'code' | 'signing') => {
    running.current?.abort()
    running.current = new AbortController()
    setErrors({})
    setBusy(what)
    return running.current.signal
  }
  const finish = async (proof: SecondFactor, signal: AbortSignal) => {
    if (!connection.isOnline) return notifyOffline()
    try {
      await signInWith(() =>
        send(secondFactorCalls.secondFactor, { body: proof }, { isSessionless: true, signal }),
      )
      showLoggedIn()
    } catch (error) {
      if (signal.aborted) return
      const refusal = refusalOf(error, { kind: proof.kind, hasPasskey })
      if (refusal.is === 'expired') return props.onBack(refusal.text)
      if (refusal.is === 'other') return showLoginError(error)
      if (refusal.is === 'code') setCode('')
      setErrors({ [refusal.is]: refusal.text })
    }
  }
  const sendCode = async (text: string) => {
    if (busy !== null && busy !== 'signing') return
    const signal = begin('code')
    await finish({ challenge, kind: isRecovery ? 'recovery' : 'totp', code: text }, signal)
    setBusy(null)
  }
  const signPasskey = async () => {
    if (busy !== null) return
    const signal = begin('signing')
    const signed = await signOrExplain(challenge, signal)
    if (signal.aborted) return
    if ('credential' in signed) {
      setBusy('passkey')
      await finish({ challenge, kind: 'passkey', credential: signed.credential }, signal)
    } else setErrors({ passkey: signed.notice })
    setBusy(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = isRecovery
      ? code.trim() === '' && 'Enter a recovery code'
      : code.length < CODE_LENGTH && `Enter the ${CODE_LENGTH} digits`
    if (missing !== false) return setErrors({ code: missing })
    void sendCode(code)
  }
  const change = (text: string) => {
    setCode(text)
    if (errors.code !== undefined) setErrors({})
  }
  const switchTo = (recovery: boolean) => {
    if (busy === 'signing') {
      running.current?.abort()
      setBusy(null)
    }
    setRecovery(recovery)
    setCode('')
    setErrors({})
  }

  const canType = isRecovery || hasTotp
  return (
    <>
      <h1 tabIndex={-1} ref={title}>
        Confirm it is you.
      </h1>
      <Lead>{leadOf({ isRecovery, hasPasskey, hasTotp })}</Lead>
      <Stack>
        {hasPasskey && !isRecovery && (
          <>
            <Button
              variant="primary"
              size="lg"
              isBlock
              icon={FingerprintPattern}
              isBusy={busy === 'signing' || busy === 'passkey'}
              busyLabel="Waiting for the passkey"
              onClick={() => void signPasskey()}
            >
              Use a passkey
            </Button>
            <Quiet role="status" hidden={!errors.passkey}>
              {errors.passkey}
            </Quiet>
            {hasTotp && <OrLine />}
          </>
        )}
        {canType && (
          <CodeForm
            isRecovery={isRecovery}
            code={code}
            error={errors.code}
            onChange={change}
            onComplete={(digits) => void sendCode(digits)}
            onSubmit={submit}
          >
            <Button
              type="submit"
              variant={hasPasskey && !isRecovery ? 'secondary' : 'primary'}
              size="lg"
              isBlock
              isBusy={busy === 'code'}
              busyLabel="Confirming"
            >
              Confirm
            </Button>
          </CodeForm>
        )}
        <Links>
          {hasRecovery && !isRecovery && (
            <AuthLink href="#recovery-code" onFollow={() => switchTo(true)}>
              Use a recovery code
            </AuthLink>
          )}
          {isRecovery && (hasPasskey || hasTotp) && (
            <AuthLink href="#code" onFollow={() => switchTo(false)}>
              {hasTotp ? 'Use a code from your authenticator' : 'Use a passkey instead'}
            </AuthLink>
          )}
          <AuthLink href="/login" onFollow={() => props.onBack()}>
            Back to login
          </AuthLink>
        </Links>
      </Stack>
    </>
  )
}

function leadOf(has: { isRecovery: boolean; hasPasskey: boolean; hasTotp: boolean }): string {
  const { hasPasskey, hasTotp } = has
  if (has.isRecovery) {
    return hasPasskey || hasTotp
      ? 'Each recovery code works once.'
      : 'Enter a recovery code. Each works once. Without one, ask an admin to reset your second factor.'
  }
  if (hasPasskey) return hasTotp ? 'Use a passkey, or a code.' : 'Use your passkey to finish.'
  if (hasTotp) return 'Enter the code that your authenticator shows.'
  return 'You have no second factor that works here. Ask an admin to reset it.'
}

/** The field of a code, which is sent as soon as it has six digits, or of a recovery code. */
function CodeForm(props: {
  isRecovery: boolean
  code: string
  error: string | undefined
  onChange: (code: string) => void
  onComplete: (digits: string) => void
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}) {
  const { code, error, onChange } = props
  return (
    <form noValidate onSubmit={props.onSubmit}>
      <Fields>
        {props.isRecovery ? (
          <TextField
            key="recovery"
            label="Recovery code"
            inputSize="lg"
            isMono
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            value={code}
            error={error}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <CodeField
            label="Code"
            value={code}
            error={error}
            onChange={onChange}
            onComplete={props.onComplete}
          />
        )}
        {props.children}
      </Fields>
    </form>
  )
}
