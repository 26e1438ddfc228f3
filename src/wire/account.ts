import * as z from 'zod/mini'
import { emailSchema, presentedPasswordSchema } from './auth.ts'
import { type Calls } from './call.ts'

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
export type PasswordReset = z.infer<typeof passwordResetSchema>

// The spec has an address in the body. The server ignores it and mails the signed-in user.
export const verificationEmailSchema = z.strictObject({ email: emailSchema })
export const verifyEmailQuerySchema = z.object({ token: mailedTokenSchema })

export const accountCalls = {
  changePassword: {
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

  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: "Set the password with an invitation's token; all sessions of the account end",
    access: 'open',
    roles: 'any',
    body: passwordResetSchema,
    response: null,
    status: 204,
  },
} satisfies Calls
