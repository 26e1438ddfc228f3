import { cancelPasskey, describePasskeyError, signChallenge } from '#src/account/passkeys.ts'
import { send } from '#src/api/http.ts'
import { signInWith } from '#src/api/sign-in.ts'
import { secondFactorCalls, type Assertion } from '#src/wire/second-factors.ts'
import { showLoggedIn } from './show-login-error.ts'

/**
 * Signs with a passkey; `signal` closes the browser's dialog. Resolves to a sentence instead if the
 * browser or the person did not sign.
 */
export async function signOrExplain(
  challenge: string,
  signal: AbortSignal,
): Promise<{ credential: Assertion } | { notice: string | null }> {
  const stop = () => void cancelPasskey().catch(() => undefined)
  signal.addEventListener('abort', stop)
  try {
    const credential = await signChallenge(challenge)
    return signal.aborted ? { notice: null } : { credential }
  } catch (error) {
    return { notice: describePasskeyError(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Signs in with a passkey alone, which is the second factor too. Resolves to a sentence if no passkey
 * was used, else to null.
 * @throws ApiError
 */
export async function signInWithPasskey(signal: AbortSignal): Promise<string | null> {
  const options = { isSessionless: true, signal }
  const { challenge } = await send(secondFactorCalls.passkeyChallenge, {}, options)
  const signed = await signOrExplain(challenge, signal)
  if (!('credential' in signed)) return signed.notice
  const body = { challenge, credential: signed.credential }
  await signInWith(() => send(secondFactorCalls.passkeySignIn, { body }, options))
  showLoggedIn()
  return null
}
