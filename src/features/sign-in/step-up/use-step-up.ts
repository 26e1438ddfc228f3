import { useEffect, useRef, useState } from 'react'
import { cancelPasskey, describePasskeyError, signChallenge } from '#src/account/passkeys.ts'
import { send } from '#src/api/http.ts'
import { formatTime } from '#src/domain/time/format-time.ts'
import { ApiError } from '#src/session/api-error.ts'
import { connection } from '#src/session/connection.ts'
import { describeError } from '#src/session/describe-error.ts'
import type { OpenStepUp } from '#src/session/step-up-state.ts'
import { confirmStepUp } from '#src/session/step-up.ts'
import { OFFLINE_REFUSAL } from '#src/session/use-online.ts'
import { serverNow } from '#src/state/clock.ts'
import { secondFactorCalls, type StepUpProof } from '#src/wire/second-factors.ts'

/** Up to this wait, in seconds, the text counts seconds; for a longer one it has the time of day. */
const LONGEST_COUNTED_S = 90
const TOO_MANY_REQUESTS = 429

/** "Too many tries. Try again at 15:04." Local time. */
function waitText(seconds: number): string {
  if (seconds <= LONGEST_COUNTED_S) return `Too many tries. Try again in ${seconds} s.`
  return `Too many tries. Try again at ${formatTime(serverNow() + seconds * 1000)}.`
}

/** The sentence for a proof that failed; null if the app itself ended it. */
function failureText(error: unknown): string | null {
  if (!(error instanceof ApiError)) return describePasskeyError(error)
  const { kind, status, retryAfterSeconds } = error
  if (kind === 'aborted') return null
  if (status === TOO_MANY_REQUESTS && retryAfterSeconds !== undefined)
    return waitText(retryAfterSeconds)
  return describeError(error)
}

/** Closes the browser's dialog, if it is open. */
function stopSigning(isSigning: boolean): void {
  if (isSigning) void cancelPasskey().catch(() => undefined)
}

type Place = 'field' | 'passkey'
type Typed = { kind: 'totp'; code: string } | { kind: 'password'; password: string }

/** Sends proofs for the open step-up, and keeps what became of the last one. */
export function useStepUp({ challenge }: OpenStepUp, isOpen: boolean) {
  const [busy, setBusy] = useState<Place | null>(null)
  const [error, setError] = useState<{ of: Place; text: string } | null>(null)
  const isSigning = useRef(false)

  // The browser's own dialog closes with this one.
  useEffect(() => (isOpen ? () => stopSigning(isSigning.current) : undefined), [isOpen])

  /** Resolves to whether the proof was right. */
  const run = async (of: Place, prove: () => Promise<StepUpProof>) => {
    if (busy === of || busy === 'field') return false
    setBusy(of)
    setError(null)
    try {
      const proof = await prove()
      // The network may be lost while the browser waits for a passkey.
      if (!connection.isOnline) {
        setError({ of, text: OFFLINE_REFUSAL })
        return false
      }
      const isRight = await confirmStepUp(() => send(secondFactorCalls.stepUp, { body: proof }))
      if (!isRight) setError({ of, text: 'This took too long. Try again.' })
      return isRight
    } catch (failure) {
      const text = failureText(failure)
      if (text !== null) setError({ of, text })
      return false
    } finally {
      setBusy((now) => (now === of ? null : now))
    }
  }
  const sign = async () => {
    isSigning.current = true
    try {
      return await signChallenge(challenge)
    } finally {
      isSigning.current = false
    }
  }
  return {
    busy,
    fieldError: error?.of === 'field' ? error.text : undefined,
    passkeyError: error?.of === 'passkey' ? error.text : undefined,
    clearError: () => setError(null),
    confirm: (typed: Typed) => {
      // A code that is typed while the browser waits for a passkey replaces it.
      stopSigning(isSigning.current)
      return run('field', async () => ({ ...typed, challenge }))
    },
    confirmWithPasskey: () =>
      run('passkey', async () => ({ kind: 'passkey', challenge, credential: await sign() })),
  }
}
