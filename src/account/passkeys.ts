import type { PasskeyOptions } from '#src/wire/factors.ts'
import type { Assertion, Attestation } from '#src/wire/second-factors.ts'

/** Whether this browser has passkeys at all. */
export const hasPasskeySupport = () => 'PublicKeyCredential' in globalThis

// Most pages need no passkey: the library is a chunk of its own.
const library = () => import('@simplewebauthn/browser')

/**
 * Lets the person sign a challenge with a passkey of this site. The browser offers those that it
 * knows, since the challenge comes without a list.
 * @throws what `describePasskeyError` describes
 */
export async function signChallenge(challenge: string): Promise<Assertion> {
  const { startAuthentication } = await library()
  const optionsJSON = { challenge, userVerification: 'required' } as const
  const { id, rawId, type, response, authenticatorAttachment } = await startAuthentication({
    optionsJSON,
  })
  return { id, rawId, type, response, authenticatorAttachment }
}

/**
 * Lets the browser or a security key make a passkey.
 * @throws what `describePasskeyError` describes
 */
export async function createPasskey(options: PasskeyOptions): Promise<Attestation> {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON: options })
  const { id, rawId, type, authenticatorAttachment } = made
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  const response = { clientDataJSON, attestationObject, transports }
  return { id, rawId, type, response, authenticatorAttachment }
}

/** Closes the browser's own dialog of a passkey, if one is open. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** The sentence for a failed passkey; null if the app ended it itself. */
export function describePasskeyError(error: unknown): string | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return null
  // Refused, cancelled, or not answered in time: the browser does not tell which.
  if (name === 'NotAllowedError') return 'The passkey was not used. Try again.'
  if (name === 'InvalidStateError') return 'This device already holds a passkey of your account.'
  if (name === 'SecurityError') return 'Passkeys do not work at this address.'
  return 'This browser could not use a passkey.'
}
