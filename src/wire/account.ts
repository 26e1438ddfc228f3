import * as z from 'zod/mini'
import { emailSchema, presentedPasswordSchema } from './auth.ts'
import { type Calls } from './call.ts'
import { flagSchema } from './primitives.ts'

/** The limits of a password, in code points. */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

export const newPasswordSchema = z.string().check(
  z.minLength(MIN_PASSWORD_LENGTH, `Must be at least ${MIN_PASSWORD_LENGTH} characters`),
  // Code points, not UTF-16 code units: an emoji counts once.
  z.refine(
    (password) => Array.from(password).length <= MAX_PASSWORD_LENGTH,
    `Must be at most ${MAX_PASSWORD_LENGTH} characters`,
  ),
)

/** The server's message about a mailed token. */
export const INVALID_TOKEN = 'Invalid or expired token'

const mailedTokenSchema = z.string().check(z.minLength(1, 'No token provided'), z.maxLength(500))

export const passwordChangeSchema = z.strictObject({
  old_password: presentedPasswordSchema,
  new_password: newPasswordSchema,
})
export type PasswordChange = z.infer<typeof passwordChangeSchema>

export const passwordResetSchema = z.strictObject({
  token: mailedTokenSchema,
  new_password: newPasswordSchema,
})

export const passwordLinkSchema = z.object({
  /** The address of the account whose password the link sets. */
  email: z.string(),
  purpose: z.enum(['invitation', 'password']),
})
export type PasswordLink = z.infer<typeof passwordLinkSchema>

// The spec has an address in the body. The server ignores it and mails the signed-in user.
export const verificationEmailSchema = z.strictObject({ email: emailSchema })
export const verifyEmailQuerySchema = z.object({ token: mailedTokenSchema })

export const forgotPasswordSchema = z.strictObject({ email: emailSchema })

/** How long the mailed link of an invitation works. */
export const INVITATION_HOURS = 72

/** How long the mailed link of a forgotten password works. */
export const PASSWORD_LINK_MINUTES = 30

export const authOptionsSchema = z.object({
  /** Whether this server mails links for forgotten passwords. */
  forgot_password: flagSchema,
  /** Whether passkeys work at this address. */
  passkeys: flagSchema,
})
export type AuthOptions = z.infer<typeof authOptionsSchema>

export const accountCalls = {
  getAuthOptions: {
    method: 'GET',
    path: '/auth/options',
    summary: 'The ways to sign in beside the password',
    access: 'open',
    roles: 'any',
    response: authOptionsSchema,
    status: 200,
  },

  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Mail a link that sets a new password, if the address has an account',
    access: 'open',
    roles: 'any',
    body: forgotPasswordSchema,
    response: null,
    status: 204,
  },

  changePassword: {
    own: true,
    method: 'POST',
    path: '/auth/change-password',
    summary: 'Change the password; other sessions end',
    access: 'restricted',
    roles: 'any',
    body: passwordChangeSchema,
    response: null,
    status: 204,
  },

  sendVerificationEmail: {
    own: true,
    method: 'POST',
    path: '/auth/send-verification-email',
    summary: 'Mail a verification link to the signed-in user',
    access: 'restricted',
    roles: 'any',
    body: verificationEmailSchema,
    response: null,
    status: 204,
  },

  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    summary: 'Verify an email address by its mailed token',
    access: 'open',
    roles: 'any',
    query: verifyEmailQuerySchema,
    response: null,
    status: 204,
  },

  // A POST, because addresses are logged and bodies are not.
  readPasswordLink: {
    method: 'POST',
    path: '/auth/password-link',
    summary: 'What a mailed token that sets a password is for',
    access: 'open',
    roles: 'any',
    body: z.strictObject({ token: mailedTokenSchema }),
    response: passwordLinkSchema,
    status: 200,
  },

  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set the password with a mailed token; all sessions of the account end',
    access: 'open',
    roles: 'any',
    body: passwordResetSchema,
    response: null,
    status: 204,
  },
} satisfies Calls
