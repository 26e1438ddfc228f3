import * as z from 'zod/mini'
import { read, type Calls } from './call.ts'
import { countSchema, flagSchema, idSchema, instantSchema } from './primitives.ts'
import { UNREADABLE } from './project-name.ts'
import { attestationSchema, totpCodeSchema } from './second-factors.ts'
import { roleNameSchema } from './team.ts'

export const RECOVERY_CODES = 10
export const MAX_PASSKEYS = 20
const MAX_NAME_LENGTH = 60

export const factorNameSchema = z.string().check(
  z.trim(),
  z.minLength(1, 'Enter a name'),
  z.maxLength(MAX_NAME_LENGTH, `Must be at most ${MAX_NAME_LENGTH} characters`),
  z.refine((name) => !UNREADABLE.test(name), 'Must not contain an invisible character'),
)

/** A passkey or an authenticator app of the caller. */
export const factorSchema = z.object({
  id: idSchema,
  kind: z.enum(['passkey', 'totp']),
  name: z.string(),
  created_at: instantSchema,
  last_used_at: z.nullable(instantSchema),
})
export type Factor = z.infer<typeof factorSchema>

export const factorListSchema = z.object({
  /** Oldest first. At most one is an authenticator app. */
  factors: z.array(factorSchema),
  recovery_codes_left: countSchema,
  /** Whether the caller's role needs a second factor. */
  is_required: flagSchema,
  /** Whether passkeys work at this address: PUBLIC_URL needs https or localhost, and a host name. */
  has_passkeys: flagSchema,
})
export type FactorList = z.infer<typeof factorListSchema>

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const passkeyOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>

export const passkeyCreateSchema = z.strictObject({
  name: factorNameSchema,
  credential: attestationSchema,
})

/** The key of an authenticator app that is not turned on yet. */
export const totpKeySchema = z.object({
  /** Base32, without padding. */
  key: z.string(),
  /** The `otpauth:` URI of the QR code. */
  uri: z.string(),
})
export const totpConfirmSchema = z.strictObject({ code: totpCodeSchema })
export const factorRenameSchema = z.strictObject({ name: factorNameSchema })
export const factorParamsSchema = z.object({ id: idSchema })

/** New codes; earlier ones end. They are in this response only. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) })

/** The roles that need a second factor. */
export const securityPolicySchema = z.object({ second_factor_roles: z.array(z.string()) })
export const securityPolicyUpdateSchema = z.strictObject({
  second_factor_roles: z.array(roleNameSchema).check(z.maxLength(100)),
})

const own = { access: 'restricted', roles: 'any' } as const
const write = { ...own, method: 'POST', needsStepUp: 'factors' } as const

export const factorCalls = {
  listFactors: {
    ...own,
    method: 'GET',
    path: '/factors',
    summary: "The caller's second factors",
    response: factorListSchema,
    status: 200,
  },
  createPasskeyOptions: {
    own: true,
    ...write,
    path: '/factors/passkeys/options',
    summary: 'What the browser needs to make a passkey',
    response: passkeyOptionsSchema,
    status: 200,
  },
  createPasskey: {
    own: true,
    ...write,
    path: '/factors/passkeys',
    summary: 'Add a passkey',
    body: passkeyCreateSchema,
    response: factorSchema,
    status: 201,
  },
  createTotp: {
    own: true,
    ...write,
    path: '/factors/totp',
    summary: 'A key for an authenticator app; an earlier key that was not turned on ends',
    response: totpKeySchema,
    status: 200,
  },
  confirmTotp: {
    own: true,
    ...write,
    path: '/factors/totp/confirm',
    summary: 'Turn the authenticator app on with its first code',
    body: totpConfirmSchema,
    response: factorSchema,
    status: 201,
  },
  createRecoveryCodes: {
    own: true,
    ...write,
    path: '/factors/recovery-codes',
    summary: `${RECOVERY_CODES} new recovery codes in place of the earlier ones`,
    response: recoveryCodesSchema,
    status: 200,
  },
  renameFactor: {
    own: true,
    ...own,
    method: 'PATCH',
    path: '/factors/:id',
    summary: 'Rename a passkey',
    params: factorParamsSchema,
    body: factorRenameSchema,
    response: factorSchema,
    status: 200,
  },
  deleteFactor: {
    own: true,
    ...write,
    method: 'DELETE',
    path: '/factors/:id',
    summary: 'Remove a passkey, or turn the authenticator app off',
    params: factorParamsSchema,
    response: null,
    status: 204,
  },

  getSecurityPolicy: {
    ...read,
    path: '/security/policy',
    summary: 'The roles that need a second factor',
    roles: 'admin',
    response: securityPolicySchema,
  },
  replaceSecurityPolicy: {
    method: 'PUT',
    path: '/security/policy',
    summary: 'Set the roles that need a second factor',
    access: 'signed-in',
    roles: 'admin',
    needsStepUp: 'everything',
    body: securityPolicyUpdateSchema,
    response: securityPolicySchema,
    status: 200,
  },
} satisfies Calls
