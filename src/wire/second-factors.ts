import * as z from 'zod/mini'
import { loginResponseSchema, presentedPasswordSchema } from './auth.ts'
import { type Calls } from './call.ts'

/** How a person proves who they are after the password, or in place of it. */
export const PROOF_KINDS = ['passkey', 'totp', 'recovery', 'password'] as const
export type ProofKind = (typeof PROOF_KINDS)[number]

/** A signed random text that one proof answers. Passkeys sign it. */
export const challengeSchema = z.string().check(z.minLength(1, 'Must be set'), z.maxLength(200))

/** A code of six digits; blanks between them are ignored. */
export const totpCodeSchema = z
  .string()
  .check(z.regex(/^\s*(?:\d\s*){6}$/, 'Must be the six digits that your app shows'))

/** A recovery code, in any case, with or without its hyphens. */
export const recoveryCodeSchema = z
  .string()
  .check(z.minLength(1, 'Must be set'), z.maxLength(100, 'Must be at most 100 characters'))

const base64UrlSchema = z.string().check(z.regex(/^[\w-]{0,20000}$/, 'Must be base64url'))
const credentialIdSchema = z.string().check(z.regex(/^[\w-]{1,1400}$/, 'Must be base64url'))
const transportsSchema = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))

// Browsers add fields of newer versions of WebAuthn, so unknown ones are dropped, not refused.
const credentialFields = {
  id: credentialIdSchema,
  rawId: credentialIdSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: z.nullish(z.string().check(z.maxLength(50))),
}

/** What a passkey signs (`AuthenticationResponseJSON` of WebAuthn). */
export const assertionSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64UrlSchema,
    authenticatorData: base64UrlSchema,
    signature: base64UrlSchema,
    userHandle: z.nullish(base64UrlSchema),
  }),
})
export type Assertion = z.infer<typeof assertionSchema>

/** What a new passkey sends (`RegistrationResponseJSON` of WebAuthn). */
export const attestationSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64UrlSchema,
    attestationObject: base64UrlSchema,
    transports: z.optional(transportsSchema),
  }),
})
export type Attestation = z.infer<typeof attestationSchema>

const challenge = challengeSchema
const passkeyProof = z.strictObject({
  challenge,
  kind: z.literal('passkey'),
  credential: assertionSchema,
})
const totpProof = z.strictObject({ challenge, kind: z.literal('totp'), code: totpCodeSchema })

export const secondFactorSchema = z.discriminatedUnion('kind', [
  passkeyProof,
  totpProof,
  z.strictObject({ challenge, kind: z.literal('recovery'), code: recoveryCodeSchema }),
])
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const stepUpProofSchema = z.discriminatedUnion('kind', [
  passkeyProof,
  totpProof,
  z.strictObject({ challenge, kind: z.literal('password'), password: presentedPasswordSchema }),
])
export type StepUpProof = z.infer<typeof stepUpProofSchema>

export const passkeySignInSchema = z.strictObject({ challenge, credential: assertionSchema })

export const passkeyChallengeSchema = z.object({ challenge: z.string() })

/** How long a challenge can be answered. */
export const CHALLENGE_MINUTES = 5
/** How long a step-up holds. */
export const STEP_UP_MINUTES = 10

/** The messages of refused proofs, each a 401 or, of a step-up, a 400. */
export const INVALID_CODE = 'Incorrect code'
export const INVALID_PASSKEY = 'The passkey was not accepted'
/** The challenge is used up, expired or of another account: the person starts again. */
export const INVALID_CHALLENGE = 'This sign-in has expired. Start again.'

export const secondFactorCalls = {
  secondFactor: {
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Finish a sign-in that needs a second factor',
    access: 'open',
    roles: 'any',
    body: secondFactorSchema,
    response: loginResponseSchema,
    status: 200,
  },

  passkeyChallenge: {
    method: 'POST',
    path: '/auth/passkeys/challenge',
    summary: 'A challenge to sign in with a passkey',
    access: 'open',
    roles: 'any',
    response: passkeyChallengeSchema,
    status: 200,
  },

  passkeySignIn: {
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    summary: 'Sign in with a passkey, which also is the second factor',
    access: 'open',
    roles: 'any',
    body: passkeySignInSchema,
    response: loginResponseSchema,
    status: 200,
  },

  stepUp: {
    own: true,
    method: 'POST',
    path: '/auth/step-up',
    summary: `Confirm who is signed in; it holds for ${STEP_UP_MINUTES} minutes`,
    access: 'restricted',
    roles: 'any',
    body: stepUpProofSchema,
    response: null,
    status: 204,
  },
} satisfies Calls
