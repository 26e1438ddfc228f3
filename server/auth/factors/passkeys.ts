import type { FactorRow } from '#server/db/schema/schema-factors.ts'
import { PRODUCT_NAME } from '#src/domain/product.ts'
import type { PasskeyOptions } from '#src/wire/factors.ts'
import { CHALLENGE_MINUTES, type Assertion, type Attestation } from '#src/wire/second-factors.ts'
import type { PasskeyPlace } from './passkey-place.ts'

/** COSE names of EdDSA, ECDSA with P-256 (ES256) and RSA (RS256). */
const ALGORITHMS = [-8, -7, -257]

/** What a passkey stores of its account: base64url of the id. */
export const userHandle = (userId: number) => Buffer.from(String(userId)).toString('base64url')

/** What the browser needs to make a passkey. */
export function passkeyOptions(
  { id }: PasskeyPlace,
  {
    challenge,
    user,
    passkeys,
  }: { challenge: string; user: { id: number; email: string }; passkeys: readonly FactorRow[] },
): PasskeyOptions {
  return {
    challenge,
    rp: { id, name: PRODUCT_NAME },
    user: { id: userHandle(user.id), name: user.email, displayName: user.email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MINUTES * 60_000,
    excludeCredentials: passkeys.flatMap(({ credential_id: credential }) =>
      credential === null ? [] : [{ id: credential, type: 'public-key' as const }],
    ),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

export interface NewPasskey {
  credentialId: string
  publicKey: Buffer
  signCount: number
  /** The challenge that it signed, which is still to be checked. */
  challenge: string
}

/**
 * Reads the response of a new passkey made at this place, with the person verified.
 * @returns null if it is invalid
 */
export async function readNewPasskey(
  { id, origin }: PasskeyPlace,
  { response, ...credential }: Attestation,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  let challenge = ''
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          attestationObject: response.attestationObject,
        },
      },
      // The caller checks it: nothing has been stored yet.
      expectedChallenge: (signed) => {
        challenge = signed
        return true
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { id: credentialId, publicKey, counter } = registrationInfo.credential
    return { credentialId, publicKey: Buffer.from(publicKey), signCount: counter, challenge }
  } catch {
    // The package throws for everything that is malformed or does not match.
    return null
  }
}

/**
 * Whether a passkey signed the challenge at this place, with its person verified, for its account.
 * @returns the passkey's new counter, or null. A counter that does not grow is refused: the passkey may
 * have been copied.
 */
export async function checkAssertion(
  { id, origin }: PasskeyPlace,
  passkey: FactorRow,
  challenge: string,
  { response, ...credential }: Assertion,
): Promise<number | null> {
  const { credential_id: credentialId, public_key: publicKey, sign_count: counter } = passkey
  if (credentialId === null || publicKey === null || counter === null) return null
  if (response.userHandle !== userHandle(passkey.user_id)) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: response.clientDataJSON,
          authenticatorData: response.authenticatorData,
          signature: response.signature,
          userHandle: response.userHandle,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    // As above.
    return null
  }
}

// Loading it takes a third of a second, which a start without passkeys does not spend.
const loadWebAuthn = () => import('@simplewebauthn/server')
