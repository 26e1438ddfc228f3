import { send } from '#src/api/http.ts'
import { describePasskeyError, signChallenge } from '#src/api/passkeys.ts'
import { signInWith } from '#src/api/sign-in.ts'
import { secondFactorCalls, type Assertion } from '#src/wire/second-factors.ts'
import { showLoggedIn } from './show-login-error.ts'

/** Signs with a passkey. Resolves to a sentence instead if the browser or the person did not. */
export async function signOrExplain(
  challenge: string,
): Promise<{ credential: Assertion } | { notice: string | null }> {
  try {
    return { credential: await signChallenge(challenge) }
  } catch (error) {
    return { notice: describePasskeyError(error) }
  }
}

/**
 * Signs in with a passkey alone, which is the second factor too. Resolves to a sentence if no passkey
 * was used, else to null.
 * @throws ApiError
 */
export async function signInWithPasskey(): Promise<string | null> {
  const { challenge } = await send(secondFactorCalls.passkeyChallenge, {}, { isSessionless: true })
  const signed = await signOrExplain(challenge)
  if (!('credential' in signed)) return signed.notice
  const body = { challenge, credential: signed.credential }
  await signInWith(() => send(secondFactorCalls.passkeySignIn, { body }, { isSessionless: true }))
  showLoggedIn()
  return null
}
